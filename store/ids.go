package store

import (
	"math"
	"strings"

	"settable/games"
)

// Each kind of id has a type of its own, so that they cannot be confused. Ids of guilds, channels and
// players are Discord's snowflakes.
type (
	GuildID   int64
	ChannelID int64
	PlayerID  int64
	TableID   int64
)

// mostHouse is how many ids are reserved for house players: one for each seat that a table can have.
const mostHouse = 64

// HouseOn is the PlayerID of the house player on a seat. It is beyond the ids that Discord gives
// until the year 2084. It has no account, no name and no record.
func HouseOn(s games.Seat) PlayerID { return math.MaxInt64 - PlayerID(s) }

// OfHouse reports whether this is the PlayerID of a house player.
func (p PlayerID) OfHouse() bool { return p >= math.MaxInt64-mostHouse }

// Source is what caused a line or a table: "m" and the id of a message, or "i" and the id of an
// interaction. It is unique over all tables, so that nothing is played twice. It is empty where there
// is no such cause, as for dealer and clock. Where one message causes two lines, only the first has
// it.
type Source string

// sealOf is the prefix of a source that is sealed.
const sealOf = "#"

// Sealed reports whether a source is kept only as a hash, see Chain.Seal.
func (s Source) Sealed() bool { return strings.HasPrefix(string(s), sealOf) }
