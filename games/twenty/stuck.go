package twenty

import (
	"settable/games"
	"settable/games/cards"
)

func (t *turn) none(seat games.Seat) error {
	if err := t.mayDeny(seat); err != nil {
		return err
	}
	t.Of(seat).none = true
	t.step.Tell(games.SeesNone(seat, t.Count(t.denies), t.Count(t.asked)))
	return nil
}

func (g *game) mayDeny(seat games.Seat) error {
	if err := g.mayPlay(seat); err != nil {
		return err
	}
	switch {
	case !g.settings.sweep:
		return games.Refuse("twenty.none_needless")
	case g.Of(seat).none:
		return games.Refuse("twenty.said_none")
	}
	return nil
}

func (g *game) plays(s games.Seat) bool  { return g.Of(s).dealt }
func (g *game) asked(s games.Seat) bool  { return g.plays(s) && g.Present(s) && !g.ByHouse(s) }
func (g *game) denies(s games.Seat) bool { return g.Of(s).none }

func (g *game) couldClaim(s games.Seat) bool {
	return g.plays(s) && cards.HasSet(cards.Lying(append(g.Of(s).slots[:], g.table[:]...)))
}

// anew starts the count of none again (Twenty 6).
func (t *turn) anew() {
	for i := range t.Players {
		t.Players[i].none = false
	}
	t.NewTurn(t.at)
}

// Waiting lists the players who have not yet said whether they see a set, once another has said that
// they see none.
func (g *game) Waiting() []games.Seat {
	if g.phase != playing || g.Count(g.denies) == 0 {
		return nil
	}
	return g.Where(func(s games.Seat) bool { return g.asked(s) && !g.denies(s) })
}

// unstick replaces the table once all players have said none (Twenty 6).
func (t *turn) unstick() {
	sees := func(s games.Seat) bool { return t.asked(s) && !t.denies(s) }
	if !t.settings.sweep || t.Count(t.asked) == 0 || t.Count(sees) > 0 {
		return
	}
	t.anew()
	t.step.Tell(games.Moved("twenty.swept", "n", onTable))
	t.step.Claim = games.Swept
	if t.Count(t.couldClaim) > 0 {
		t.blind++
	}
	places := make([]spot, onTable)
	for i, c := range t.table {
		t.swept = t.swept.With(c)
		places[i] = spot{games.Watcher, i}
	}
	t.table = [onTable]cards.Card{}
	t.owe(places...)
}
