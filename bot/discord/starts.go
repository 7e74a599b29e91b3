package discord

import "time"

// Starts is Discord's answer to Get Gateway Bot: how many gateway sessions the bot may start.
type Starts struct {
	Shards int           // how many shards Discord recommends
	AtOnce int           // max_concurrency: how many shards may IDENTIFY within 5 s, counted by their number modulo AtOnce
	Left   int           // how many IDENTIFYs are still allowed
	Reset  time.Duration // the time until the full number is allowed again
}
