package store

import (
	"strings"

	"settable/ids"
)

// A PlayerID is a person's id, or that of a house player or of somebody who was forgotten.
type (
	GuildID   = ids.Guild
	ChannelID = ids.Channel
	PlayerID  = ids.User
)

// TableID is a number that the store gives a table.
type TableID int64

// Source is what caused a line or a table: "m" and the id of a message, or "i" and the id of an
// interaction. It is unique over all tables, so that nothing is played twice. It is empty where there
// is no such cause, as for dealer and clock. Where one message causes two lines, only the first has
// it.
type Source string

// sealOf is the prefix of a source that is sealed.
const sealOf = "#"

// Sealed reports whether a source is kept only as a hash, see Chain.Seal.
func (s Source) Sealed() bool { return strings.HasPrefix(string(s), sealOf) }
