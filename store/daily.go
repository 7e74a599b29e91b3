package store

import (
	"context"
	"errors"

	"settable/games"
	"settable/store/ids"
)

// ErrDealt: the player has already had the daily deal of this game and day.
var ErrDealt = errors.New("the player has already played this daily deal")

// Dailies are the daily deals: tables for one person, once a day for each game, on any server. OpenTable opens one if
// Daily of the table is its day. The error is ErrDealt if its opener has already had it, even if that player was
// forgotten since, see Chain.Trace. Reads that look for tables in a channel don't find daily deals, and they belong
// to no night.
type Dailies interface {
	// Daily returns the deal of a game that a player had on a day, or ErrNoTable. The error is ErrDealt if they had
	// it before they were forgotten.
	Daily(ctx context.Context, player ids.User, game string, day games.Day) (Table, error)
	// Streak is on how many days in a row, ending with the given one, a player has played the deal of
	// a game.
	Streak(ctx context.Context, player ids.User, game string, day games.Day) (int, error)
	// OpenDailies returns the unfinished deals of that day and earlier ones, oldest first.
	OpenDailies(ctx context.Context, day games.Day) ([]Table, error)
}
