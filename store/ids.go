package store

import "strings"

// TableID is the number that the store gives a table.
type TableID int64

// Source identifies what caused a line or a table: "m" and the id of a message, or "i" and the id of an interaction. A
// source is unique over all tables, so that nothing is played twice. It is empty for lines without such a cause, such
// as those of dealer and clock. If one message causes two lines, only the first line has the source.
type Source string

// sealOf is the prefix of a sealed source.
const sealOf = "#"

// Sealed reports whether only a hash of the source is kept (see Chain.Seal).
func (s Source) Sealed() bool { return strings.HasPrefix(string(s), sealOf) }
