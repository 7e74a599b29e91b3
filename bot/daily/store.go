package daily

import (
	"context"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// Store holds the methods of the store that daily deals use. See store.Store for the methods and their errors.
type Store interface {
	Daily(ctx context.Context, player ids.User, game string, day games.Day) (store.Table, error)
	OpenTable(ctx context.Context, t store.Table, source store.Source, first ...store.Line) (store.Table, error)
	Append(ctx context.Context, e store.Entry) error
	Table(ctx context.Context, id store.TableID) (store.Table, error)
	Streak(ctx context.Context, player ids.User, game string, day games.Day) (int, error)
	Key(ctx context.Context) ([]byte, error)
}
