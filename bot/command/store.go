package command

import (
	"context"
	"time"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// Store holds the methods of the store that commands call. See store.Store for the methods and their errors.
type Store interface {
	Table(ctx context.Context, id store.TableID) (store.Table, error)
	TableIn(ctx context.Context, channel ids.Channel) (store.Table, error)
	LastTable(ctx context.Context, channel ids.Channel) (store.Table, error)
	Closed(ctx context.Context, channel ids.Channel, most int) ([]store.Table, error)
	Lines(ctx context.Context, id store.TableID) ([]store.Line, error)

	Welcome(ctx context.Context, guild ids.Guild, player ids.User, amount games.Chips, at time.Time) (granted games.Chips, err error)
	TopUp(ctx context.Context, guild ids.Guild, player ids.User, floor games.Chips, at time.Time, source store.Source) (store.Grant, error)
	Give(ctx context.Context, g store.Grant) (store.Grant, error)
	Gifts(ctx context.Context, guild ids.Guild, page int, size int) (store.Gifts, error)
	Balance(ctx context.Context, guild ids.Guild, player ids.User) (store.Holding, error)
	History(ctx context.Context, guild ids.Guild, player ids.User, page int, size int) (store.History, error)
	Audit(ctx context.Context, guild ids.Guild) (store.Audit, error)

	StartNight(ctx context.Context, n store.Night, source store.Source) (store.Night, error)
	CloseNight(ctx context.Context, id store.NightID, at time.Time) error
	ClosingNights(ctx context.Context) ([]store.Night, error)
	EndNight(ctx context.Context, id store.NightID, at time.Time) (store.Night, error)
	DropNight(ctx context.Context, id store.NightID) error
	NightPosted(ctx context.Context, id store.NightID) error
	Night(ctx context.Context, guild ids.Guild, number int) (store.Night, error)
	OpenNight(ctx context.Context, channel ids.Channel) (store.Night, error)
	LastNight(ctx context.Context, guild ids.Guild) (store.Night, error)
	Nights(ctx context.Context, guild ids.Guild, page int, size int) (store.NightPage, error)
	Standing(ctx context.Context, id store.NightID) (store.Standing, error)

	Plan(ctx context.Context, id store.PlanID) (store.Plan, error)
	Planned(ctx context.Context, guild ids.Guild, since time.Time) ([]store.Plan, error)
	SignUp(ctx context.Context, id store.PlanID, player ids.User, comes bool, at time.Time) error

	Recent(ctx context.Context, guild ids.Guild, player ids.User, most int) ([]store.Finished, error)
	Leaderboard(ctx context.Context, b store.Board, page int, size int, caller ids.User) (store.Page, error)
	PlayerSettings(ctx context.Context, player ids.User) (store.PlayerSettings, error)
	SetPlayerSettings(ctx context.Context, player ids.User, set store.PlayerSettings) error
	SetName(ctx context.Context, guild ids.Guild, player ids.User, name string) error

	Reconcile(ctx context.Context) error
}
