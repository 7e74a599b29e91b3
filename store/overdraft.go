package store

import (
	"errors"
	"fmt"

	"settable/games"
)

// ErrOverdraft is what every Overdraft is. The ledger refuses one in these
// same words, in the trigger transfers_insert.
var ErrOverdraft = errors.New("too few chips")

// Overdraft says that an account holds less than a transfer takes from it.
// That of a PlayerAccount is the player's to hear: they cannot pay the buy-in.
// That of a seat or a pot means that a game's rules are wrong.
type Overdraft struct {
	Kind   AccountKind
	Seat   games.Seat // the seat, or the one whose player's balance it is; 0: a pot
	Player PlayerID   // 0: a pot
	Has    games.Chips
	Needs  games.Chips // of this transfer alone
}

func (o *Overdraft) Error() string {
	return fmt.Sprintf("%v: the %s of seat %d, player %d, has %d and needs %d", ErrOverdraft, o.Kind, o.Seat,
		o.Player, o.Has, o.Needs)
}

// Unwrap makes every Overdraft an ErrOverdraft.
func (o *Overdraft) Unwrap() error { return ErrOverdraft }
