package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"settable/games"
	"settable/games/cards"
	"settable/games/english"
)

// englishFigures are those of NOTATION.md and RULES.md, and what else a
// curious player would ask.
var englishFigures = []figure{
	{"starters_mean", "starters to the first stalemate, or none"},
	{"stalemate_empty_pack", "games that come to a stalemate with an empty pack"},
	{"no_starter", "games that are over before a starter is turned"},
	{"setup_sets", "sets declared in the setup"},
	{"shuffles", "shuffles up to then"},
	{"buried", "starters that go under the pack, of all"},
	{"stalemates", "stalemates in a game in which all always exchange"},
	{"tie", "games that several players win"},
	{"first_seat_wins", "games that the first seat wins or shares"},
	{"winner_sets", "sets of the winner"},
	{"margin", "sets more than the best of the others"},
	{"counted", "sets made by all together"},
}

// playEnglish plays games in which starters are turned as long as that can
// lead to anything, and all exchange when it cannot.
func playEnglish(source *rand.Rand, players, n int, c *count) error {
	for range n {
		t := &englishTable{chance: games.Seeded(source.Uint64()), count: c}
		if err := t.play(players); err != nil {
			return err
		}
	}
	return nil
}

// englishTable is a table under way, with what a spectator counts.
type englishTable struct {
	chance     games.Chance
	game       games.Game
	at         time.Time
	count      *count
	starters   int
	shuffles   int
	stalemates int
}

func (t *englishTable) play(players int) (err error) {
	if t.game, err = (english.Rules{}).Open(nil); err != nil {
		return err
	}
	for seat := range players {
		if err := t.do(games.Seat(seat+1), games.Join{}); err != nil {
			return err
		}
	}
	if err := t.do(1, games.Start{}); err != nil {
		return err
	}
	v := t.game.View(games.Watcher)
	made := 0
	for _, p := range v.Seats {
		made += p.Score
	}
	t.count.see("setup_sets", made)
	for v.Phase == games.Playing {
		if v.Offers[0].Words == (english.Turn{}).String() {
			err = t.do(1, english.Turn{})
		} else {
			err = t.stalemate(v)
		}
		if err != nil {
			return err
		}
		v = t.game.View(games.Watcher)
	}
	if t.stalemates == 0 {
		t.first(false)
	}
	t.count.is("no_starter", t.starters == 0)
	t.count.see("stalemates", t.stalemates)
	t.result(v)
	return nil
}

// stalemate counts what was before it, and all agree to exchange.
func (t *englishTable) stalemate(v games.View) error {
	if t.stalemates++; t.stalemates == 1 {
		t.first(v.Left == 0)
	}
	for _, p := range v.Seats {
		if err := t.do(p.Seat, english.Exchange); err != nil {
			return err
		}
	}
	return nil
}

// first counts what was before the first stalemate. A game that is over in its
// setup counts with what it had, and had no stalemate.
func (t *englishTable) first(emptyPack bool) {
	t.count.see("starters_mean", t.starters)
	t.count.see("shuffles", t.shuffles)
	t.count.is("stalemate_empty_pack", emptyPack)
}

// result counts what is known when a game is over.
func (t *englishTable) result(v games.View) {
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
	t.count.is("tie", winners > 1)
	t.count.is("first_seat_wins", v.Seats[0].Winner)
	t.count.see("winner_sets", best)
	t.count.see("margin", best-second)
	t.count.see("counted", made)
}

// do plays a move and everything the dealer owes then.
func (t *englishTable) do(seat games.Seat, move games.Move) error {
	t.at = t.at.Add(time.Second)
	step, err := t.game.Apply(games.Action{At: t.at, Seat: seat, Move: move})
	for err == nil {
		t.see(step.Events)
		t.game = step.Game
		owed, ok := t.game.Owed()
		if !ok {
			return nil
		}
		t.shuffles = owed.Shuffle
		var drawn []cards.Card
		if drawn, err = t.chance.Draw(owed); err == nil {
			step, err = t.game.Apply(games.Action{At: t.at, Seat: games.Dealer, Move: games.Deal{Cards: drawn}})
		}
	}
	return fmt.Errorf("seat %s says %s: %w", seat, move, err)
}

func (t *englishTable) see(events []games.Event) {
	for i, e := range events {
		if e.Kind == games.Turned {
			t.starters++
			t.count.is("buried", events[i+1].Kind == games.Buried)
		}
	}
}

func tellEnglish(out io.Writer, c *count) {
	printShares(out, c, "winner_sets", "Sets of the winner")
	printShares(out, c, "margin", "Sets more than the best of the others")
	printShares(out, c, "counted", "Sets made by all together")
	printShares(out, c, "stalemates", "Stalemates in a game in which all always exchange")
}
