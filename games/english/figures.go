package english

import (
	"math/rand/v2"

	"settable/games"
)

// means lists the figures for which a simulation reports the mean (notation, Simulating).
var means = []games.Figure{
	{Name: "starters_mean", Words: "starters before the first stalemate, if any"},
	{Name: "stalemate_empty_pack", Words: "stalemates with an empty pack"},
	{Name: "no_starter", Words: "games that end before a starter is turned"},
	{Name: "setup_sets", Words: "sets declared in the setup"},
	{Name: "shuffles", Words: "shuffles before the first stalemate"},
	{Name: "buried", Words: "share of starters that go under the pack"},
	{Name: "stalemates", Words: "stalemates in a game if everyone always exchanges"},
	{Name: "tie", Words: "games won by several players"},
	{Name: "first_seat_wins", Words: "games won or shared by the first seat"},
	{Name: "winner_sets", Words: "sets of the winner"},
	{Name: "margin", Words: "winner's lead in sets"},
	{Name: "counted", Words: "sets made by all players together"},
}

var shares = []games.Figure{
	{Name: "winner_sets", Words: "Sets of the winner"},
	{Name: "margin", Words: "Winner's lead in sets"},
	{Name: "counted", Words: "Sets made by all players together"},
	{Name: "stalemates", Words: "Stalemates in a game if everyone always exchanges"},
}

// trials plays n games. Starters are turned until a stalemate, in which all players choose to exchange.
func trials(source *rand.Rand, o games.Options, players, n int, c games.Counts) error {
	for range n {
		t := &trial{count: c}
		if err := t.play(o, players, games.Seeded(source.Uint64())); err != nil {
			return err
		}
	}
	return nil
}

// trial is a simulated game in progress and the counts collected from it.
type trial struct {
	*games.Trial
	count      games.Counts
	starters   int
	shuffles   int
	stalemates int
}

func (t *trial) play(o games.Options, players int, chance games.Chance) (err error) {
	if t.Trial, err = games.NewTrial(Rules{}, o, players, chance, t.see); err != nil {
		return err
	}
	v := t.Game.View(games.Watcher)
	made := 0
	for _, p := range v.Seats {
		made += p.Score
	}
	t.count.See("setup_sets", made)
	for v.Phase == games.Playing {
		if v.Offers[0].Words == (TurnStarter{}).String() {
			err = t.Do(1, TurnStarter{})
		} else {
			err = t.playStalemate(v)
		}
		if err != nil {
			return err
		}
		v = t.Game.View(games.Watcher)
	}
	if t.stalemates == 0 {
		t.countOpening(false)
	}
	t.count.SeeIf("no_starter", t.starters == 0)
	t.count.See("stalemates", t.stalemates)
	t.countResult(v)
	return nil
}

// playStalemate makes all players agree to exchange. In the first stalemate, it also calls countOpening.
func (t *trial) playStalemate(v games.View) error {
	if t.stalemates++; t.stalemates == 1 {
		t.countOpening(v.CardsLeft == 0)
	}
	for _, p := range v.Seats {
		if err := t.Do(p.Seat, Exchange); err != nil {
			return err
		}
	}
	return nil
}

// countOpening records the numbers of starters and shuffles before the first stalemate, or in a game without one.
func (t *trial) countOpening(emptyPack bool) {
	t.count.See("starters_mean", t.starters)
	t.count.See("shuffles", t.shuffles)
	t.count.SeeIf("stalemate_empty_pack", emptyPack)
}

func (t *trial) countResult(v games.View) {
	best, second, winners, made := 0, 0, 0, 0
	for _, p := range v.Seats {
		made += p.Score
		if p.Winner {
			winners++
		}
		if p.Score > best {
			best, second = p.Score, best
		} else {
			second = max(second, p.Score)
		}
	}
	t.count.SeeIf("tie", winners > 1)
	t.count.SeeIf("first_seat_wins", v.Seats[0].Winner)
	t.count.See("winner_sets", best)
	t.count.See("margin", best-second)
	t.count.See("counted", made)
}

func (t *trial) see(step games.Step) {
	if owed, any := step.Game.Owed(); any {
		t.shuffles = owed.Shuffle
	}
	for i, e := range step.Events {
		if isEvent[starterTurned](e) {
			t.starters++
			t.count.SeeIf("buried", isEvent[starterBuried](step.Events[i+1]))
		}
	}
}

func isEvent[E games.Event](e games.Event) bool {
	b, ok := e.(batch)
	if !ok {
		return false
	}
	_, ok = b[0].(E)
	return ok
}
