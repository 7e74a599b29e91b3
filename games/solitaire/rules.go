// Package solitaire implements Mag's SET Solitaire, which one player or a whole channel plays with nine piles. The
// dealer lays nine rounds of nine cards, and players take sets from the tops (docs/spec/rules.md, Solitaire).
package solitaire

import (
	"embed"
	"sync"

	"settable/games"
	"settable/games/cards"
)

type Rules struct{}

// Edition returns 2. The second edition added the players' rights to their seats.
func (Rules) Edition() int { return 2 }

func (Rules) Name() string { return name }

// Open returns a table without players. It returns an Illegal for an unknown option or an invalid value.
func (Rules) Open(chosen games.Options) (games.Game, error) {
	o, err := manual.Fill(chosen)
	if err != nil {
		return nil, err
	}
	return &game{
		settings: options.Read(o),
		Base:     games.NewBase[player](mostPlayers, cards.SETPack()),
	}, nil
}

//go:embed words/*.yaml
var catalogue embed.FS

var Game = games.Kind{
	Rules:   Rules{},
	Words:   catalogue,
	Player:  housePlayer,
	Figures: games.Figures{Play: trials, Means: means, Shares: shares},
	Daily:   &games.DailyDeal{Options: games.Options{"who": "alone"}, Possible: allSets},
}

func (Rules) Manual() games.Manual { return manual }

var manual = games.Manual{
	Game:     name,
	MinSeats: fewestPlayers, MaxSeats: mostPlayers,
	Together: true,
	WalkIn:   true,
	Options:  options.Options(),
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

// settings holds the parsed options of a table.
type settings struct {
	oneMover  bool // only one player may move
	peek      bool // everyone may see the covered cards
	mustClear bool // a deal is refused while the tops contain a set
}

var options = games.Settings[settings]{
	games.Either("who", "together", "alone", func(s *settings) *bool { return &s.oneMover }),
	games.Flag("peek", true, func(s *settings) *bool { return &s.peek }),
	games.Flag("must_clear", false, func(s *settings) *bool { return &s.mustClear }),
}

const (
	piles   = 9 // also the number of rounds (Solitaire 1)
	rounds  = 9
	pack    = piles * rounds
	allSets = 27 // sets in a game with no cards left
	winning = 9  // the most cards left in a game that is won (Solitaire 6)

	fewestPlayers = 1
	mostPlayers   = 20 // at once; the rules set no limit, but the picture needs one
)

// exampleLuck is a seed that produces an instructive table after exampleRounds rounds: some piles are deep, one is
// empty, and the tops contain a set.
const (
	exampleLuck   = 3
	exampleRounds = 4
)

// example plays a few rounds and stops when the tops contain a set. Like everything in a Manual, the view must not be
// changed.
var example = sync.OnceValue(func() games.View {
	start := &game{settings: settings{peek: true}, Base: games.NewBase[player](mostPlayers, cards.SETPack())}
	t := games.TrialOf(start, games.Seeded(exampleLuck), nil)
	do := func(m games.Move) {
		if err := t.Do(1, m); err != nil {
			panic("the example of the manual: " + err.Error()) // can't happen: the seed is fixed
		}
	}
	do(games.Join{})
	do(games.Start{})
	for {
		g := t.Game.(*game)
		sets := cards.Sets(g.board.tops())
		switch {
		case len(sets) > 0 && g.dealt() == exampleRounds && g.board.hasEmpty():
			return exampleView(g, sets[0])
		case len(sets) > 0:
			do(games.ClaimOf(sets[0]))
		default:
			do(Round{})
		}
	}
})

// exampleView returns the view of a table with a set marked, and a headline that points it out.
func exampleView(g *game, set [3]cards.Card) games.View {
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
