package sqlstore

import (
	"database/sql"

	"settable/games"
	"settable/store"
	"settable/store/ids"
	"settable/store/writer"
)

// cache holds the writer's lookups: the guild of a table, the owner of a seat, the accounts of a table, and
// the newest link of each chain. It is emptied after each rollback, because the rolled back transaction may have added
// entries that never existed.
type cache struct {
	tables   lookups[store.TableID, tableGuild]
	seats    lookups[tableSeat, person]
	accounts lookups[tableAccount, storedAccount]
	heads    lookups[store.TableID, newestLink]
	grants   lookups[ids.Guild, store.Hash] // the newest link of each guild

	epochs map[int]int64 // the epoch of each shard in the last transaction
}

// newestLink is the newest link of a journal.
type newestLink struct {
	line int // 0: the table's opening
	link store.Hash
}

// tableGuild is the guild of a table.
type tableGuild struct {
	guild   ids.Guild
	isDaily bool // the table is a daily deal
}

// tableSeat is a seat of a table.
type tableSeat struct {
	table store.TableID
	seat  games.Seat
}

// A tableAccount identifies an account of a table: the pot or the stack of a seat.
type tableAccount struct {
	table store.TableID
	which games.Account
}

// mostCached is the maximum number of entries in each map: enough for two thousand full tables.
const mostCached = 1 << 16

// lookups caches the results of lookups by key. A full map is emptied.
type lookups[K comparable, V any] map[K]V

func (f *lookups[K, V]) keep(of K, is V) {
	if *f == nil || len(*f) >= mostCached {
		*f = lookups[K, V]{}
	}
	(*f)[of] = is
}

// wrapFence returns a fence that first empties the cache if a shard was leased anew, because another process may have
// written in the meantime.
func (c *cache) wrapFence(fence writer.Fence) writer.Fence {
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
