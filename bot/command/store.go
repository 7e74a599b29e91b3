package command

import (
	"context"
	"time"

	"settable/games"
	"settable/store"
)

// Store is what commands read and write themselves. See store.Store for the methods and their errors.
type Store interface {
	Table(ctx context.Context, id store.TableID) (store.Table, error)
	TableIn(ctx context.Context, channel store.ChannelID) (store.Table, error)
	LastTable(ctx context.Context, channel store.ChannelID) (store.Table, error)
	Closed(ctx context.Context, channel store.ChannelID, most int) ([]store.Table, error)
	Lines(ctx context.Context, id store.TableID) ([]store.Line, error)

	Welcome(ctx context.Context, guild store.GuildID, player store.PlayerID, amount games.Chips, at time.Time) (granted games.Chips, err error)
	TopUp(ctx context.Context, guild store.GuildID, player store.PlayerID, floor games.Chips, at time.Time, source store.Source) (store.Grant, error)
	Give(ctx context.Context, g store.Grant) (store.Grant, error)
	Gifts(ctx context.Context, guild store.GuildID, page int, size int) (store.Gifts, error)
	Balance(ctx context.Context, guild store.GuildID, player store.PlayerID) (store.Holding, error)
	History(ctx context.Context, guild store.GuildID, player store.PlayerID, page int, size int) (store.History, error)
	Audit(ctx context.Context, guild store.GuildID) (store.Audit, error)

	StartNight(ctx context.Context, n store.Night, source store.Source) (store.Night, error)
	CloseNight(ctx context.Context, id store.NightID, at time.Time) error
	ClosingNights(ctx context.Context) ([]store.Night, error)
	EndNight(ctx context.Context, id store.NightID, at time.Time) (store.Night, error)
	DropNight(ctx context.Context, id store.NightID) error
	NightPosted(ctx context.Context, id store.NightID) error
	Night(ctx context.Context, guild store.GuildID, number int) (store.Night, error)
	OpenNight(ctx context.Context, channel store.ChannelID) (store.Night, error)
	LastNight(ctx context.Context, guild store.GuildID) (store.Night, error)
	Nights(ctx context.Context, guild store.GuildID, page int, size int) (store.NightPage, error)
	Standing(ctx context.Context, id store.NightID) (store.Standing, error)

	Plan(ctx context.Context, id store.PlanID) (store.Plan, error)
	Planned(ctx context.Context, guild store.GuildID, since time.Time) ([]store.Plan, error)
	SignUp(ctx context.Context, id store.PlanID, player store.PlayerID, comes bool, at time.Time) error

	Leaderboard(ctx context.Context, b store.Board, page int, size int, caller store.PlayerID) (store.Page, error)
	PlayerSettings(ctx context.Context, player store.PlayerID) (store.PlayerSettings, error)
	SetPlayerSettings(ctx context.Context, player store.PlayerID, set store.PlayerSettings) error
	SetName(ctx context.Context, guild store.GuildID, player store.PlayerID, name string) error

	Reconcile(ctx context.Context) error
}
