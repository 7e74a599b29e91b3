package store

import "strings"

// TableID is a number that the store gives a table.
type TableID int64

// Source is what caused a line or a table: "m" and the id of a message, or "i" and the id of an interaction. It is
// unique over all tables, so that nothing is played twice. It is empty for lines without such a cause, such as those of
// dealer and clock. If one message causes two lines, only the first line has it.
type Source string

// sealOf is the prefix of a source that is sealed.
const sealOf = "#"

// Sealed reports whether a source is kept only as a hash, see Chain.Seal.
func (s Source) Sealed() bool { return strings.HasPrefix(string(s), sealOf) }
