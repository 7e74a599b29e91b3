// Package store says what is kept of tables, chips and nights, and what may go wrong with it: the contract
// that the rest of the house is written against. How it is kept is for the packages below, of which
// store/sqlite is one. A store knows no Discord: guilds, channels, players and posts are numbers to it.
//
// Errors that are no sentinel of this package are the operator's: they say what was being done, and the
// players are not shown them.
package store

import (
	"context"
	"time"

	"settable/games"
)

// Store is everything that is kept. All methods may be called at the same time by many goroutines.
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

	// Reconcile ends the uncertainty that an ErrOutcomeUnknown speaks of, if there is any: when it returns nil,
	// what is read is what is written.
	Reconcile(ctx context.Context) error
	// Close writes what is queued, and ends. Writes that come later get ErrClosed. It may be called more than
	// once.
	Close() error
}

// Journal is the tables and their lines.
type Journal interface {
	// OpenTable writes a new table with the first lines of its journal and gives it back with its ID. Closed,
	// Post, Shown, Heard and Asleep of t do not count. The error is ErrPlayed where the source was seen before,
	// ErrBusyChannel where the channel has an open table, ErrNight where Night of t is not the open night of the
	// channel, and ErrDealt where t is a daily deal that its opener has had.
	OpenTable(ctx context.Context, t Table, source Source, first ...Line) (Table, error)
	// Append writes all lines of the entry, their tallies and transfers and the closing of the table, or
	// nothing. When it returns nil they are on the disk. The error is ErrPlayed where a source was seen
	// before, ErrStale where After is not the last line, ErrOver where the table is closed, an *Overdraft
	// (ErrOverdraft) where chips are lacking, ErrChips where some would lie on a closed table, ErrNoTable,
	// ErrFull or ErrClosed; all others are the operator's, ErrTrouble among them where the disk is to blame.
	// Where it is ErrOutcomeUnknown, the entry may be written all the same; after every other error it is not.
	//
	// The accounts that transfers name are made when they are first needed. A balance and its owner's seats
	// pay only each other; whatever else a rule asks for is refused.
	//
	// ctx can end the wait only until the entry is being written: from then on Append waits for the outcome,
	// so that nobody is told what is not so.
	Append(ctx context.Context, e Entry) error
	// CloseTable closes a table without a line, because its channel has vanished. The error is ErrOver where
	// it is closed already, and ErrChips where chips lie on it: those go back by a line, which Append writes
	// together with the closing.
	CloseTable(ctx context.Context, id TableID, at time.Time) error
	// Shown notes which line of the table people were shown last, and in which post. The number of the line
	// never goes down. It may take a moment: it is written together with something that is waited for.
	Shown(ctx context.Context, id TableID, line int, post int64) error

	// Heard notes the newest message that a table has judged, whatever came of it. It never goes down.
	Heard(ctx context.Context, id TableID, message int64) error

	// Table is the table with that id, or ErrNoTable.
	Table(ctx context.Context, id TableID) (Table, error)
	// TableIn is the open table of a channel, or ErrNoTable.
	TableIn(ctx context.Context, channel ChannelID) (Table, error)
	// LastTable is the table that was closed last in a channel, to play again with the same people and
	// options, or ErrNoTable.
	LastTable(ctx context.Context, channel ChannelID) (Table, error)
	// Closed are the tables of a channel that were closed, the newest first, at most so many.
	Closed(ctx context.Context, channel ChannelID, most int) ([]Table, error)
	// Sleeping are the open tables at which nobody was there since before that time.
	Sleeping(ctx context.Context, before time.Time) ([]Table, error)
	// OpenTables are all tables that are not closed, oldest first.
	OpenTables(ctx context.Context) ([]Table, error)
	// Untold are the tables closed since then whose last line people were never shown, oldest first.
	Untold(ctx context.Context, since time.Time) ([]Table, error)
	// Lines is a table's journal from its first line on. It is followed along its chain, and the error is a
	// *Broken (ErrBroken) where that breaks, and ErrCompacted where only the end of it is kept, here and below.
	// Where there is no table there are none.
	Lines(ctx context.Context, id TableID) ([]Line, error)
	// Played is a table's journal with what each line counted and which chips it moved, as Append was given
	// them, though the chain breaks. The error is ErrNoTable.
	Played(ctx context.Context, id TableID) ([]Played, error)
	// Tables are the tables after that one, open and closed, in the order in which they were opened, at most
	// so many: nothing is left out between two pages.
	Tables(ctx context.Context, after TableID, most int) ([]Table, error)
	// Seats says who sits, or sat, on each seat of a table.
	Seats(ctx context.Context, id TableID) (map[games.Seat]PlayerID, error)
	// Export is a table with its whole journal: what a .game file is made from, though the chain breaks. The
	// error is ErrNoTable.
	Export(ctx context.Context, id TableID) (Table, []Line, error)
}

// Ledger is the chips: where they lie, how they moved and what the house gave.
type Ledger interface {
	// Welcome gives a member the starting grant of a guild, once for life: call it wherever chips are needed
	// first. granted is what was given now, 0 where the member had it already or amount is 0.
	Welcome(ctx context.Context, guild GuildID, player PlayerID, amount games.Chips, at time.Time) (
		granted games.Chips, err error)
	// TopUp gives a member what is missing to floor, of the balance and the chips on tables together, at most
	// once on the UTC day of at. The error is ErrPlayed where the source was seen before, ErrEnough where
	// nothing is missing, and ErrGranted where it was given today. Call Welcome before: who never had the
	// starting grant has it coming.
	TopUp(ctx context.Context, guild GuildID, player PlayerID, floor games.Chips, at time.Time, source Source) (
		Grant, error)
	// Give writes a Gift: Guild, Player, Amount, At, Granter, Reason and Source of g count. Who may give is
	// not for the store to say. The error is ErrPlayed where the source was seen before, ErrAmount or
	// ErrReason.
	Give(ctx context.Context, g Grant) (Grant, error)

	// Gifts is the page (1, 2, 3 …; past the end: the last) of size gifts of a guild: the list that anybody
	// may read.
	Gifts(ctx context.Context, guild GuildID, page, size int) (Gifts, error)
	// Balance is what a member has in a guild; the zero Holding where they never had anything.
	Balance(ctx context.Context, guild GuildID, player PlayerID) (Holding, error)
	// History is the page (1, 2, 3 …; past the end: the last) of size movements of a member's chips in a
	// guild, in the order in which they were written.
	History(ctx context.Context, guild GuildID, player PlayerID, page, size int) (History, error)
	// Purses are the chips that lie at a table, the pot's and each seat's, as they were when its journal had
	// so many lines: the journal may go on meanwhile. A purse that never held a chip is missing. The error is
	// ErrNoTable.
	Purses(ctx context.Context, id TableID) (all map[games.Purse]games.Chips, lines int, err error)
	// Stakes counts the chips of a table by whose they are, from the transfers alone. The error is ErrNoTable.
	Stakes(ctx context.Context, id TableID) (Stakes, error)
	// Audit proves the books of a guild (0: of all) from the transfers on: that every guild sums to zero, every
	// cached sum equals its transfers, every account has an owner, every transfer its cause, every cause its
	// transfers, closed tables hold nothing, and the chains of the grants and of the open tables break nowhere.
	// Whether open tables hold what their games say is for AuditTable.
	Audit(ctx context.Context, guild GuildID) (Audit, error)
}

// Nights is the evenings of the guilds, from their start to their end.
type Nights interface {
	// StartNight writes a new night and gives it back with its ID and Number; Ended of n does not count. The
	// error is ErrPlayed where the source was seen before, ErrBusyNight where a night is open in the channel,
	// and ErrBusyChannel where a table is: it would be of no night.
	StartNight(ctx context.Context, n Night, source Source) (Night, error)
	// EndNight ends a night, not before it began, and gives it back as it stays from then on. The error is
	// ErrNightOver where it has ended, ErrBusyChannel where one of its tables is open, or ErrNoNight.
	EndNight(ctx context.Context, id NightID, at time.Time) (Night, error)

	// Night is the night of a guild with that number, or ErrNoNight.
	Night(ctx context.Context, guild GuildID, number int) (Night, error)
	// OpenNight is the open night of a channel, or ErrNoNight.
	OpenNight(ctx context.Context, channel ChannelID) (Night, error)
	// LastNight is the newest night of a guild that has ended, or ErrNoNight.
	LastNight(ctx context.Context, guild GuildID) (Night, error)
	// Nights is the page (1, 2, 3 …; past the end: the last) of size nights of a guild, open ones too.
	Nights(ctx context.Context, guild GuildID, page, size int) (NightPage, error)
	// Standing adds up a night from the transfers and the tallies of its tables.
	Standing(ctx context.Context, id NightID) (Standing, error)
}

// Boards is what is counted over many tables.
type Boards interface {
	// Leaderboard is the page (1, 2, 3 …; past the end: the last) of size rows with the most of what the board
	// counts, or the least time, summed from the tallies or, for ChipsWon and ChipsOwned, from the ledger. A win
	// is one against others; of one game alone it is a solitaire that came out, too. Players with equal numbers
	// stand in the order in which they first came; whoever was forgotten stands on none.
	Leaderboard(ctx context.Context, b Board, page, size int, caller PlayerID) (Page, error)
	// Record adds up the tallies of a game's finished tables: those at which somebody played a game to its end.
	Record(ctx context.Context, guild GuildID, game string) (Record, error)
}

// Settings is what guilds and players have chosen, and what players are called.
type Settings interface {
	// Settings are what the guild has chosen, or Unset.
	Settings(ctx context.Context, guild GuildID) (GuildSettings, error)
	// SetSettings keeps all of a guild's choices.
	SetSettings(ctx context.Context, guild GuildID, set GuildSettings) error
	// PlayerSettings are what the player has chosen; the zero value: nothing.
	PlayerSettings(ctx context.Context, player PlayerID) (PlayerSettings, error)
	// SetPlayerSettings keeps all of a player's choices.
	SetPlayerSettings(ctx context.Context, player PlayerID, set PlayerSettings) error
	// SetName keeps what a player is called in a guild.
	SetName(ctx context.Context, guild GuildID, player PlayerID, name string) error
	// Names are what those of the players are called whose name is kept.
	Names(ctx context.Context, guild GuildID, players []PlayerID) (map[PlayerID]string, error)
}

// Program is what the bot keeps of itself from one start to the next.
type Program interface {
	// Alive is when the program that had this store open before gave its last sign of life; zero where there was
	// none. Time since then did not run the clocks of its tables.
	Alive(ctx context.Context) (time.Time, error)
	// Beat is a sign of life for the next program's Alive.
	Beat(now time.Time) error
	// Identify notes that a new session with Discord is about to begin.
	Identify(ctx context.Context, at time.Time) error
	// Identified are the sessions that began after since, oldest first.
	Identified(ctx context.Context, since time.Time) ([]time.Time, error)
	// Passes says of an error of this store that what failed may be well a moment later: the server is away, and
	// nothing is damaged. Whoever had begun something may begin it again.
	Passes(err error) bool
	// Key is this store's own secret of KeySize bytes, made at random with it and the same ever after. It
	// belongs in no log.
	Key(ctx context.Context) ([]byte, error)
}

// KeySize is the length of a store's key.
const KeySize = 32
