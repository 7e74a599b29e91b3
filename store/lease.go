package store

import (
	"context"
	"errors"
	"time"
)

// Shard is one of Of parts of all servers, the way Discord divides them: a server's id without its lowest 22
// bits, modulo Of. Of 0 or 1: all of them. What belongs to no server is of shard 0.
//
// https://discord.com/developers/docs/events/gateway#sharding
type Shard struct{ K, Of int }

// Has tells whether a server is in the shard.
func (s Shard) Has(g GuildID) bool { return s.Of <= 1 || int(uint64(g)>>22%uint64(s.Of)) == s.K }

// Lease is the right of a process to play the tables of a shard. It lasts for a term and is prolonged with
// each Roll; Epoch is raised whenever the shard is taken or divided anew, and what is written under an older
// one is refused.
type Lease struct {
	Shard Shard
	Owner string
	Epoch int64
}

// Roster is which processes are there and what they play, by the clock of the database.
type Roster struct {
	Shards    int      // into how many parts the servers are divided; 0: not yet
	Processes []string // that are there, in the order in which they came
	Leases    []Lease  // that have not run out, by shard
}

// Shared is a database that several processes use at the same time, each for the tables of the shards that it
// has leased.
type Shared interface {
	Store
	// Roll is a sign of life of a process: for a term of at most a minute it is there and has what it has taken,
	// also where that had run out and nobody else has taken it. It says how things stand then. With a term of 0
	// it says goodbye: it is gone, and its leases are free.
	Roll(ctx context.Context, process string, term time.Duration) (Roster, error)
	// Take leases a shard for a term. The error is ErrLeased where another process has it, and ErrDivided where
	// the servers are divided into other parts.
	Take(ctx context.Context, process string, s Shard, term time.Duration) (Lease, error)
	// Release gives a lease back at once; one that is another's now stays so.
	Release(ctx context.Context, l Lease) error
	// Divide divides the servers into so many parts. All leases end with that, unless they are so already.
	Divide(ctx context.Context, shards int) error
	// Turn asks for the next turn of a bucket, of which there is one every so often for all processes together:
	// wait is 0 where it was given, and else how long to wait before asking again.
	Turn(ctx context.Context, bucket int, every time.Duration) (wait time.Duration, err error)
	// Of is the store for the bot of a leased shard. It lists what belongs to the shard's servers alone, and
	// every write fails with ErrLost once the lease is another's: of what is written with it, all is or nothing.
	// Where several processes share the database, so does all that is written without a lease. Nothing is
	// written of another shard's server or its tables, nights and plans: ErrElsewhere. What is a person's own,
	// as a palette or being forgotten, is of all. lost is told,
	// once, when a write finds that out; it must not wait for anything. Closing this Store waits for what was
	// written through it, and leaves the database open.
	Of(l Lease, lost func()) Store
	// Changes tells what any process, this one too, has changed of what is kept in memory, until ctx ends. At
	// the beginning, and whenever some of it may have been missed, it tells the zero Change.
	Changes(ctx context.Context, tell func(Change)) error
}

// Change is something of which a process may remember how it was. The zero Change is everything: what was
// changed meanwhile was not heard.
type Change struct {
	Guild  GuildID  // whose settings or names were changed, or 0
	Player PlayerID // whose choices were changed or who was forgotten, or 0
}

// What leases can meet. Test with errors.Is.
var (
	ErrLeased  = errors.New("another process has this shard")
	ErrDivided = errors.New("the servers are divided into other parts")
	ErrLost    = errors.New("another process plays this table now")
	// ErrElsewhere: the server is none of the shard's, under whose lease something of it was to be written.
	ErrElsewhere = errors.New("this is of a server of another shard")
)
