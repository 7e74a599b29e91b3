// Package store defines the contract for storing tables, chips and nights, including its errors. The rest of the
// program uses only the contract; packages such as store/sqlite implement it. A store knows nothing about Discord:
// guilds, channels, players and posts are only numbers.
//
// Errors that wrap no sentinel of this package are for the operator. They say what was being done, and players don't
// see them.
package store

import (
	"context"
	"time"

	"settable/games"
	"settable/store/ids"
)

// Store is the complete contract of a store. All methods are safe for concurrent use.
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

	// Reconcile resolves unknown outcomes. After it has returned nil, reads return exactly what is stored.
	Reconcile(ctx context.Context) error
	// Close finishes the queued writes and closes the store. Later writes return ErrClosed. Calling Close more than
	// once is allowed.
	Close() error
}

// Journal stores the tables and their lines.
type Journal interface {
	// OpenTable writes a new table with the first lines of its journal and returns it with its ID. It ignores the
	// fields Closed, Post, Shown, LastJudged and Asleep of t. It returns ErrPlayed if the source was seen before,
	// ErrBusyChannel if the channel has an open table, ErrNight if t.Night is not the open night of the channel,
	// ErrDealt if t is a daily deal that its opener has already had, and ErrForgetting.
	OpenTable(ctx context.Context, t Table, source Source, first ...Line) (Table, error)
	// Append writes all lines of the entry, their tallies and transfers, and the closing of the table, or nothing. When
	// it returns nil, everything is on disk. It returns ErrPlayed if a source was seen before, ErrStale if After is not
	// the last line, ErrOver if the table is closed, an *Overdraft (ErrOverdraft) if an account lacks chips, ErrChips
	// if chips would stay on a closed table, ErrForgetting or ErrForgottenHere if a player may not sit down or
	// moderate, ErrNoTable, ErrFull or ErrClosed. All other errors are for the operator; one of them is ErrTrouble, for
	// a failing disk. After ErrOutcomeUnknown, the entry may have been written; after every other error, it has not.
	//
	// The store creates the accounts that transfers name when it first needs them. Balances exchange chips only with
	// the seats of their owner; Append refuses all other transfers from or to a balance.
	//
	// Cancelling ctx ends the wait only until the store begins to write the entry. After that, Append waits for the
	// outcome, so that the caller knows it.
	Append(ctx context.Context, e Entry) error
	// CloseTable closes a table without a line, because its channel was deleted. It returns ErrOver if the table is
	// already closed, and ErrChips if it has chips. The caller must first return those chips with an entry, which can
	// also close the table.
	CloseTable(ctx context.Context, id TableID, at time.Time) error
	// NoteShown records the last line of the table that was shown, and the post that shows it. The number of the line
	// never decreases. The store may delay this write until another write is committed. If the table had another post,
	// the same commit adds the old post as a Leftover.
	NoteShown(ctx context.Context, id TableID, line int, post ids.Message) error
	// NoteShownBelow works like NoteShown for a post below an earlier message of the table that stays in the channel.
	// The same commit removes the earlier message from the Leftovers.
	NoteShownBelow(ctx context.Context, id TableID, line int, post, kept ids.Message) error

	// NoteJudged records the newest message that was judged at a table, whatever the result was. It never goes back
	// to an older message.
	NoteJudged(ctx context.Context, id TableID, message ids.Message) error

	// Table returns the table with the given id, or ErrNoTable.
	Table(ctx context.Context, id TableID) (Table, error)
	// TableIn returns the open table of a channel, or ErrNoTable.
	TableIn(ctx context.Context, channel ids.Channel) (Table, error)
	// LastTable returns the table that was closed last in a channel, or ErrNoTable. It is used to play again with the
	// same people and options.
	LastTable(ctx context.Context, channel ids.Channel) (Table, error)
	// Closed returns at most the given number of closed tables of a channel, newest first.
	Closed(ctx context.Context, channel ids.Channel, most int) ([]Table, error)
	// Sleeping returns the open tables whose players have all been away since before the given time.
	Sleeping(ctx context.Context, before time.Time) ([]Table, error)
	// OpenTables returns all open tables, oldest first.
	OpenTables(ctx context.Context) ([]Table, error)
	// UnshownTables returns the tables that were closed at or after the given time and whose last line was never shown,
	// oldest first. Daily deals are left out.
	UnshownTables(ctx context.Context, since time.Time) ([]Table, error)
	// Lines returns a table's journal from its first line on, or nothing if the table doesn't exist. It checks the hash
	// chain of the journal, and returns a *Broken (ErrBroken) if the chain is broken. Lines, Played and Export return
	// ErrCompacted if only the end of the journal is left.
	Lines(ctx context.Context, id TableID) ([]Line, error)
	// Played returns a table's journal with the counts and transfers that Append got for each line. Unlike Lines, it
	// doesn't fail if the chain is broken. It returns ErrNoTable if the table doesn't exist.
	Played(ctx context.Context, id TableID) ([]Played, error)
	// Tables returns at most the given number of tables after the given one, open or closed, in the order in which they
	// were opened. Consecutive pages leave out no table.
	Tables(ctx context.Context, after TableID, most int) ([]Table, error)
	// Seats returns the players who have, or had, the seats of a table.
	Seats(ctx context.Context, id TableID) (map[games.Seat]ids.User, error)
	// Export returns a table with its whole journal, for writing a .game file. Unlike Lines, it doesn't fail if the
	// chain is broken. It returns ErrNoTable if the table doesn't exist.
	Export(ctx context.Context, id TableID) (Table, []Line, error)
}

// Ledger records where the chips are, how they moved, and what each guild's bank granted.
type Ledger interface {
	// Welcome gives a member a guild's starting grant, at most once ever. Callers must call Welcome wherever a member
	// may need chips for the first time. It returns the amount that this call granted: 0 if the member already had the
	// grant or amount is 0.
	Welcome(ctx context.Context, guild ids.Guild, player ids.User, amount games.Chips, at time.Time) (
		granted games.Chips, err error)
	// TopUp raises a member's chips to floor, at most once per UTC day. It counts the balance and the chips on tables
	// together. It returns ErrPlayed if the source was seen before, ErrEnough if nothing is missing, and ErrGranted if
	// the member has had this grant today. Call Welcome first, so that a member who never had the starting grant gets
	// it.
	TopUp(ctx context.Context, guild ids.Guild, player ids.User, floor games.Chips, at time.Time, source Source) (
		Grant, error)
	// Give writes a Gift. It uses Guild, Player, Amount, At, Granter, Reason and Source of g. The caller must check who
	// may give. Give returns ErrPlayed if the source was seen before, ErrAmount or ErrReason.
	Give(ctx context.Context, g Grant) (Grant, error)

	// Gifts returns a page of the gifts of a guild, which any member may read. Pages are numbered from 1, and size is
	// the number of gifts per page. A page number that is too high returns the last page.
	Gifts(ctx context.Context, guild ids.Guild, page, size int) (Gifts, error)
	// Balance returns the chips of a member in a guild, or the zero Holding if the member never had any.
	Balance(ctx context.Context, guild ids.Guild, player ids.User) (Holding, error)
	// History returns a page of the movements of a member's chips in a guild, newest first. Pages are numbered from 1,
	// and size is the number of movements per page. A page number that is too high returns the last page.
	History(ctx context.Context, guild ids.Guild, player ids.User, page, size int) (History, error)
	// TableAccounts returns the chips in the pot and in the stack of each seat of a table, and the number of lines that
	// the journal has at the same moment. It leaves out accounts that never had a chip. It returns ErrNoTable if the
	// table doesn't exist.
	TableAccounts(ctx context.Context, id TableID) (all map[games.Account]games.Chips, lines int, err error)
	// Stakes computes the chips of a table by owner from the transfers alone. It returns ErrNoTable if the table
	// doesn't exist.
	Stakes(ctx context.Context, id TableID) (Stakes, error)
	// Audit checks the ledger of a guild, or of all guilds if guild is 0. It checks that every guild sums to zero,
	// every cached sum equals its transfers, every account has an owner, every transfer has its cause and every cause
	// its transfers, closed tables hold nothing, and the chains of the grants and of the open tables are unbroken.
	// AuditTable compares the chips of open tables with their games.
	Audit(ctx context.Context, guild ids.Guild) (Audit, error)
}

// Nights stores the nights of the guilds.
type Nights interface {
	// StartNight writes a new night and returns it with its ID and Number. It ignores n.Ended. It returns ErrPlayed if
	// the source was seen before, ErrBusyNight if the channel has an open night, ErrBusyChannel if the channel has an
	// open table, because that table would belong to no night, and ErrForgetting.
	StartNight(ctx context.Context, n Night, source Source) (Night, error)
	// EndNight ends a night and returns it in its final form. The end is never before the start. EndNight returns
	// ErrNightOver if the night has ended, ErrBusyChannel if one of its tables is open, or ErrNoNight.
	EndNight(ctx context.Context, id NightID, at time.Time) (Night, error)
	// DropNight deletes an open night without any players, as if it had never begun. It does nothing if the night isn't
	// open or has had a player. It returns ErrBusyChannel if one of the night's tables is open.
	DropNight(ctx context.Context, id NightID) error

	// CloseNight records that an open night ends together with the open table in its channel. Calling it again changes
	// nothing. It returns ErrNightOver if the night has ended, or ErrNoNight.
	CloseNight(ctx context.Context, id NightID, at time.Time) error
	// ClosingNights returns the nights for which CloseNight has been called but NightPosted hasn't.
	ClosingNights(ctx context.Context) ([]Night, error)
	// NightPosted records that the standings of an ended night have been posted.
	NightPosted(ctx context.Context, id NightID) error

	// Night returns the night of a guild with the given number, or ErrNoNight.
	Night(ctx context.Context, guild ids.Guild, number int) (Night, error)
	// OpenNight returns the open night of a channel, or ErrNoNight.
	OpenNight(ctx context.Context, channel ids.Channel) (Night, error)
	// LastNight returns the guild's newest ended night, or ErrNoNight.
	LastNight(ctx context.Context, guild ids.Guild) (Night, error)
	// Nights returns a page of the nights of a guild, including open ones. Pages are numbered from 1, and size is the
	// number of nights per page. A page number that is too high returns the last page.
	Nights(ctx context.Context, guild ids.Guild, page, size int) (NightPage, error)
	// Standing computes the standing of a night from the transfers and tallies of its tables.
	Standing(ctx context.Context, id NightID) (Standing, error)
}

// Boards computes the leaderboards and records.
type Boards interface {
	// Leaderboard returns a page of a leaderboard, with the highest numbers, or the shortest times, first. It sums the
	// tallies or, for ChipsWon and ChipsOwned, the ledger. A win needs opponents, but on the leaderboard of a single
	// game a solved solitaire counts too. Players with equal numbers are listed in the order in which they first
	// appeared. Forgotten players appear on no leaderboard. Pages are numbered from 1, and size is the number of rows
	// per page. A page number that is too high returns the last page.
	Leaderboard(ctx context.Context, b Board, page, size int, caller ids.User) (Page, error)
	// Record sums the tallies of a game's finished tables, where the game was played to its end.
	Record(ctx context.Context, guild ids.Guild, game string) (Record, error)
	// SoloRecord is like Record, but for the tables at which the player sat alone and which were opened before the
	// given one.
	SoloRecord(ctx context.Context, guild ids.Guild, game string, player ids.User, before TableID) (Record, error)
	// Recent returns the last games that a player has played to their end and that count, at most the given number,
	// newest first. Daily deals aren't among them.
	Recent(ctx context.Context, guild ids.Guild, player ids.User, most int) ([]Finished, error)
}

// Settings stores the settings of guilds and players, and the names of players.
type Settings interface {
	// Settings returns the choices of the guild, or Unset if it has made none.
	Settings(ctx context.Context, guild ids.Guild) (GuildSettings, error)
	// SetSettings replaces all of a guild's choices.
	SetSettings(ctx context.Context, guild ids.Guild, set GuildSettings) error
	// PlayerSettings returns the player's choices, or the zero value if the player has made none.
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

// Program stores the bot's own data.
type Program interface {
	// Alive returns the last heartbeat of the program that last had this store open. It returns the zero time if there
	// was none. The time since the heartbeat doesn't count against the deadlines of tables.
	Alive(ctx context.Context) (time.Time, error)
	// Beat records a heartbeat, which the next program reads with Alive.
	Beat(now time.Time) error
	// Identify records that a new session with Discord is about to begin.
	Identify(ctx context.Context, at time.Time) error
	// Identified returns the sessions that began after the given time, oldest first.
	Identified(ctx context.Context, since time.Time) ([]time.Time, error)
	// Leave records a message that must be deleted. Repeating the call changes nothing. NoteShown records the posts of
	// tables.
	Leave(ctx context.Context, l Leftover) error
	// Deleted records that a message has been deleted. Like NoteShown, it may delay the write.
	Deleted(ctx context.Context, l Leftover) error
	// Leftovers returns the messages that must be deleted, oldest first. LeftIn returns only those in one channel.
	Leftovers(ctx context.Context) ([]Leftover, error)
	LeftIn(ctx context.Context, channel ids.Channel) ([]Leftover, error)
	// IsTemporary reports whether another attempt may succeed a moment later, because the server can't be reached but
	// nothing is damaged.
	IsTemporary(err error) bool
	// Key returns this store's own secret of KeySize random bytes. It is created with the store and never changes. It
	// must not be logged.
	Key(ctx context.Context) ([]byte, error)
}

// KeySize is the length of a store's key.
const KeySize = 32
