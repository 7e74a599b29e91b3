package solitaire

import (
	"fmt"
	"math/rand/v2"

	"settable/games"
)

// means lists the figures for which a simulation reports the mean (notation, Simulating). The published rules assume
// that playing without looking is harder, but don't say by how much.
var means = []games.Figure{
	{Name: "win_blind", Words: "games won by the player who never looks"},
	{Name: "win_search", Words: "games won by the player who looks and searches"},
	{Name: "left_mean_blind", Words: "cards left by the player who never looks"},
	{Name: "left_mean_search", Words: "cards left by the player who looks and searches"},
	{Name: "sets_mean_blind", Words: "sets made by the player who never looks"},
	{Name: "sets_mean_search", Words: "sets made by the player who looks and searches"},
	{Name: "cleared_blind", Words: "games cleared by the player who never looks"},
	{Name: "cleared_search", Words: "games cleared by the player who looks and searches"},
	{Name: "moves_mean_blind", Words: "moves to empty piles by the player who never looks"},
	{Name: "moves_mean_search", Words: "moves to empty piles by the player who looks and searches"},
}

// shares lists the figures for which a simulation reports the whole distribution.
var shares = []games.Figure{
	{Name: "left_mean_blind", Words: "Cards left by the player who never looks"},
	{Name: "left_mean_search", Words: "Cards left by the player who looks and searches"},
	{Name: "moves_mean_search", Words: "Moves to empty piles by this player"},
}

// trials plays n games with each of the two strategies. If the table has several players, they take turns.
func trials(source *rand.Rand, o games.Options, players, n int, c games.Counts) error {
	for range n {
		for _, p := range []strategy{{"blind", chooseWithoutLookingOnly}, {"search", searchAllMoves}} {
			if err := p.game(source, o, players, c); err != nil {
				return fmt.Errorf("%s strategy: %w", p.name, err)
			}
		}
	}
	return nil
}

// strategy chooses one or more moves for a view. Only the last one may be a deal, because any moves after a deal would
// be based on an outdated view.
type strategy struct {
	name string
	says func(v games.View, luck *rand.Rand) []string
}

func chooseWithoutLookingOnly(v games.View, luck *rand.Rand) []string {
	return []string{chooseWithoutLooking(v, luck)}
}

func searchAllMoves(v games.View, _ *rand.Rand) []string {
	plan, _ := searchMoves(v)
	return plan
}

func (p strategy) game(source *rand.Rand, o games.Options, players int, c games.Counts) error {
	table, err := games.NewTrial(Rules{}, o, players, games.Seeded(source.Uint64()), nil)
	if err != nil {
		return err
	}
	t := &trial{Trial: table, players: players}
	v := t.Game.View(1)
	for v.Phase == games.Playing {
		for _, words := range p.says(v, source) {
			if err := t.say(words); err != nil {
				return err
			}
			if v = t.Game.View(1); v.Phase != games.Playing {
				break // all cards are gone, so the game ended by itself
			}
		}
	}
	p.finish(v, t.shifts, c)
	return nil
}

func (p strategy) finish(v games.View, shifts int, c games.Counts) {
	left, sets := v.CardsLeft, 0
	for _, cell := range v.Areas[0].Cells {
		left += cell.Depth
	}
	for _, seat := range v.Seats {
		sets += seat.Score
	}
	c.SeeIf("win_"+p.name, v.Seats[0].Winner)
	c.See("left_mean_"+p.name, left)
	c.See("sets_mean_"+p.name, sets)
	c.SeeIf("cleared_"+p.name, left == 0)
	c.See("moves_mean_"+p.name, shifts)
}

type trial struct {
	*games.Trial
	players       int
	moves, shifts int
}

// say plays one move. The players take turns.
func (t *trial) say(words string) error {
	move, ok := Rules{}.Parse(words)
	if !ok {
		return fmt.Errorf("%q isn't a move", words)
	}
	if _, is := move.(Shift); is {
		t.shifts++
	}
	seat := games.Seat(1 + t.moves%t.players)
	t.moves++
	return t.Do(seat, move)
}
