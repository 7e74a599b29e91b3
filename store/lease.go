package store

import (
	"context"
	"errors"
	"time"

	"settable/store/ids"
)

// Shard is part K, counted from 0, if all servers are divided into Of parts. As in Discord, the part of a server is its
// id without the lowest 22 bits, modulo Of. If Of is 0 or 1, the shard contains all servers. Data that belongs to no
// server is in shard 0.
//
// https://discord.com/developers/docs/events/gateway#sharding
type Shard struct{ K, Of int }

// Has reports whether a server is in the shard.
func (s Shard) Has(g ids.Guild) bool { return s.Of <= 1 || int(uint64(g)>>22%uint64(s.Of)) == s.K }

// Lease is the right of a process to play the tables of a shard. It lasts for a term and is extended by each Heartbeat.
// Epoch increases whenever a process takes the shard or the servers are redistributed, and writes under an older epoch
// are refused.
type Lease struct {
	Shard Shard
	Owner string
	Epoch int64
}

// A SavedSession is what a process needs to resume another one's session with Discord. The store doesn't interpret it.
type SavedSession struct {
	Position string // at most 1,000 characters; "": there is no session
	Servers  string // "": the saved ones haven't changed
}

// Roster lists the live processes and their leases, according to the clock of the database.
type Roster struct {
	Shards    int      // into how many parts the servers are divided; 0: not divided yet
	Processes []string // the processes that are alive, in the order in which they joined
	Leases    []Lease  // the leases that have not run out, by shard
}

// Shared is a database that several processes use at the same time, each for the tables of its leased shards.
type Shared interface {
	Store
	// Heartbeat records that a process is alive and returns the updated roster. For the given term of at most a minute,
	// the process counts as alive and keeps its leases. It keeps even expired leases that no other process has taken. A
	// term of 0 means that the process is gone, and frees its leases.
	Heartbeat(ctx context.Context, process string, term time.Duration) (Roster, error)
	// Take leases a shard for a term. It returns ErrLeased if another process has the shard, and ErrDivided if the
	// servers are divided into a different number of parts.
	Take(ctx context.Context, process string, s Shard, term time.Duration) (Lease, error)
	// SaveSessions stores, for each lease that is still valid, what the next owner of the shard needs to resume the
	// session with Discord.
	SaveSessions(ctx context.Context, sessions map[Lease]SavedSession) error
	// Session returns what the shard's former owner has saved, if the former lease ended less than three minutes before
	// this one was taken.
	Session(ctx context.Context, l Lease) (SavedSession, error)
	// Release returns a lease immediately. It does nothing if another process has taken the shard.
	Release(ctx context.Context, l Lease) error
	// Divide divides the servers into the given number of parts, which ends all leases. It does nothing if the servers
	// are already divided into that many parts.
	Divide(ctx context.Context, shards int) error
	// RequestTurn requests a turn in a bucket. All processes together get one turn in each interval of the given
	// length. RequestTurn returns 0 if the turn was granted, and otherwise how long to wait before the next request.
	RequestTurn(ctx context.Context, bucket int, every time.Duration) (wait time.Duration, err error)
	// Of returns the store for the bot of a leased shard. The store lists only data of the shard's servers. Each write
	// is done completely or not at all. Once another process has the lease, every write fails with ErrLost. If several
	// processes share the database, writes without a lease fail with ErrLost too. Writes about a server of another
	// shard, or its tables, nights and plans, fail with ErrElsewhere. Every shard may write personal data, such as a
	// palette, a daily deal or a request to be forgotten. The store calls lost once, when a write finds that the lease
	// is lost; lost must not block. Closing this Store waits for its pending writes but leaves the database open.
	Of(l Lease, lost func()) Store
	// Changes calls tell whenever any process has changed cached data, until ctx ends. It calls tell with the zero
	// Change at the start and whenever it may have missed changes.
	Changes(ctx context.Context, tell func(Change)) error
}

// Change names cached data that has changed. The zero Change means that anything may have changed.
type Change struct {
	Guild  ids.Guild // the guild whose settings or names were changed, or 0
	Player ids.User  // the player whose choices were changed or who was forgotten, or 0
}

// These errors are about leases. Test for them with errors.Is.
var (
	ErrLeased  = errors.New("another process holds this shard")
	ErrDivided = errors.New("the number of shards has changed")
	ErrLost    = errors.New("another process runs this table now")
	// ErrElsewhere means that the write is about a server that does not belong to the leased shard.
	ErrElsewhere = errors.New("the server belongs to another shard")
)
