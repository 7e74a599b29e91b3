package games

import "settable/games/cards"

// A Turn is one action being played at a table: what every game does there, and how
// it does it. Errors are Illegal.
type Turn interface {
	Deal(Seat, []cards.Card) error
	End(Seat) error
	Tick(Seat) error
	Join(Seat) error
	Leave(Seat) error
	Start(Seat) error
	Move(Seat, Move) error // what this game alone has
	Need(Seat) error       // refuses who does not sit here
}

// Play plays one move of a game that is not over: the dealer's and the clock's come
// first, then who sits down or leaves, and then what those at the table do. While
// cards are being laid everybody waits for the dealer.
func Play(t Turn, laying bool, seat Seat, move Move) error {
	switch m := move.(type) {
	case Deal:
		return t.Deal(seat, m.Cards)
	case End:
		return t.End(seat)
	case Tick:
		return t.Tick(seat)
	}
	if laying {
		return ErrDealing
	}
	switch move.(type) {
	case Join:
		return t.Join(seat)
	case Leave:
		return t.Leave(seat)
	}
	if err := t.Need(seat); err != nil {
		return err
	}
	if _, starts := move.(Start); starts {
		return t.Start(seat)
	}
	return t.Move(seat, move)
}
