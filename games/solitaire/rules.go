// Package solitaire is Mag's SET Solitaire as the seed tells it: nine piles,
// nine rounds of nine cards, and sets taken from the tops, by one player or by
// a channel together (RULES.md, Mag's SET Solitaire).
package solitaire

import (
	"embed"
	"sync"

	"settable/games"
	"settable/games/cards"
)

type Rules struct{}

func (Rules) Name() string { return name }

// Open is a table with nobody at it. The error is Illegal: an option that
// does not exist or a value it cannot have.
func (Rules) Open(chosen games.Options) (games.Game, error) {
	o, err := manual.Fill(chosen)
	if err != nil {
		return nil, err
	}
	return &game{
		settings: settings{alone: o["who"] == "alone", peek: o["peek"] == "true",
			mustClear: o["must_clear"] == "true"},
		Base: games.NewBase[player](mostPlayers, cards.SETPack()),
	}, nil
}

//go:embed words/*.yaml
var catalogue embed.FS

var Game = games.Kind{
	Rules:   Rules{},
	Words:   catalogue,
	Player:  play,
	Figures: games.Figures{Play: trials, Means: means, Shares: shares},
	Daily:   &games.DailyDeal{Options: games.Options{"who": "alone"}},
}

func (Rules) Manual() games.Manual { return manual }

var manual = games.Manual{
	Game:     name,
	MinSeats: fewestPlayers, MaxSeats: mostPlayers,
	Together: true,
	WalkIn:   true,
	Options: []games.Option{
		{Name: "who", Default: "together", Values: []string{"together", "alone"}},
		{Name: "peek", Default: "true", Values: []string{"true", "false"}},
		{Name: "must_clear", Default: "false", Values: []string{"false", "true"}},
	},
	Verbs: games.WithSeats([]games.Verb{
		{Name: "set", Takes: games.Three, Example: "set 1 5 9"},
		{Name: "deal", Example: "deal"},
		{Name: "move", Takes: games.Piles, Example: "move 4 1"},
		{Name: "look", Takes: games.Pile, Example: "look 4"},
		{Name: "undo", Example: "undo"},
		{Name: "done", Example: "done"},
	}),
	Claim:   "set",
	Example: example,
}

const name = "solitaire"

// settings are what the options of a table come to.
type settings struct {
	alone     bool // only one player moves
	peek      bool // what lies under the tops may be seen
	mustClear bool // every set is taken before the next deal
}

const (
	piles   = 9 // "Nine piles, nine rounds of nine cards"
	rounds  = 9
	pack    = piles * rounds
	winning = 9 // "nine cards or fewer left is a win"

	fewestPlayers = 1  // "one player, or a channel together"
	mostPlayers   = 20 // at once; the text knows no limit, a picture does
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
	start := &game{settings: settings{peek: true}, Base: games.NewBase[player](mostPlayers, cards.SETPack())}
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
