package store

import (
	"math"
	"strings"

	"settable/games"
)

// The ids that must not be swapped. Those of Discord are its snowflakes.
type (
	GuildID   int64
	ChannelID int64
	PlayerID  int64
	TableID   int64
)

// mostHouse is how many ids are left to players of the house: as many as a table has seats.
const mostHouse = 64

// HouseOn is who plays on a seat for the house. It is nobody of Discord's, whose ids grow up
// to there in the year 2084, and has no account, no name and no record.
func HouseOn(s games.Seat) PlayerID { return math.MaxInt64 - PlayerID(s) }

// OfHouse tells whether this is a player of the house.
func (p PlayerID) OfHouse() bool { return p >= math.MaxInt64-mostHouse }

// Source is what caused a line or a table: "m" and the id of a message or "i"
// and that of an interaction. It is unique over all tables, so nothing is
// played twice; empty where there is no such cause (dealer and clock). Where
// one message makes two lines, the first bears it.
type Source string

// sealOf begins a source that is sealed.
const sealOf = "#"

// Sealed tells whether a source is kept as a hash, see Chain.Seal.
func (s Source) Sealed() bool { return strings.HasPrefix(string(s), sealOf) }
