package store

import (
	"context"
	"errors"

	"settable/games"
	"settable/store/ids"
)

// ErrDealt means that the player has already played the daily deal of this game and day.
var ErrDealt = errors.New("the player has already played this daily deal")

// Dailies stores the daily deals: tables for one person, once a day for each game, on any server. OpenTable opens a
// daily deal if the table's Daily is set. It returns ErrDealt if the opener has already had that deal, even if the
// opener has been forgotten since (see Chain.Trace). Daily deals belong to no night, and reads that look for tables in
// a channel don't find them.
type Dailies interface {
	// Daily returns the daily deal of a game that a player had on the given day, or ErrNoTable. It returns ErrDealt if
	// the player had the deal before being forgotten.
	Daily(ctx context.Context, player ids.User, game string, day games.Day) (Table, error)
	// Streak returns how many days in a row, ending with the given day, a player has played the deal of a game.
	Streak(ctx context.Context, player ids.User, game string, day games.Day) (int, error)
	// OpenDailies returns the unfinished deals of the given day and earlier days, oldest first.
	OpenDailies(ctx context.Context, day games.Day) ([]Table, error)
}
