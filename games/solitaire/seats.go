package solitaire

import "settable/games"

// host refuses a player of the house where one person alone has a say.
func (t *turn) host() error {
	if t.settings.alone {
		return games.Refuse("solitaire.house_alone")
	}
	return nil
}

// Start begins the game, whoever says it: "the first is laid at the start".
func (t *turn) Start(seat games.Seat) error {
	t.laid = t.at
	return t.Begin(seat, 1, piles)
}

// hasSay refuses who has no say: "`together` (default: anyone at the table) or
// `alone` (the one who opened it)".
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

// mayPlay refuses what needs the cards while they do not lie there.
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

// movers are the seats that have a say: all, or with who=alone the one who
// opened the table. Should that player leave, the next one plays on.
func (g *game) movers() []games.Seat {
	seats := g.Roster.Seats()
	if g.settings.alone && len(seats) > 1 {
		return seats[:1]
	}
	return seats
}
