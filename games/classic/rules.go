// Package classic implements Classic SET: the table has twelve cards, there are no turns, and the first player to see a
// set takes it (docs/spec/rules.md, Classic).
package classic

import (
	"embed"
	"slices"
	"sync"
	"time"

	"settable/games"
	"settable/games/cards"
)

type Rules struct{}

// Edition returns 3. The third edition added the players' rights to their seats and leads.
func (Rules) Edition() int { return 3 }

func (Rules) Name() string { return name }

// Open returns a table without players. It returns an Illegal for an unknown option or an invalid value.
func (Rules) Open(chosen games.Options) (games.Game, error) {
	o, err := manual.Fill(chosen)
	if err != nil {
		return nil, err
	}
	settings := options.Read(o)
	if settings.callFirst && settings.call == 0 {
		settings.call = usualCall * time.Second // if sets must be called first, players need time to name them
	}
	return &game{Base: games.NewBase[player](mostPlayers, cards.SETPack()), settings: settings}, nil
}

//go:embed words/*.yaml
var catalogue embed.FS

var Game = games.Kind{
	Rules:   Rules{},
	Words:   catalogue,
	Player:  housePlayer,
	Figures: games.Figures{Play: trials, Means: means, Shares: shares},
	Daily: &games.DailyDeal{
		Options: games.Options{"deck": "12", "gaps": "keep", "call": "0", "penalty": noPenalty}, Timed: true, Fair: canTakeAll,
		Possible: fullTable / 3,
	},
}

func (Rules) Manual() games.Manual { return manual }

var manual = games.Manual{
	Game:     name,
	MinSeats: fewestPlayers, MaxSeats: mostPlayers,
	WalkIn:  true,
	Options: options.Options(), HouseRules: games.Options{"hints": "true"},
	Verbs: games.WithSeats([]games.Verb{
		{Name: "set", Takes: games.Three, Optional: true, Example: "set a b c"},
		{Name: "none", Example: "none"},
		{Name: "stuck", Example: "stuck"},
	}),
	Claim:   "set",
	Example: example,
}

const name = "classic"

// settings holds the parsed options of a table.
type settings struct {
	slow        bool          // cards are dealt one by one
	pace        time.Duration // the time between two of them
	call        time.Duration // the time a caller has to name the set; 0: no calls
	callFirst   bool          // a set is called before it is named
	agree       bool          // three more cards come when all players say none
	turnTime    time.Duration // the time until silence counts as none; 0: no clock
	penalty     string
	twelveCards bool // twelve cards are the whole deck
	hints       bool // players may ask for hints
	keepGaps    bool // once the deck is empty, gaps stay open
}

var options = games.Settings[settings]{
	games.Either("deal", "all", "slow", func(s *settings) *bool { return &s.slow }),
	games.Seconds("pace", 3, 1, 60, func(s *settings) *time.Duration { return &s.pace }),
	games.Seconds("call", usualCall, 0, 60, func(s *settings) *time.Duration { return &s.call }),
	games.Either("claim", "any", "called", func(s *settings) *bool { return &s.callFirst }),
	games.Either("extra", "auto", "agree", func(s *settings) *bool { return &s.agree }),
	games.Seconds("turn", 60, 0, 3600, func(s *settings) *time.Duration { return &s.turnTime }),
	games.OneOf("penalty", []string{losePoint, floor0, lockout, noPenalty}, func(s *settings) *string { return &s.penalty }),
	games.Either("deck", "81", "12", func(s *settings) *bool { return &s.twelveCards }),
	games.Either("gaps", "close", "keep", func(s *settings) *bool { return &s.keepGaps }),
	games.Flag("hints", false, func(s *settings) *bool { return &s.hints }),
}

const (
	fullTable = 12 // cards on a full table (Classic 6)
	mostCards = 21 // 21 cards always contain a set

	fewestPlayers = 1
	mostPlayers   = 20 // at once; the rules set no limit, but the picture needs one
)

// usualCall is how many seconds a player has to name a set after a call. Players may claim at any time (Classic 2), but
// claim=called requires a call first, as in the published rules.
const usualCall = 10

// These are the penalties (Classic 4).
const (
	losePoint = "lose_point"
	floor0    = "lose_point_floor0"
	lockout   = "lockout"
	noPenalty = "none"
)

// exampleTable is a table on which A, E and I are a set: equal in two features and all different in the other two.
const exampleTable = "1SRD 2TGQ 1NPV 3SGD 2TRD 1TGV 2NRQ 3TPQ 3NRD 1SGQ 2NPD 3TRV"

// sample is shown in the lobby.
var sample = cards.ParseList(exampleTable)

// example returns the view of exampleTable with its set marked. Like everything in a Manual, it must not be changed.
var example = sync.OnceValue(func() games.View {
	rest := cards.SETPack().Minus(cards.BagOf(sample))
	g := game{Base: games.NewBase[player](mostPlayers, rest), table: slices.Clone(sample)}
	g.Phase = games.Playing
	v := g.View(games.Watcher)
	v.Headline, v.Offers = games.Say("classic.head.example"), nil
	for _, i := range []int{0, 4, 8} {
		v.Areas[0].Cells[i].Marked = true
	}
	return v
})

// canTakeAll reports whether all cards can be taken, set by set. Daily deals must have this property, which only one
// random deal in two thousand has. Most deals of twelve cards contain at most two disjoint sets, and three in a hundred
// contain none.
func canTakeAll(lie []cards.Card) bool {
	if len(lie) == 0 {
		return true
	}
	first, others := lie[0], lie[1:] // the first card must form a set with two of the others
	for i, second := range others {
		j := i + 1 + slices.Index(others[i+1:], cards.Third(first, second))
		if j > i && canTakeAll(slices.Concat(others[:i], others[i+1:j], others[j+1:])) {
			return true
		}
	}
	return false
}
