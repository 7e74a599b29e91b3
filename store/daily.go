package store

import (
	"context"
	"errors"

	"settable/games"
)

// ErrDealt: the player has already had the daily deal of this game and day.
var ErrDealt = errors.New("the player has already played this daily deal")

// Dailies are the daily deals: tables for one person, once a day for each game, on whichever server they are. OpenTable
// opens one where Daily of the table is its day; the error is ErrDealt if its opener has already had it, which holds
// even for a player who was forgotten since, by their Chain.Trace. Reads that look for tables in a channel do not find
// daily deals, and they belong to no night.
type Dailies interface {
	// Daily is the deal of a game that a player had on a day, or ErrNoTable. The error is ErrDealt where they had
	// it before they were forgotten.
	Daily(ctx context.Context, player PlayerID, game string, day games.Day) (Table, error)
	// Streak is on how many days in a row, ending with the given one, a player has played the deal of
	// a game.
	Streak(ctx context.Context, player PlayerID, game string, day games.Day) (int, error)
	// OpenDailies are the deals of that day and earlier ones that are not over, oldest first.
	OpenDailies(ctx context.Context, day games.Day) ([]Table, error)
}
