package store

// The ids that must not be swapped. Those of Discord are its snowflakes.
type (
	GuildID   int64
	ChannelID int64
	PlayerID  int64
	TableID   int64
)

// Source is what caused a line or a table: "m" and the id of a message or "i"
// and that of an interaction. It is unique over all tables, so nothing is
// played twice; empty where there is no such cause (dealer and clock). Where
// one message makes two lines, the first bears it.
type Source string
