package sqlstore

import (
	"database/sql"

	"settable/games"
	"settable/store"
	"settable/store/writer"
)

// cache is what the writer has found and need not look for again: where a table
// stands and what is played there, whose a seat is, which accounts a table's chips
// move between, and how far each chain goes. What is undone was never there, and so
// after each undoing all is forgotten.
type cache struct {
	tables found[store.TableID, guildGame]
	seats  found[tableSeat, store.PlayerID]
	purses found[spot, purse]
	heads  found[store.TableID, head]
	grants found[store.GuildID, store.Hash] // the newest link of each guild

	epochs map[int]int64 // of the shards, as what was written last was written under

	numbers found[store.PlayerID, int64] // whose which number is
	players found[int64, store.PlayerID] // where several write, they may be forgotten any moment
}

// A head is the newest link of a journal.
type head struct {
	line int // 0: the table's opening
	link store.Hash
}

// A guildGame is the server of a table, and the game that is played there.
type guildGame struct {
	guild store.GuildID
	game  string
}

// A tableSeat is a seat of a table.
type tableSeat struct {
	table store.TableID
	seat  games.Seat
}

// A spot is a purse as it is named at a table.
type spot struct {
	table store.TableID
	purse games.Purse
}

// mostCached is how much of each is kept: two thousand full tables.
const mostCached = 1 << 16

// found is what was found of something, and kept.
type found[K comparable, V any] map[K]V

func (f *found[K, V]) keep(of K, is V) {
	if *f == nil || len(*f) >= mostCached {
		*f = found[K, V]{}
	}
	(*f)[of] = is
}

// number keeps whose a number is of somebody of whom nobody else can make somebody new until the commit.
func (c *cache) number(who store.PlayerID, n int64) {
	c.numbers.keep(who, n)
	c.players.keep(n, who)
}

// fenced forgets before each transaction what others may have changed since the last: who is who, and all of
// a shard that was leased anew.
func (c *cache) fenced(fence writer.Fence) writer.Fence {
	c.epochs = map[int]int64{}
	return func(conn *sql.Conn, leases []store.Lease) (holds func(store.Lease) bool, err error) {
		c.strangers()
		for _, l := range leases {
			if c.epochs[l.Shard.K] != l.Epoch {
				c.epochs[l.Shard.K] = l.Epoch
				c.forget()
			}
		}
		return fence(conn, leases)
	}
}

// strangers forgets who is who.
func (c *cache) strangers() {
	clear(c.numbers)
	clear(c.players)
}

func (c *cache) forget() {
	c.strangers()
	clear(c.tables)
	clear(c.seats)
	clear(c.purses)
	clear(c.heads)
	clear(c.grants)
}
