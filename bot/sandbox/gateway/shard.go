package gateway

import (
	"time"

	"settable/bot/sandbox/world"
)

// shard contains a session's shard id and the number of shards. A session whose IDENTIFY has no shard is shard 0 of 1.
type shard [2]int

// shard returns the shard in an IDENTIFY. ok is false if the shard is invalid.
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

// receives reports whether a session of the shard receives a guild's events.
func (s shard) receives(guild string) bool { return world.Shard(guild, s[0], s[1]) }

// identifyInterval is the minimum time between two IDENTIFYs of the same bucket.
const identifyInterval = 5 * time.Second

// buckets holds the time of the last IDENTIFY for each bucket of shards.
type buckets map[int]time.Time

// take accepts an IDENTIFY unless the last one in the same bucket was too recent.
// https://discord.com/developers/docs/events/gateway#sharding-max-concurrency
func (b buckets) take(bucket int, now time.Time) bool {
	if last, ok := b[bucket]; ok && now.Sub(last) < identifyInterval {
		return false
	}
	b[bucket] = now
	return true
}
