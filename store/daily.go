package store

import (
	"context"
	"errors"

	"settable/games"
)

// ErrDealt: this person has had the daily deal of this game and day.
var ErrDealt = errors.New("this daily deal was dealt to this player before")

// Dailies are the daily deals: tables in front of one person, once a day for each game, whichever servers
// they are on. OpenTable writes one where Daily of the table is its day, with ErrDealt where its opener has
// had it; somebody who was forgotten since is still told by their trace. Such a table is in no channel for
// whoever looks for tables there, and of no night.
type Dailies interface {
	// Daily is the deal of a game that a player has had on a day, or ErrNoTable.
	Daily(ctx context.Context, player PlayerID, game string, day games.Day) (Table, error)
	// Streak is on how many days in a row up to that one a player has played the deal of a game.
	Streak(ctx context.Context, player PlayerID, game string, day games.Day) (int, error)
	// OpenDailies are the deals that are not over, of that day and before, oldest first.
	OpenDailies(ctx context.Context, day games.Day) ([]Table, error)
}
