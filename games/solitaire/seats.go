package solitaire

import "settable/games"

// host refuses a house player at a table where only one person may move.
func (t *turn) host() error {
	if t.settings.alone {
		return games.Refuse("solitaire.house_alone")
	}
	return nil
}

// Start begins the game and lays the first round (Solitaire 1). Any player at the table may start.
func (t *turn) Start(seat games.Seat) error {
	t.laid = t.at
	return t.Begin(seat, 1, piles)
}

// hasSay refuses a player who may not move the cards (Solitaire, option who).
func (g *game) hasSay(seat games.Seat) error {
	if err := g.Roster.Need(seat); err != nil {
		return err
	}
	if first := g.Roster.Seats()[0]; g.settings.alone && seat != first {
		return games.Refuse("solitaire.alone", "who", first)
	}
	return nil
}

func (g *game) mayMove(seat games.Seat) error {
	if err := g.mayPlay(seat); err != nil {
		return err
	}
	return g.hasSay(seat)
}

// mayPlay refuses moves that need cards while the game is not on or cards are being laid.
func (g *game) mayPlay(seat games.Seat) error {
	if err := g.Roster.Need(seat); err != nil {
		return err
	}
	switch {
	case g.Phase == games.Finished:
		return games.ErrFinished
	case g.Phase == games.Gathering:
		return games.ErrGathering
	case g.Owes > 0:
		return games.ErrDealing
	}
	return nil
}

// movers are the seats that may move the cards: all or, with who=alone, the player who opened the
// table. If that player leaves, the next one plays on.
func (g *game) movers() []games.Seat {
	seats := g.Roster.Seats()
	if g.settings.alone && len(seats) > 1 {
		return seats[:1]
	}
	return seats
}
