package discord

import "time"

// Starts is how the sessions of the bot may be begun, as Discord says it.
type Starts struct {
	Shards int           // into how many parts Discord would divide the servers
	AtOnce int           // max_concurrency: so many IDENTIFYs in five seconds, of shards that differ modulo it
	Left   int           // IDENTIFYs that are still allowed
	Reset  time.Duration // until more of them are
}
