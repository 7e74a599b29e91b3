package poker

import "settable/games"

// always sets whether a player passes every showdown question in advance, until they say otherwise.
// Nobody else may learn of it, so nothing that anybody else sees may change.
func (t shows) always(s games.Seat, pass bool) error {
	p := t.Of(s)
	switch {
	case t.phase == gathering:
		return games.ErrGathering
	case p.passes == pass && pass:
		return games.RefuseInSecret("poker.passes_already")
	case p.passes == pass:
		return games.RefuseInSecret("poker.is_asked_already")
	}
	p.passes = pass
	if len(t.step.Events) > 0 {
		return nil // the events say that the player is back, which is no secret
	}
	t.step.Secret = true
	if pass {
		t.step.Tell(games.News("poker.always_passes", "who", s))
	} else {
		t.step.Tell(games.News("poker.always_asked", "who", s))
	}
	return nil
}

// standing tells whether a seat passes in advance.
func (c *circle) standing(s games.Seat) bool {
	return s > games.Watcher && int(s) <= len(c.Players) && c.Of(s).passes
}

// Answers are the passes that players have left with the house, while the showdown question is asked.
func (g *game) Answers() (list []games.Action) {
	if g.phase != asking {
		return nil
	}
	for _, s := range g.Where(func(s games.Seat) bool { return g.pending(s) && g.standing(s) }) {
		list = append(list, games.Action{Seat: s, Move: Pass{}})
	}
	return list
}

// forgetAnswers drops what players left with the house in advance once they leave or go away.
func (t shows) forgetAnswers() {
	for i := range t.Players {
		if !t.Present(games.Seat(i + 1)) {
			t.Players[i].passes = false
		}
	}
}
