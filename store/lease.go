package store

import (
	"context"
	"errors"
	"time"

	"settable/store/ids"
)

// Shard is one of Of parts of all servers, divided as Discord divides them: a server's id without its lowest 22 bits,
// modulo Of. With Of 0 or 1 it is all servers. Data of no server belongs to shard 0.
//
// https://discord.com/developers/docs/events/gateway#sharding
type Shard struct{ K, Of int }

// Has reports whether a server is in the shard.
func (s Shard) Has(g ids.Guild) bool { return s.Of <= 1 || int(uint64(g)>>22%uint64(s.Of)) == s.K }

// Lease is the right of a process to play the tables of a shard. It lasts for a term and is extended by each Roll.
// Epoch increases whenever the shard is taken or the servers are redistributed, and writes under an older epoch are
// refused.
type Lease struct {
	Shard Shard
	Owner string
	Epoch int64
}

// Roster lists the living processes and their leases, by the clock of the database.
type Roster struct {
	Shards    int      // into how many parts the servers are divided; 0: not divided yet
	Processes []string // the processes that are alive, in the order in which they came
	Leases    []Lease  // the leases that have not run out, by shard
}

// Shared is a database that several processes use at the same time, each for the tables of its leased shards.
type Shared interface {
	Store
	// Heartbeat records a heartbeat of a process. For the given term, at most a minute, the process counts as alive and
	// keeps its leases, even expired ones if no other process has taken them. It returns the roster after that. A
	// term of 0 means that the process is gone, and frees its leases.
	Heartbeat(ctx context.Context, process string, term time.Duration) (Roster, error)
	// Take leases a shard for a term. The error is ErrLeased if another process has it, and ErrDivided if the servers
	// are divided into a different number of parts.
	Take(ctx context.Context, process string, s Shard, term time.Duration) (Lease, error)
	// Release returns a lease immediately. It does nothing if another process has taken the shard.
	Release(ctx context.Context, l Lease) error
	// Divide divides the servers into the given number of parts, which ends all leases. It does nothing if they are
	// already divided that way.
	Divide(ctx context.Context, shards int) error
	// RequestTurn requests a turn in a bucket. All processes together get one turn in each interval of length every. wait is
	// 0 if the turn was granted; otherwise it is how long to wait before the next request.
	RequestTurn(ctx context.Context, bucket int, every time.Duration) (wait time.Duration, err error)
	// Of returns the store for the bot of a leased shard. It lists only data of the shard's servers. Each write is
	// done completely or not at all. Once another process has the lease, every write fails with ErrLost. If several
	// processes share the database, writes without a lease fail with ErrLost too. Writes about a server of another
	// shard, or its tables, nights and plans, fail with ErrElsewhere. Personal data, such as a palette, a daily deal
	// or a request to be forgotten, may be written from every shard. lost is called once, when a write finds that the
	// lease is lost, and must not block. Closing this Store waits for its pending writes, and leaves the database
	// open.
	Of(l Lease, lost func()) Store
	// Changes calls tell for each change of data that processes cache, whichever process made it, until ctx ends. At
	// the start, and whenever changes may have been missed, it calls tell with the zero Change.
	Changes(ctx context.Context, tell func(Change)) error
}

// Change names cached data that was changed. The zero Change means that anything may have changed.
type Change struct {
	Guild  ids.Guild // the guild whose settings or names were changed, or 0
	Player ids.User  // the player whose choices were changed or who was forgotten, or 0
}

// The errors about leases. Test for them with errors.Is.
var (
	ErrLeased  = errors.New("another process holds this shard")
	ErrDivided = errors.New("the number of shards has changed")
	ErrLost    = errors.New("another process runs this table now")
	// ErrElsewhere: the write is about a server that does not belong to the leased shard.
	ErrElsewhere = errors.New("the server belongs to another shard")
)
