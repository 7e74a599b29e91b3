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
	// Close finishes the queued writes and closes the store. Later writes get ErrClosed. It may be called more than
	// once.
	Close() error
}

// Journal contains the tables and their lines.
type Journal interface {
	// OpenTable writes a new table with the first lines of its journal and returns it with its ID. The fields Closed,
	// Post, Shown, Heard and Asleep of t are ignored. The error is ErrPlayed if the source was seen before,
	// ErrBusyChannel if the channel has an open table, ErrNight if t.Night is not the open night of the channel,
	// ErrDealt if t is a daily deal that its opener has already had, and ErrForgetting.
	OpenTable(ctx context.Context, t Table, source Source, first ...Line) (Table, error)
	// Append writes all lines of the entry, their tallies and transfers and the closing of the table, or nothing. When
	// it returns nil they are on the disk. The error is ErrPlayed if a source was seen before, ErrStale if After is not
	// the last line, ErrOver if the table is closed, an *Overdraft (ErrOverdraft) if chips are lacking, ErrChips if
	// some would stay on a closed table, ErrForgetting or ErrForgottenHere if a player may not sit down or moderate, ErrNoTable,
	// ErrFull or ErrClosed. All other errors are for the operator, among them ErrTrouble if the disk fails. After
	// ErrOutcomeUnknown the entry may have been written; after every other error it has not.
	//
	// The accounts that transfers name are created when they are first needed. A balance and its owner's seats pay only
	// each other; any other transfer that a rule asks for is refused.
	//
	// Cancelling ctx ends the wait only until the entry is being written. From then on Append waits for the outcome, so
	// that the caller knows it.
	Append(ctx context.Context, e Entry) error
	// CloseTable closes a table without a line, because its channel was deleted. The error is ErrOver if it is
	// already closed, and ErrChips if there are chips on it. Those chips must be returned by a line that Append
	// writes together with the closing.
	CloseTable(ctx context.Context, id TableID, at time.Time) error
	// NoteShown records the last line of the table that was shown, and its post. The number of the line never decreases.
	// It may be written later, in the commit of another write. If the table had another post, the same commit adds
	// that as a Leftover.
	NoteShown(ctx context.Context, id TableID, line int, post ids.Message) error
	// NoteShownBelow is NoteShown for a post below an earlier message of the table that stays in the channel. The same
	// commit removes that message from the Leftovers.
	NoteShownBelow(ctx context.Context, id TableID, line int, post, kept ids.Message) error

	// NoteHandled records the newest message that was handled at a table, whatever its result. It never goes back to an
	// older message.
	NoteHandled(ctx context.Context, id TableID, message ids.Message) error

	// Table returns the table with that id, or ErrNoTable.
	Table(ctx context.Context, id TableID) (Table, error)
	// TableIn returns the open table of a channel, or ErrNoTable.
	TableIn(ctx context.Context, channel ids.Channel) (Table, error)
	// LastTable returns the table that was closed last in a channel, or ErrNoTable. It is used to play again with the
	// same people and options.
	LastTable(ctx context.Context, channel ids.Channel) (Table, error)
	// Closed returns the closed tables of a channel, newest first, at most the given number.
	Closed(ctx context.Context, channel ids.Channel, most int) ([]Table, error)
	// Sleeping returns the open tables whose players have all been away since before the given time.
	Sleeping(ctx context.Context, before time.Time) ([]Table, error)
	// OpenTables returns all open tables, oldest first.
	OpenTables(ctx context.Context) ([]Table, error)
	// UnshownTables returns the tables closed after since whose last line was never shown, oldest first.
	UnshownTables(ctx context.Context, since time.Time) ([]Table, error)
	// Lines returns a table's journal from its first line on; it is empty if there is no such table. It checks the
	// chain of the journal: the error is a *Broken (ErrBroken) if the chain is broken. The error of Lines, Played and
	// Export is ErrCompacted if only the end of the journal is left.
	Lines(ctx context.Context, id TableID) ([]Line, error)
	// Played returns a table's journal with the counts and transfers of each line, as Append got them. Unlike Lines
	// it doesn't fail if the chain is broken. The error is ErrNoTable.
	Played(ctx context.Context, id TableID) ([]Played, error)
	// Tables returns the tables after the given one, open and closed, in the order in which they were opened, at most
	// the given number. Consecutive pages leave out no table.
	Tables(ctx context.Context, after TableID, most int) ([]Table, error)
	// Seats returns the player who has, or had, each seat of a table.
	Seats(ctx context.Context, id TableID) (map[games.Seat]ids.User, error)
	// Export returns a table with its whole journal, from which a .game file is made. Unlike Lines it doesn't fail if
	// the chain is broken. The error is ErrNoTable.
	Export(ctx context.Context, id TableID) (Table, []Line, error)
}

// Ledger contains the chips: where they are, how they moved and what the guild's bank granted.
type Ledger interface {
	// Welcome gives a member the starting grant of a guild, once in a lifetime. It must be called wherever chips may
	// be needed for the first time. granted is the amount given now: 0 if the member already had it or amount is 0.
	Welcome(ctx context.Context, guild ids.Guild, player ids.User, amount games.Chips, at time.Time) (
		granted games.Chips, err error)
	// TopUp gives a member the chips that are missing to floor, counting the balance and the chips on tables
	// together, at most once on the UTC day of at. The error is ErrPlayed if the source was seen before, ErrEnough if
	// nothing is missing, and ErrGranted if the member has had this grant today. Call Welcome first, so that a member
	// who never had the starting grant gets it.
	TopUp(ctx context.Context, guild ids.Guild, player ids.User, floor games.Chips, at time.Time, source Source) (
		Grant, error)
	// Give writes a Gift. It uses Guild, Player, Amount, At, Granter, Reason and Source of g. The caller must check who
	// may give. The error is ErrPlayed if the source was seen before, ErrAmount or ErrReason.
	Give(ctx context.Context, g Grant) (Grant, error)

	// Gifts returns a page of the gifts of a guild, which any member may read. Pages are numbered from 1 and have
	// size gifts; a page beyond the last is the last one.
	Gifts(ctx context.Context, guild ids.Guild, page, size int) (Gifts, error)
	// Balance returns the chips of a member in a guild; the zero Holding if the member never had any.
	Balance(ctx context.Context, guild ids.Guild, player ids.User) (Holding, error)
	// History returns a page of the movements of a member's chips in a guild, the newest first. Pages are numbered
	// from 1 and have size movements; a page beyond the last is the last one.
	History(ctx context.Context, guild ids.Guild, player ids.User, page, size int) (History, error)
	// Purses returns the chips at a table at one moment, in the pot and of each seat, and the number of lines of its
	// journal at that moment. A purse that never held a chip is missing. The error is ErrNoTable.
	Purses(ctx context.Context, id TableID) (all map[games.Account]games.Chips, lines int, err error)
	// Stakes computes the chips of a table by their owners from the transfers alone. The error is ErrNoTable.
	Stakes(ctx context.Context, id TableID) (Stakes, error)
	// Audit checks the ledger of a guild (0: of all guilds), starting from the transfers: every guild sums to zero,
	// every cached sum equals its transfers, every account has an owner, every transfer its cause and every cause its
	// transfers, closed tables hold nothing, and the chains of the grants and of the open tables are unbroken.
	// AuditTable compares the chips of open tables with their games.
	Audit(ctx context.Context, guild ids.Guild) (Audit, error)
}

// Nights contains the nights of the guilds, from their start to their end.
type Nights interface {
	// StartNight writes a new night and returns it with its ID and Number; n.Ended is ignored. The error is ErrPlayed
	// if the source was seen before, ErrBusyNight if the channel has an open night, ErrBusyChannel if it has an open
	// table, because that table would belong to no night, and ErrForgetting.
	StartNight(ctx context.Context, n Night, source Source) (Night, error)
	// EndNight ends a night, not before its start, and returns it in its final form. The error is ErrNightOver if it
	// has ended, ErrBusyChannel if one of its tables is open, or ErrNoNight.
	EndNight(ctx context.Context, id NightID, at time.Time) (Night, error)
	// DropNight deletes an open night without any players, as if it had never begun. A night that isn't open, or has
	// had a player, stays unchanged. The error is ErrBusyChannel if one of its tables is open.
	DropNight(ctx context.Context, id NightID) error

	// CloseNight records that an open night ends with the open table in its channel. It changes nothing if that was
	// recorded before. The error is ErrNightOver if the night has ended, or ErrNoNight.
	CloseNight(ctx context.Context, id NightID, at time.Time) error
	// ClosingNights returns the nights for which CloseNight has been called, but not yet NightPosted.
	ClosingNights(ctx context.Context) ([]Night, error)
	// NightPosted records that the standings of an ended night are posted.
	NightPosted(ctx context.Context, id NightID) error

	// Night returns the night of a guild with that number, or ErrNoNight.
	Night(ctx context.Context, guild ids.Guild, number int) (Night, error)
	// OpenNight returns the open night of a channel, or ErrNoNight.
	OpenNight(ctx context.Context, channel ids.Channel) (Night, error)
	// LastNight returns the guild's newest night that has ended, or ErrNoNight.
	LastNight(ctx context.Context, guild ids.Guild) (Night, error)
	// Nights returns a page of the nights of a guild, open ones included. Pages are numbered from 1 and have size
	// nights; a page beyond the last is the last one.
	Nights(ctx context.Context, guild ids.Guild, page, size int) (NightPage, error)
	// Standing computes the standing of a night from the transfers and the tallies of its tables.
	Standing(ctx context.Context, id NightID) (Standing, error)
}

// Boards contains the leaderboards and records.
type Boards interface {
	// Leaderboard returns a page of the rows with the most of what the leaderboard counts, or the least time. The
	// numbers are summed from the tallies or, for ChipsWon and ChipsOwned, from the ledger. A win needs opponents; on
	// the leaderboard of a single game a solved solitaire counts too. Players with equal numbers are in the order in
	// which they first came, and forgotten players are on no leaderboard. Pages are numbered from 1 and have size
	// rows; a page beyond the last is the last one.
	Leaderboard(ctx context.Context, b Board, page, size int, caller ids.User) (Page, error)
	// Record sums the tallies of a game's finished tables: those where a game was played to its end.
	Record(ctx context.Context, guild ids.Guild, game string) (Record, error)
}

// Settings contains the settings of guilds and players, and the names of players.
type Settings interface {
	// Settings returns the choices of the guild, or Unset.
	Settings(ctx context.Context, guild ids.Guild) (GuildSettings, error)
	// SetSettings replaces all of a guild's choices.
	SetSettings(ctx context.Context, guild ids.Guild, set GuildSettings) error
	// PlayerSettings returns the player's choices, or the zero value.
	PlayerSettings(ctx context.Context, player ids.User) (PlayerSettings, error)
	// SetPlayerSettings replaces all of a player's choices.
	SetPlayerSettings(ctx context.Context, player ids.User, set PlayerSettings) error
	// SetName stores the name of a player in a guild.
	SetName(ctx context.Context, guild ids.Guild, player ids.User, name string) error
	// Names returns the stored names of these players.
	Names(ctx context.Context, guild ids.Guild, players []ids.User) (map[ids.User]string, error)
	// AllNames returns the stored names of all players in a guild.
	AllNames(ctx context.Context, guild ids.Guild) (map[ids.User]string, error)
}

// Program contains the bot's own data.
type Program interface {
	// Alive returns the last heartbeat of the program that last had this store open; zero if there was none. The time
	// since then doesn't count against the deadlines of tables.
	Alive(ctx context.Context) (time.Time, error)
	// Beat records a heartbeat, which the next program reads with Alive.
	Beat(now time.Time) error
	// Identify records that a new session with Discord is about to begin.
	Identify(ctx context.Context, at time.Time) error
	// Identified returns the sessions that began after since, oldest first.
	Identified(ctx context.Context, since time.Time) ([]time.Time, error)
	// Leave records a message that is to be deleted; repeating it changes nothing. The posts of tables are recorded
	// by NoteShown.
	Leave(ctx context.Context, l Leftover) error
	// Deleted records that a message is deleted. It may be written later, like NoteShown.
	Deleted(ctx context.Context, l Leftover) error
	// Leftovers returns the messages that are to be deleted, and LeftIn those of them in a channel, oldest first.
	Leftovers(ctx context.Context) ([]Leftover, error)
	LeftIn(ctx context.Context, channel ids.Channel) ([]Leftover, error)
	// IsTemporary reports whether the same attempt may succeed a moment later: the server can't be reached, but
	// nothing is damaged.
	IsTemporary(err error) bool
	// Key returns this store's own secret of KeySize random bytes, which is created with the store and never changes.
	// It must not be logged.
	Key(ctx context.Context) ([]byte, error)
}

// KeySize is the length of a store's key.
const KeySize = 32
