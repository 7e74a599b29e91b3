package solitaire

import (
	"sync"

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
	start := &game{house: house{peek: true}, phase: games.Gathering, unseen: cards.SETPack()}
	t := games.TrialOf(start, games.Seeded(exampleLuck), nil)
	do := func(m games.Move) {
		if err := t.Do(1, m); err != nil {
			panic("the example of the manual: " + err.Error()) // it is always the same
		}
	}
	do(games.Join{})
	do(games.Start{})
	for {
		g := t.Game.(*game)
		sets := cards.Sets(g.board.tops())
		switch {
		case len(sets) > 0 && g.dealt() == exampleRounds && g.board.hasEmpty():
			return explained(g, sets[0])
		case len(sets) > 0:
			do(games.ClaimOf(sets[0]))
		default:
			do(Round{})
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
