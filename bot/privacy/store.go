package privacy

import (
	"context"
	"time"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// Store holds the methods of the store that this package uses to report and delete the data of users and servers. See
// store.Store for the methods and their errors.
type Store interface {
	PlayerData(ctx context.Context, player ids.User) (store.PlayerData, error)
	Balance(ctx context.Context, guild ids.Guild, player ids.User) (store.Holding, error)

	Forgetting(ctx context.Context, player ids.User, at time.Time) error
	PendingForgets(ctx context.Context) ([]store.ForgottenPlayer, error)
	Forget(ctx context.Context, player ids.User) error
	Erase(ctx context.Context) error

	SeatedAt(ctx context.Context, player ids.User) ([]store.Table, error)
	Seats(ctx context.Context, id store.TableID) (map[games.Seat]ids.User, error)
	Table(ctx context.Context, id store.TableID) (store.Table, error)
	Pending(ctx context.Context) ([]store.Plan, error)
	SignUp(ctx context.Context, id store.PlanID, player ids.User, comes bool, at time.Time) error

	NoteServers(ctx context.Context, here []ids.Guild) (missing []ids.Guild, err error)
	Return(ctx context.Context, guild ids.Guild) error
	Depart(ctx context.Context, guild ids.Guild, at time.Time) error
	Purge(ctx context.Context, before time.Time) ([]ids.Guild, error)
}
