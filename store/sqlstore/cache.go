package sqlstore

import (
	"database/sql"

	"settable/games"
	"settable/store"
	"settable/store/writer"
)

// cache is what the writer has looked up and need not look up again: the guild and game of a table,
// the player of a seat, the accounts of a table, and the newest link of each chain. An undone
// transaction may have put things in it that never existed, so everything is forgotten after each
// rollback.
type cache struct {
	tables   found[store.TableID, guildGame]
	seats    found[tableSeat, person]
	accounts found[spot, storedAccount]
	heads    found[store.TableID, head]
	grants   found[store.GuildID, store.Hash] // the newest link of each guild

	epochs map[int]int64 // the epoch of each shard in the last transaction
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

// A spot is a purse of a table.
type spot struct {
	table store.TableID
	purse games.Purse
}

// mostCached is how many entries each map keeps: enough for two thousand full tables.
const mostCached = 1 << 16

// found is a map of things that were looked up. It is emptied when it is full.
type found[K comparable, V any] map[K]V

func (f *found[K, V]) keep(of K, is V) {
	if *f == nil || len(*f) >= mostCached {
		*f = found[K, V]{}
	}
	(*f)[of] = is
}

// fenced makes a fence that first clears the cache if a shard was leased anew, because another process may have written
// in the meantime.
func (c *cache) fenced(fence writer.Fence) writer.Fence {
	c.epochs = map[int]int64{}
	return func(conn *sql.Conn, leases []store.Lease) (holds func(store.Lease) bool, err error) {
		for _, l := range leases {
			if c.epochs[l.Shard.K] != l.Epoch {
				c.epochs[l.Shard.K] = l.Epoch
				c.forget()
			}
		}
		return fence(conn, leases)
	}
}

func (c *cache) forget() {
	clear(c.tables)
	clear(c.seats)
	clear(c.accounts)
	clear(c.heads)
	clear(c.grants)
}
