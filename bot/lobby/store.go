package lobby

import (
	"context"
	"time"

	"settable/bot/table"
	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// Store holds the methods of the store that the lobby uses. See store.Store for the methods and their errors.
type Store interface {
	table.Journal
	nameStore
	leftoverStore

	OpenTable(ctx context.Context, t store.Table, source store.Source, first ...store.Line) (store.Table, error)
	CloseTable(ctx context.Context, id store.TableID, at time.Time) error
	NoteShown(ctx context.Context, id store.TableID, line int, post ids.Message) error
	NoteShownBelow(ctx context.Context, id store.TableID, line int, post, kept ids.Message) error
	Table(ctx context.Context, id store.TableID) (store.Table, error)
	TableIn(ctx context.Context, channel ids.Channel) (store.Table, error)
	LastTable(ctx context.Context, channel ids.Channel) (store.Table, error)
	Closed(ctx context.Context, channel ids.Channel, most int) ([]store.Table, error)
	OpenTables(ctx context.Context) ([]store.Table, error)
	UnshownTables(ctx context.Context, since time.Time) ([]store.Table, error)
	Sleeping(ctx context.Context, before time.Time) ([]store.Table, error)
	OpenDailies(ctx context.Context, day games.Day) ([]store.Table, error)
	Seats(ctx context.Context, id store.TableID) (map[games.Seat]ids.User, error)

	Balance(ctx context.Context, guild ids.Guild, player ids.User) (store.Holding, error)
	Stakes(ctx context.Context, id store.TableID) (store.Stakes, error)
	Record(ctx context.Context, guild ids.Guild, game string) (store.Record, error)
	SoloRecord(ctx context.Context, guild ids.Guild, game string, player ids.User, before store.TableID) (
		store.Record, error)

	OpenNight(ctx context.Context, channel ids.Channel) (store.Night, error)
	EndNight(ctx context.Context, id store.NightID, at time.Time) (store.Night, error)
	DropNight(ctx context.Context, id store.NightID) error
	Pending(ctx context.Context) ([]store.Plan, error)

	AllNames(ctx context.Context, guild ids.Guild) (map[ids.User]string, error)
	Alive(ctx context.Context) (time.Time, error)
	IsTemporary(err error) bool
}

// A nameStore keeps the names of players.
type nameStore interface {
	PendingForgets(ctx context.Context) ([]store.ForgottenPlayer, error)
	Names(ctx context.Context, guild ids.Guild, players []ids.User) (map[ids.User]string, error)
	SetName(ctx context.Context, guild ids.Guild, player ids.User, name string) error
}

// A leftoverStore keeps the list of messages that still have to be deleted.
type leftoverStore interface {
	Deleted(ctx context.Context, l store.Leftover) error
	Leave(ctx context.Context, l store.Leftover) error
	LeftIn(ctx context.Context, channel ids.Channel) ([]store.Leftover, error)
	Leftovers(ctx context.Context) ([]store.Leftover, error)
}
