package books

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
	tables map[store.TableID]venue
	seats  map[chair]store.PlayerID
	purses map[spot]purse
	heads  map[store.TableID]head
	grants map[store.GuildID]store.Hash // the newest link of each guild

	epochs map[int]int64 // of the shards, as what was written last was written under

	numbers map[store.PlayerID]int64 // whose which number is
	players map[int64]store.PlayerID
}

// A head is the newest link of a journal.
type head struct {
	line int // 0: the table's opening
	link store.Hash
}

// A venue is the server where a table stands, and the game that is played there.
type venue struct {
	guild store.GuildID
	game  string
}

// A chair is a seat of a table.
type chair struct {
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

func (c *cache) table(id store.TableID, at venue) {
	if c.tables == nil || len(c.tables) >= mostCached {
		c.tables = map[store.TableID]venue{}
	}
	c.tables[id] = at
}

func (c *cache) seat(at chair, who store.PlayerID) {
	if c.seats == nil || len(c.seats) >= mostCached {
		c.seats = map[chair]store.PlayerID{}
	}
	c.seats[at] = who
}

func (c *cache) purse(at spot, is purse) {
	if c.purses == nil || len(c.purses) >= mostCached {
		c.purses = map[spot]purse{}
	}
	c.purses[at] = is
}

func (c *cache) head(id store.TableID, is head) {
	if c.heads == nil || len(c.heads) >= mostCached {
		c.heads = map[store.TableID]head{}
	}
	c.heads[id] = is
}

func (c *cache) grant(guild store.GuildID, link store.Hash) {
	if c.grants == nil || len(c.grants) >= mostCached {
		c.grants = map[store.GuildID]store.Hash{}
	}
	c.grants[guild] = link
}

// number keeps whose a number is of somebody of whom nobody else can make somebody new until the commit.
func (c *cache) number(who store.PlayerID, n int64) {
	if c.numbers == nil || len(c.numbers) >= mostCached {
		c.numbers = map[store.PlayerID]int64{}
	}
	c.numbers[who] = n
	c.person(n, who)
}

// person keeps whose a number is. Where several write, they may be forgotten any moment.
func (c *cache) person(n int64, who store.PlayerID) {
	if c.players == nil || len(c.players) >= mostCached {
		c.players = map[int64]store.PlayerID{}
	}
	c.players[n] = who
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
