package privacy

import (
	"context"
	"time"

	"settable/games"
	"settable/store"
)

// Store is what privacy needs to tell and forget what is stored about people and servers. See store.Store for the
// methods and their errors.
type Store interface {
	PlayerData(ctx context.Context, player store.PlayerID) (store.PlayerData, error)
	Balance(ctx context.Context, guild store.GuildID, player store.PlayerID) (store.Holding, error)

	Forgetting(ctx context.Context, player store.PlayerID, at time.Time) error
	PendingForgets(ctx context.Context) ([]store.ForgottenPlayer, error)
	Forget(ctx context.Context, player store.PlayerID) error
	Erase(ctx context.Context) error

	SeatedAt(ctx context.Context, player store.PlayerID) ([]store.Table, error)
	Seats(ctx context.Context, id store.TableID) (map[games.Seat]store.PlayerID, error)
	Table(ctx context.Context, id store.TableID) (store.Table, error)
	Pending(ctx context.Context) ([]store.Plan, error)
	SignUp(ctx context.Context, id store.PlanID, player store.PlayerID, comes bool, at time.Time) error

	NoteServers(ctx context.Context, here []store.GuildID) (missing []store.GuildID, err error)
	Return(ctx context.Context, guild store.GuildID) error
	Depart(ctx context.Context, guild store.GuildID, at time.Time) error
	Purge(ctx context.Context, before time.Time) ([]store.GuildID, error)
}
