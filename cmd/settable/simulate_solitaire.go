package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"settable/games"
	"settable/games/house"
	"settable/games/solitaire"
)

// solitaireFigures are those of NOTATION.md, and what else a curious player
// would ask. The text: "Intuition suggests that this variation would be harder
// to win, but I haven't tried it".
var solitaireFigures = []figure{
	{"win_blind", "a player who never looks under the tops wins"},
	{"win_search", "a player who looks and searches wins"},
	{"left_mean_blind", "cards the first leaves"},
	{"left_mean_search", "cards the second leaves"},
	{"sets_mean_blind", "sets the first makes"},
	{"sets_mean_search", "sets the second makes"},
	{"cleared_blind", "games in which the first leaves no card"},
	{"cleared_search", "games in which the second leaves no card"},
	{"moves_mean_blind", "cards the first moves to empty piles"},
	{"moves_mean_search", "cards the second moves to empty piles"},
}

// playSolitaire lets both players play; the players of a table move in turn.
func playSolitaire(source *rand.Rand, players, n int, c *count) error {
	for range n {
		for _, p := range []solitairePlayer{{"blind", blindly}, {"search", searching}} {
			if err := p.game(source, players, c); err != nil {
				return fmt.Errorf("the %s player: %w", p.name, err)
			}
		}
	}
	return nil
}

// solitairePlayer says one or more moves, of which only the last may deal.
type solitairePlayer struct {
	name string
	says func(v games.View, luck *rand.Rand) []string
}

func blindly(v games.View, luck *rand.Rand) []string { return []string{house.Blind(v, luck)} }

func searching(v games.View, _ *rand.Rand) []string {
	plan, _ := house.SolitairePlan(v)
	return plan
}

// game plays one and counts what comes of it.
func (p solitairePlayer) game(source *rand.Rand, players int, c *count) error {
	game, err := solitaire.Rules{}.Open(nil)
	if err != nil {
		return err
	}
	t := &solitaireTable{chance: games.Seeded(source.Uint64()), game: game, players: players}
	for seat := range players {
		if err := t.do(games.Seat(seat+1), games.Join{}); err != nil {
			return err
		}
	}
	if err := t.do(1, games.Start{}); err != nil {
		return err
	}
	v := t.game.View(1)
	for v.Phase == games.Playing {
		for _, words := range p.says(v, source) {
			if err := t.say(words); err != nil {
				return err
			}
			if v = t.game.View(1); v.Phase != games.Playing {
				break // all cards are gone: the game did not wait for done
			}
		}
	}
	p.finish(v, t.shifts, c)
	return nil
}

func (p solitairePlayer) finish(v games.View, shifts int, c *count) {
	left, sets := v.Left, 0
	for _, cell := range v.Areas[0].Cells {
		left += cell.Depth
	}
	for _, seat := range v.Seats {
		sets += seat.Score
	}
	c.is("win_"+p.name, v.Seats[0].Winner)
	c.see("left_mean_"+p.name, left)
	c.see("sets_mean_"+p.name, sets)
	c.is("cleared_"+p.name, left == 0)
	c.see("moves_mean_"+p.name, shifts)
}

// solitaireTable is a table under way.
type solitaireTable struct {
	chance        games.Chance
	game          games.Game
	at            time.Time
	players       int
	moves, shifts int
}

// say plays words, of one player after the other.
func (t *solitaireTable) say(words string) error {
	move, ok := solitaire.Rules{}.Parse(words)
	if !ok {
		return fmt.Errorf("%q is no move", words)
	}
	if _, is := move.(solitaire.Shift); is {
		t.shifts++
	}
	seat := games.Seat(1 + t.moves%t.players)
	t.moves++
	return t.do(seat, move)
}

// do plays a move and lays the cards that the dealer owes then.
func (t *solitaireTable) do(seat games.Seat, move games.Move) error {
	t.at = t.at.Add(time.Second)
	step, err := t.game.Apply(games.Action{At: t.at, Seat: seat, Move: move})
	if err != nil {
		return fmt.Errorf("seat %s says %s: %w", seat, move, err)
	}
	t.game = step.Game
	owed, ok := t.game.Owed()
	if !ok {
		return nil
	}
	drawn, err := t.chance.Draw(owed)
	if err != nil {
		return err
	}
	return t.do(games.Dealer, games.Deal{Cards: drawn})
}

func tellSolitaire(out io.Writer, c *count) {
	printShares(out, c, "left_mean_blind", "Cards left by the player who never looks under the tops")
	printShares(out, c, "left_mean_search", "Cards left by the player who looks and searches")
	printShares(out, c, "moves_mean_search", "Cards this player moves to empty piles")
}
