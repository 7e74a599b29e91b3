package solitaire

import "settable/games"

// Join sits down, at any time.
func (t *turn) Join(seat games.Seat) error {
	return t.SitDown(seat, mostPlayers, &t.step)
}

// host refuses a player of the house where one person alone has a say.
func (t *turn) host() error {
	if t.settings.alone {
		return games.Refuse("solitaire.house_alone")
	}
	return nil
}

// Leave stands up; the sets one made stay made.
func (t *turn) Leave(seat games.Seat) error {
	return t.StandUp(seat, &t.step)
}

// Start begins the game, whoever says it: "the first is laid at the start".
func (t *turn) Start(seat games.Seat) error {
	if err := t.Roster.Need(seat); err != nil {
		return err
	}
	if t.phase != games.Gathering {
		return games.ErrStarted
	}
	t.phase, t.owed, t.laid = games.Playing, piles, t.at
	t.step.Tell(games.Began(seat))
	return nil
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
	case g.phase == games.Finished:
		return games.ErrFinished
	case g.phase == games.Gathering:
		return games.ErrGathering
	case g.owed > 0:
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
