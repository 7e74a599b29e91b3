package discord

import "time"

// Starts is Discord's answer to Get Gateway Bot: how many gateway sessions the bot may begin.
type Starts struct {
	Shards int           // how many shards Discord recommends
	AtOnce int           // max_concurrency: IDENTIFYs per 5 s, of shards that differ modulo it
	Left   int           // IDENTIFYs that are still allowed
	Reset  time.Duration // how long until all are allowed again
}
