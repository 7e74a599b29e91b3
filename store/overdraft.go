package store

import (
	"errors"
	"fmt"

	"settable/games"
	"settable/store/ids"
)

// ErrOverdraft is the sentinel that every *Overdraft wraps. The trigger transfers_insert refuses a transfer with the
// same text.
var ErrOverdraft = errors.New("too few chips")

// Overdraft is returned if an account holds less than a transfer would take from it. If the account is a PlayerAccount,
// the player can't pay the buy-in and must be told. If it is a seat or a pot, a game has a bug.
type Overdraft struct {
	Kind   AccountKind
	Seat   games.Seat // the seat, or for a balance the seat of its owner; 0: a pot
	Player ids.User   // 0: a pot
	Has    games.Chips
	Needs  games.Chips // what this one transfer takes
}

func (o *Overdraft) Error() string {
	return fmt.Sprintf("%v: the %s of seat %d (player %d) holds %d and needs %d", ErrOverdraft, o.Kind, o.Seat,
		o.Player, o.Has, o.Needs)
}

// Unwrap makes every Overdraft an ErrOverdraft.
func (o *Overdraft) Unwrap() error { return ErrOverdraft }
