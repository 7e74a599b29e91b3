package solitaire

import (
	"fmt"
	"sync"
	"time"

	"settable/games"
	"settable/games/cards"
)

// exampleLuck and exampleRounds give a table at which something is to be
// learnt: some cards deep, with an empty pile, and one set on top.
const (
	exampleLuck   = 3
	exampleRounds = 4
)

// example plays a few rounds and stops where a set lies on the tops. Like all
// that is in a Manual it is not to be changed.
var example = sync.OnceValue(func() games.View {
	var at games.Game = &game{house: house{peek: true}, phase: games.Gathering, unseen: cards.SETPack()}
	luck := games.Seeded(exampleLuck)
	do := func(seat games.Seat, m games.Move) {
		step, err := at.Apply(games.Action{At: time.Unix(0, 0), Seat: seat, Move: m})
		if err != nil {
			panic(fmt.Sprintf("the example of the manual: %s: %v", m, err)) // it is always the same
		}
		at = step.Game
		if owed, ok := at.Owed(); ok {
			drawn, _ := luck.Draw(owed)
			step, _ = at.Apply(games.Action{Seat: games.Dealer, Move: games.Deal{Cards: drawn}})
			at = step.Game
		}
	}
	do(1, games.Join{})
	do(1, games.Start{})
	for {
		g := at.(*game)
		sets := cards.Sets(g.board.tops())
		switch {
		case len(sets) > 0 && g.dealt() == exampleRounds && g.board.hasEmpty():
			return explained(g, sets[0])
		case len(sets) > 0:
			do(1, games.ClaimOf(sets[0]))
		default:
			do(1, Round{})
		}
	}
})

// explained is a table with its set marked, and what there is to see in words.
func explained(g *game, set [3]cards.Card) games.View {
	v := g.View(games.Watcher)
	v.Offers, v.Seats, v.Taken, v.TakenBy = nil, nil, nil, games.Watcher
	var labels []string
	empty := ""
	for i, c := range v.Areas[0].Cells {
		c.New, c.Marked = false, c.Kind == games.Face && (c.Card == set[0] || c.Card == set[1] || c.Card == set[2])
		v.Areas[0].Cells[i] = c
		if c.Marked {
			labels = append(labels, c.Label)
		}
		if c.Kind == games.Empty {
			empty = c.Label
		}
	}
	v.Headline = games.Say("solitaire.head.example", "a", labels[0], "b", labels[1], "c", labels[2], "empty",
		empty)
	return v
}
