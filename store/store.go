// Package store is the contract for storing tables, chips and nights, and for the errors of that. The rest of the
// program is written against it; the packages below, such as store/sqlite, implement it. A store knows nothing of
// Discord: guilds, channels, players and posts are numbers to it.
//
// Errors that wrap no sentinel of this package are for the operator: they say what was being done, and players are not
// shown them.
package store

import (
	"context"
	"time"

	"settable/games"
	"settable/store/ids"
)

// Store is the whole contract. All methods are safe for concurrent use.
type Store interface {
	Journal
	Dailies
	Ledger
	Nights
	Plans
	Boards
	Settings
	People
	Servers
	Program

	// Reconcile resolves unknown outcomes: once it returns nil, reads return what is really written.
	Reconcile(ctx context.Context) error
	// Close finishes the queued writes and ends the store. Later writes get ErrClosed. It may be called more than once.
	Close() error
}

// Journal is the tables and their lines.
type Journal interface {
	// OpenTable writes a new table with the first lines of its journal and returns it with its ID. The fields Closed,
	// Post, Shown, Heard and Asleep of t are ignored. The error is ErrPlayed if the source was seen before,
	// ErrBusyChannel if the channel has an open table, ErrNight if t.Night is not the open night of the channel,
	// ErrDealt if t is a daily deal that its opener has already had, and ErrForgetting.
	OpenTable(ctx context.Context, t Table, source Source, first ...Line) (Table, error)
	// Append writes all lines of the entry, their tallies and transfers and the closing of the table, or nothing. When
	// it returns nil they are on the disk. The error is ErrPlayed if a source was seen before, ErrStale if After is not
	// the last line, ErrOver if the table is closed, an *Overdraft (ErrOverdraft) if chips are lacking, ErrChips if
	// some would stay on a closed table, ErrForgetting or ErrParted if a player may not take a seat, ErrNoTable,
	// ErrFull or ErrClosed. All other errors are for the operator, among them ErrTrouble if the disk fails. After
	// ErrOutcomeUnknown the entry may have been written; after every other error it has not.
	//
	// The accounts that transfers name are created when they are first needed. A balance and its owner's seats pay only
	// each other; any other transfer that a rule asks for is refused.
	//
	// Cancelling ctx ends the wait only until the entry is being written. From then on Append waits for the outcome, so
	// that the caller knows it.
	Append(ctx context.Context, e Entry) error
	// CloseTable closes a table without a line, because its channel has vanished. The error is ErrOver if it is closed
	// already, and ErrChips if chips lie on it. Those chips go back by a line, which Append writes together with the
	// closing.
	CloseTable(ctx context.Context, id TableID, at time.Time) error
	// Shown notes the last line of the table that was shown, and its post. The number of the line never decreases. The
	// note may be written with a delay, in the commit of another write. If the table had another post, that one is a
	// Leftover from the same commit on.
	Shown(ctx context.Context, id TableID, line int, post ids.Message) error

	// Heard notes the newest message that was handled at a table, whatever its result. It never goes back to an older
	// message.
	Heard(ctx context.Context, id TableID, message ids.Message) error

	// Table is the table with that id, or ErrNoTable.
	Table(ctx context.Context, id TableID) (Table, error)
	// TableIn is the open table of a channel, or ErrNoTable.
	TableIn(ctx context.Context, channel ChannelID) (Table, error)
	// LastTable is the table that was closed last in a channel, or ErrNoTable. It serves to play
	// again with the same people and options.
	LastTable(ctx context.Context, channel ChannelID) (Table, error)
	// Closed are the closed tables of a channel, the newest first, at most the given number.
	Closed(ctx context.Context, channel ChannelID, most int) ([]Table, error)
	// Sleeping returns the open tables whose players have all been away since before the given time.
	Sleeping(ctx context.Context, before time.Time) ([]Table, error)
	// OpenTables are all tables that are not closed, oldest first.
	OpenTables(ctx context.Context) ([]Table, error)
	// Untold are the tables closed after since whose last line was never shown, oldest first.
	Untold(ctx context.Context, since time.Time) ([]Table, error)
	// Lines is a table's journal from its first line on; it is empty if there is no such table. The chain of the
	// journal is checked: the error is a *Broken (ErrBroken) if it breaks. The error is ErrCompacted, here and in
	// Played and Export, where only the end of the journal is kept.
	Lines(ctx context.Context, id TableID) ([]Line, error)
	// Played is a table's journal with what each line counted and which chips it moved, as Append was
	// given them. Unlike Lines it does not fail where the chain breaks. The error is ErrNoTable.
	Played(ctx context.Context, id TableID) ([]Played, error)
	// Tables are the tables after the given one, open and closed, in the order in which they were
	// opened, at most the given number. Pages read one after another leave no table out.
	Tables(ctx context.Context, after TableID, most int) ([]Table, error)
	// Seats tells which player sits, or sat, on each seat of a table.
	Seats(ctx context.Context, id TableID) (map[games.Seat]PlayerID, error)
	// Export is a table with its whole journal, from which a .game file is made. Unlike Lines it does
	// not fail where the chain breaks. The error is ErrNoTable.
	Export(ctx context.Context, id TableID) (Table, []Line, error)
}

// Ledger is the chips: where they are, how they moved and what the guild's bank granted.
type Ledger interface {
	// Welcome gives a member the starting grant of a guild, once in a lifetime. It must be called wherever chips may be
	// needed for the first time. granted is what was given now: 0 if the member had it already or amount is 0.
	Welcome(ctx context.Context, guild GuildID, player PlayerID, amount games.Chips, at time.Time) (
		granted games.Chips, err error)
	// TopUp gives a member the chips that are missing to floor, counting the balance and the chips on tables together,
	// at most once on the UTC day of at. The error is ErrPlayed if the source was seen before, ErrEnough if nothing is
	// missing, and ErrGranted if the member has had this grant today. Call Welcome first, so that a member who never
	// had the starting grant gets it.
	TopUp(ctx context.Context, guild GuildID, player PlayerID, floor games.Chips, at time.Time, source Source) (
		Grant, error)
	// Give writes a Gift. It uses Guild, Player, Amount, At, Granter, Reason and Source of g. The caller must check who
	// may give. The error is ErrPlayed if the source was seen before, ErrAmount or ErrReason.
	Give(ctx context.Context, g Grant) (Grant, error)

	// Gifts is a page of the gifts of a guild, which any member may read. Pages are numbered from 1 and have size
	// gifts; a page beyond the last is the last one.
	Gifts(ctx context.Context, guild GuildID, page, size int) (Gifts, error)
	// Balance is what a member has in a guild; the zero Holding if the member never had anything.
	Balance(ctx context.Context, guild GuildID, player PlayerID) (Holding, error)
	// History is a page of the movements of a member's chips in a guild, the newest first. Pages are
	// numbered from 1 and have size movements; a page beyond the last is the last one.
	History(ctx context.Context, guild GuildID, player PlayerID, page, size int) (History, error)
	// Purses are the chips at a table at one moment, in the pot and of each seat, and how many lines its journal had
	// then. A purse that never held a chip is missing. The error is ErrNoTable.
	Purses(ctx context.Context, id TableID) (all map[games.Purse]games.Chips, lines int, err error)
	// Stakes counts the chips of a table by their owners, from the transfers alone. The error is
	// ErrNoTable.
	Stakes(ctx context.Context, id TableID) (Stakes, error)
	// Audit checks the books of a guild (0: of all guilds), starting from the transfers: every guild
	// sums to zero, every cached sum equals its transfers, every account has an owner, every transfer
	// its cause and every cause its transfers, closed tables hold nothing, and the chains of the
	// grants and of the open tables break nowhere. AuditTable compares what open tables hold with
	// their games.
	Audit(ctx context.Context, guild GuildID) (Audit, error)
}

// Nights is the evenings of the guilds, from their start to their end.
type Nights interface {
	// StartNight writes a new night and returns it with its ID and Number; n.Ended is ignored. The error is ErrPlayed
	// if the source was seen before, ErrBusyNight if the channel has an open night, ErrBusyChannel if it has an open
	// table, because that table would belong to no night, and ErrForgetting.
	StartNight(ctx context.Context, n Night, source Source) (Night, error)
	// EndNight ends a night, not before it began, and returns it in its final form. The error is ErrNightOver if it has
	// ended, ErrBusyChannel if one of its tables is open, or ErrNoNight.
	EndNight(ctx context.Context, id NightID, at time.Time) (Night, error)
	// DropNight deletes an open night without any players, as if it had never begun. A night that isn't open, or has
	// had a player, stays as it is. The error is ErrBusyChannel if one of its tables is open.
	DropNight(ctx context.Context, id NightID) error

	// CloseNight notes that an open night ends with the open table in its channel. It changes nothing if that was noted
	// before. The error is ErrNightOver if the night has ended, or ErrNoNight.
	CloseNight(ctx context.Context, id NightID, at time.Time) error
	// ClosingNights are the nights for which CloseNight was called, and NightPosted not yet.
	ClosingNights(ctx context.Context) ([]Night, error)
	// NightPosted notes that the standings of a night that has ended are posted.
	NightPosted(ctx context.Context, id NightID) error

	// Night is the night of a guild with that number, or ErrNoNight.
	Night(ctx context.Context, guild GuildID, number int) (Night, error)
	// OpenNight is the open night of a channel, or ErrNoNight.
	OpenNight(ctx context.Context, channel ChannelID) (Night, error)
	// LastNight is the newest night of a guild that has ended, or ErrNoNight.
	LastNight(ctx context.Context, guild GuildID) (Night, error)
	// Nights is a page of the nights of a guild, open ones included. Pages are numbered from 1 and
	// have size nights; a page beyond the last is the last one.
	Nights(ctx context.Context, guild GuildID, page, size int) (NightPage, error)
	// Standing computes the standing of a night from the transfers and the tallies of its tables.
	Standing(ctx context.Context, id NightID) (Standing, error)
}

// Boards is the leaderboards and records.
type Boards interface {
	// Leaderboard is a page of the rows with the most of what the board counts, or the least time.
	// The numbers are summed from the tallies or, for ChipsWon and ChipsOwned, from the ledger. A win
	// is one against others; on the board of a single game a solitaire that was solved counts too.
	// Players with equal numbers are in the order in which they first came, and people who were
	// forgotten are on no board. Pages are numbered from 1 and have size rows; a page beyond the last
	// is the last one.
	Leaderboard(ctx context.Context, b Board, page, size int, caller PlayerID) (Page, error)
	// Record sums the tallies of a game's finished tables: those at which a game was played to its end.
	Record(ctx context.Context, guild GuildID, game string) (Record, error)
}

// Settings is the settings of guilds and players, and the names of players.
type Settings interface {
	// Settings are the choices of the guild, or Unset.
	Settings(ctx context.Context, guild GuildID) (GuildSettings, error)
	// SetSettings replaces all of a guild's choices.
	SetSettings(ctx context.Context, guild GuildID, set GuildSettings) error
	// PlayerSettings are the player's choices; the zero value where there are none.
	PlayerSettings(ctx context.Context, player PlayerID) (PlayerSettings, error)
	// SetPlayerSettings replaces all of a player's choices.
	SetPlayerSettings(ctx context.Context, player PlayerID, set PlayerSettings) error
	// SetName keeps the name of a player in a guild.
	SetName(ctx context.Context, guild GuildID, player PlayerID, name string) error
	// Names are the names of those players for whom one is kept.
	Names(ctx context.Context, guild GuildID, players []PlayerID) (map[PlayerID]string, error)
	// AllNames are the names that are kept of all players in a guild.
	AllNames(ctx context.Context, guild GuildID) (map[PlayerID]string, error)
}

// Program is the bot's own data.
type Program interface {
	// Alive is when the program that last had this store open gave its last sign of life; zero if there was none. The
	// time since then does not count against the deadlines of tables.
	Alive(ctx context.Context) (time.Time, error)
	// Beat is a sign of life, which the next program reads with Alive.
	Beat(now time.Time) error
	// Identify notes that a new session with Discord is about to begin.
	Identify(ctx context.Context, at time.Time) error
	// Identified are the sessions that began after since, oldest first.
	Identified(ctx context.Context, since time.Time) ([]time.Time, error)
	// Leave notes a message that is to be deleted sometime; repeating it changes nothing. The posts of
	// tables are noted by Shown.
	Leave(ctx context.Context, l Leftover) error
	// Deleted notes that a message is deleted. The note may be written with a delay, as that of Shown.
	Deleted(ctx context.Context, l Leftover) error
	// Leftovers are the messages that are to be deleted, and LeftIn those of them in a channel, oldest
	// first.
	Leftovers(ctx context.Context) ([]Leftover, error)
	LeftIn(ctx context.Context, channel ChannelID) ([]Leftover, error)
	// IsTemporary reports whether the same attempt may succeed a moment later: the server cannot be reached, and
	// nothing is damaged.
	IsTemporary(err error) bool
	// Key is this store's own secret of KeySize random bytes, which is made with the store and never
	// changes. It must not be logged.
	Key(ctx context.Context) ([]byte, error)
}

// KeySize is the length of a store's key.
const KeySize = 32
