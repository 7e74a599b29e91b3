package classic

import "settable/games"

// Join gives a player a seat, at any time and with 0 points (Classic 10). A player who comes back gets the same
// seat and what was won there.
func (t *turn) Join(seat games.Seat) error {
	if err := t.Base.Join(seat); err != nil {
		return err
	}
	t.Of(seat).took = t.Of(seat).took || t.Phase == games.Playing
	return nil
}

// Leave gives up a seat; its sets still count (Classic 10). A caller who leaves pays as for a call in which no
// set was named, unless they were kicked, because a kick costs no points (Rights 12).
func (t *turn) Leave(seat games.Seat) error {
	if err := t.Need(seat); err != nil {
		return err
	}
	switch {
	case t.caller != seat:
	case t.Sent(seat) && !t.Former:
		t.hangUp()
	default:
		t.callOver()
	}
	if err := t.StandUp(seat, &t.Step); err != nil {
		return err
	}
	t.Of(seat).none = false
	if last, won := t.WonByForfeit(seat, t.Count(t.tookPart)); won && t.Phase == games.Playing {
		t.won([]games.Seat{last})
	}
	return nil
}

// Start begins the game with twelve cards, or with the first of a slow deal (Classic 1).
func (t *turn) Start(seat games.Seat) error {
	owed := full
	if t.settings.slow {
		owed = 0
	}
	if err := t.Begin(seat, fewestPlayers, owed); err != nil {
		return err
	}
	for _, s := range t.Roster.Seats() {
		t.Of(s).took = true
	}
	t.laid = t.at
	return nil
}

// all tells whether anybody is present and so holds for everybody who is. House players are not
// asked.
func (g *game) all(so func(*player) bool) bool {
	n, of := g.Agreed(so)
	return of > 0 && n == of
}

func isLocked(p *player) bool { return p.locked }
func saidNone(p *player) bool { return p.none }
func isSpent(p *player) bool  { return p.spent }
