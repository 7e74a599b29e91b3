package gateway

import (
	"time"

	"settable/bot/sandbox/world"
)

// shard is the number of a session's shard, and how many shards there are. Without
// one in its IDENTIFY, a session is shard 0 of 1.
type shard [2]int

// shard returns the shard that an IDENTIFY names. ok is false if there can be no such shard.
func (id identify) shard() (at shard, ok bool) {
	switch s := id.Shard; {
	case s == nil:
		return shard{0, 1}, true
	case len(s) != 2 || s[0] < 0 || s[0] >= s[1]:
		return shard{}, false
	default:
		return shard(s), true
	}
}

// hears reports whether a session is told what happens in a guild.
func (s shard) hears(guild string) bool { return world.Shard(guild, s[0], s[1]) }

// between is how long after an IDENTIFY another one of the same bucket is refused.
const between = 5 * time.Second

// buckets are the times of the last IDENTIFY, by bucket of shards.
type buckets map[int]time.Time

// take takes an IDENTIFY, unless it comes too soon after another of its bucket.
//
// https://discord.com/developers/docs/events/gateway#sharding-max-concurrency
func (b buckets) take(bucket int, now time.Time) bool {
	if last, ok := b[bucket]; ok && now.Sub(last) < between {
		return false
	}
	b[bucket] = now
	return true
}
