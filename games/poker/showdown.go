package poker

import (
	"time"

	"settable/games"
)

// ask puts the showdown question to all players still in (Poker 7).
func (t shows) ask() {
	t.phase, t.deadline = asking, games.Never
	t.NewTurn(t.at)
	if t.settings.turn > 0 {
		t.deadline = t.at.Add(t.toAnswer())
	}
	for i := range t.Players {
		t.Players[i].said = games.Phrase{}
	}
	present := t.round(func(s games.Seat) bool { return t.active(s) && t.Present(s) })
	switch {
	case len(present) == 0: // an away seat isn't asked (Presence 4)
	case t.betsOver() && t.settings.turn > 0:
		t.step.Tell(games.Moved("poker.asked_last", "who", present, "N", int(t.toAnswer().Seconds())))
	default:
		t.step.Tell(games.Moved("poker.asked", "who", present, "interval", t.interval))
	}
}

// shortTurn is enough time to look at one more card.
const shortTurn = 10 * time.Second

// betsOver tells whether nobody can bet any more in this hand.
func (c *circle) betsOver() bool { return c.Count(c.solvent) < 2 }

// toAnswer is how long the question waits. Where nobody can bet any more the rest of the hand is a
// series of questions, so each of them waits only a short while.
func (t shows) toAnswer() time.Duration {
	if t.betsOver() {
		return min(t.settings.turn, shortTurn)
	}
	return t.settings.turn
}

// keptQuiet notes that the clock passes for a seat. After the short wait that is not yet a missed
// turn, because players who can no longer bet often just watch; two such waits in a row count as one.
func (t shows) keptQuiet(s games.Seat) {
	p := t.Of(s)
	p.quiet = t.betsOver() && !p.quiet
	if !p.quiet {
		t.Misses(s)
	}
}

// asked refuses a seat that has no question to answer.
func (g *game) asked(s games.Seat) error {
	if err := g.inHand(s); err != nil {
		return err
	}
	switch {
	case g.phase != asking:
		return games.Refuse("poker.not_asked_yet")
	case g.Of(s).passed:
		return games.Refuse("poker.has_passed")
	}
	return nil
}

// show exposes all hands still in (Poker 7). It needs a set unless show_needs_set=false; the refusal is private.
func (t shows) show(s games.Seat) error {
	if err := t.asked(s); err != nil {
		return err
	}
	if !t.mayShow(s) {
		return games.RefuseInSecret("poker.no_set_to_show")
	}
	t.Of(s).passes = false
	t.step.Tell(games.News("poker.shows", "who", s))
	t.showdown()
	return nil
}

func (g *game) mayShow(s games.Seat) bool {
	return !g.settings.needSet || hasSet(g.Of(s).cards, g.center)
}

func (t shows) pass(s games.Seat) error {
	if err := t.asked(s); err != nil {
		return err
	}
	t.Of(s).quiet = false
	t.silent(s)
	t.answered()
	return nil
}

// silent notes that a seat does not wish to show.
func (t shows) silent(s games.Seat) {
	t.Of(s).passed, t.Of(s).said = true, games.Say("poker.said.pass")
	of := t.Count(t.active)
	passes := []any{"who", s, "n", of - t.Count(t.pending), "of", of}
	if t.clock {
		t.step.Tell(games.News("poker.time_up", "said", games.Say("poker.passes", passes...)))
	} else {
		t.step.Tell(games.News("poker.passes", passes...))
	}
}

// answered continues after a player passed or left. If all have passed, the centre gets one more card (Poker 7);
// if there is none, all must show (Poker 11).
func (t shows) answered() {
	switch {
	case t.Count(t.active) == 1:
		t.lastLeft()
	case t.Count(t.pending) > 0:
	case t.settings.centerMax > 0 && len(t.center) >= t.settings.centerMax,
		t.unseen.Len() == 0 && !t.settings.split:
		t.step.Tell(games.News("poker.forced", "who", t.round(t.active)))
		t.showdown()
	case t.unseen.Len() == 0:
		t.split()
	default:
		t.phase, t.deadline, t.owed = dealing, games.Never, 1
	}
}

// showdown exposes all hands still in, counts and pays (Poker 7 and 8).
func (t shows) showdown() {
	t.shown = true
	for _, s := range t.round(t.active) {
		p := t.Of(s)
		p.sets = len(t.counting(s))
		p.said = sets(p.sets)
	}
	for _, s := range t.showings() {
		t.step.Tell(has(s, t.Of(s.Seat).cards))
	}
	for _, l := range layers(t.stakes()) {
		best := 0
		for _, s := range l.eligible {
			best = max(best, s.sets)
		}
		var winners []stake
		var sets []int
		for _, s := range l.eligible {
			sets = append(sets, s.sets)
			if s.sets == best {
				winners = append(winners, s)
			}
		}
		won := games.MostSets
		if best == 0 {
			won = games.NoSets // all are tied (Poker 11)
		}
		t.win(l, winners, sets, won)
	}
	t.settle()
}

// split divides the pot equally, for exhausted=split.
func (t shows) split() {
	for _, l := range layers(t.stakes()) {
		t.win(l, l.eligible, nil, games.DeckEmpty)
	}
	t.settle()
}

// lastLeft gives the pot to the last player left (Poker 6).
func (t shows) lastLeft() {
	t.speaker = games.Watcher
	var last stake
	for _, s := range t.stakes() {
		if s.active {
			last = s
		}
	}
	all := layer{amount: t.pot(), eligible: []stake{last}}
	t.win(all, all.eligible, nil, games.LastLeft)
	t.settle()
}

func (g *game) stakes() []stake {
	dealt := g.round(func(s games.Seat) bool { return g.Of(s).dealt })
	list := make([]stake, len(dealt))
	for i, s := range dealt {
		p := g.Of(s)
		list[i] = stake{seat: s, in: p.in, active: !p.out, chips: p.chips, sets: p.sets}
	}
	return list
}

// win decides one pot and adds it to the gains of its winners. The chips are paid once all pots are
// decided.
func (t shows) win(l layer, winners []stake, sets []int, won games.WonBy) {
	p := shared(l.amount, winners, t.settings.oneEach)
	p.Won, p.Sets = won, sets
	for _, s := range l.eligible {
		p.Eligible = append(p.Eligible, s.seat)
	}
	payouts(p, func(s games.Seat, n games.Chips) { t.Of(s).gain += n })
	t.pots = append(t.pots, p)
}
