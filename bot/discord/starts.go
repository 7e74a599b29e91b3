package discord

import "time"

// Starts tells how many gateway sessions the bot may begin, as Discord's Get Gateway Bot says.
type Starts struct {
	Shards int           // how many shards Discord recommends
	AtOnce int           // max_concurrency: IDENTIFYs per 5 s, of shards that differ modulo it
	Left   int           // IDENTIFYs that are still allowed
	Reset  time.Duration // how long until all are allowed again
}
