// Package poker is the game SET Poker: two cards in the hand, a growing number in the centre, betting
// in between, and most sets win the pot (docs/spec/rules.md, Poker).
package poker

import (
	"embed"
	"strconv"
	"strings"
	"sync"
	"time"

	"settable/games"
	"settable/games/cards"
)

type Rules struct{}

// Edition is 2: since edition 1 players have rights over their stakes and seats.
func (Rules) Edition() int { return 2 }

// Oldest is 1, which differs only in these rights.
func (Rules) Oldest() int { return 1 }

func (Rules) Name() string { return name }

// Open is a table with nobody at it. Beside the options of the manual it reads `stacks`, the first
// buy-ins in the order of seats (notation, Scripts), which only
// scripts use. The error is Illegal: an option that does not exist or a value that it cannot have.
func (Rules) Open(chosen games.Options) (games.Game, error) {
	stacks, chosen, err := readStacks(chosen)
	if err != nil {
		return nil, err
	}
	o, err := manual.Fill(chosen)
	if err != nil {
		return nil, err
	}
	chips := func(name string) games.Chips { return games.Chips(o.Int(name)) }
	seconds := func(name string) time.Duration { return time.Duration(o.Int(name)) * time.Second }
	return &game{
		settings: settings{
			stack: chips("stack"), stacks: stacks, limit: chips("limit"), ante: chips("ante"), raises: o.Int("raises"),
			openingCounts: o["open_counts"] == "true", firstRotates: o["first"] == "rotate", mustDrop: o["short"] == "drop",
			showNeedsSet: o["show_needs_set"] == "true", disjointSets: o["count"] == "disjoint",
			oddChipsOneEach:    o["odd_tie"] == "one_each",
			splitWhenExhausted: o["exhausted"] == "split", centerMax: o.Int("center_max"), mostHands: o.Int("deals"),
			dealer: games.Seat(o.Int("dealer")),
			turn:   seconds("turn"), pause: seconds("pause"),
		},
		phase: gathering,
	}, nil
}

// readStacks reads the option `stacks` and returns the other options without it.
func readStacks(chosen games.Options) ([]games.Chips, games.Options, error) {
	text, given := chosen["stacks"]
	if !given {
		return nil, chosen, nil
	}
	var stacks []games.Chips
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > mostChips {
			return nil, nil, games.Refuse("poker.stacks", "most", mostChips, "word", word)
		}
		stacks = append(stacks, games.Chips(n))
	}
	others := games.Options{}
	for name, value := range chosen {
		if name != "stacks" {
			others[name] = value
		}
	}
	return stacks, others, nil
}

//go:embed words/*.yaml
var catalogue embed.FS

var Game = games.Kind{
	Rules:   Rules{},
	Words:   catalogue,
	Player:  housePlayer,
	Figures: games.Figures{Play: trials, Means: means, Shares: shares},
	Again:   Next{}.String(),
	Short:   games.Options{"deals": "2", "center_max": "6"},
}

var (
	falseTrue = []string{"false", "true"}
	trueFalse = []string{"true", "false"}
)

func (Rules) Manual() games.Manual { return manual }

var manual = games.Manual{
	Game:     name,
	MinSeats: fewestPlayers, MaxSeats: mostPlayers, Hands: true,
	Options: []games.Option{
		{Name: "stack", Default: "20", Min: 1, Max: mostChips, Told: true},
		{Name: "limit", Default: "3", Min: 1, Max: mostChips, Told: true},
		{Name: "raises", Default: "1", Min: 0, Max: 99, Told: true},
		{Name: "ante", Default: "0", Min: 0, Max: mostChips},
		{Name: "turn", Default: "60", Min: 0, Max: 3600, Told: true},
		{Name: "pause", Default: "20", Min: 0, Max: 3600},
		{Name: "dealer", Default: "1", Min: 1, Max: mostPlayers},
		{Name: "open_counts", Default: "false", Values: falseTrue},
		{Name: "first", Default: "left_of_dealer", Values: []string{"left_of_dealer", "rotate"}},
		{Name: "short", Default: "side_pots", Values: []string{"side_pots", "drop"}},
		{Name: "show_needs_set", Default: "true", Values: trueFalse},
		{Name: "count", Default: "all", Values: []string{"all", "disjoint"}},
		{Name: "odd_tie", Default: "first", Values: []string{"first", "one_each"}},
		{Name: "exhausted", Default: "forced_show", Values: []string{"forced_show", "split"}},
		{Name: "center_max", Default: "0", Min: 0, Max: 77},
		{Name: "deals", Default: "0", Min: 0, Max: 999},
	},
	Verbs: games.WithSeats([]games.Verb{
		{Name: "check", Example: "check"},
		{Name: "bet", Takes: games.Amount, Example: "bet 2"},
		{Name: "call", Example: "call"},
		{Name: "raise", Takes: games.Amount, Example: "raise 2"},
		{Name: "drop", Example: "drop"},
		{Name: "show", Example: "show"},
		{Name: "pass", Example: "pass"},
		{
			Name: "always", Takes: games.Choice, Example: "always pass", Private: true,
			Choices: []string{"pass", "ask"},
		},
		{Name: "next", Example: "next"},
		{Name: "void", Example: "void"},
		{Name: "buy", Takes: games.Amount, Optional: true, Example: "buy 20"},
	}),
	Example: example,
}

const name = "poker"

// settings are the options of a table in the form in which the game uses them.
type settings struct {
	stack, limit, ante games.Chips
	stacks             []games.Chips // the stacks of the first to sit down, instead of stack
	raises             int           // the most raises of one player in one interval
	openingCounts      bool          // an opening bet counts as one of them
	firstRotates       bool          // the first to speak moves on by one seat each interval
	mustDrop           bool          // a player who cannot pay a call must drop: no side pots
	showNeedsSet       bool          // a player who shows must have a set
	disjointSets       bool          // only sets without a common card count
	oddChipsOneEach    bool          // odd chips go one each to the tied winners with the fewest chips
	splitWhenExhausted bool          // if nobody has shown when the cards run out, the pot is shared
	centerMax          int           // the number of centre cards at which all must show; 0: no limit
	mostHands          int           // the number of hands after which the table closes; 0: no limit
	dealer             games.Seat    // the dealer of the first hand
	turn, pause        time.Duration // the time to speak, and between two hands; 0: no clock
}

const (
	fewestPlayers = 2
	mostPlayers   = 10
	mostChips     = 1_000_000 // the most chips in a stack or a bet, so that sums cannot overflow Chips
)

// The cards of the example: in the centre, and in the hands of P and Q.
const (
	exampleCenter = "1SRD 2TGQ 3SRD 3TPV"
	exampleHands  = "2SRD 1TRD 2NGQ 3SGV"
)

// example is the view of a showdown, with who wins it and why. Like everything in a Manual it must
// not be changed.
var example = sync.OnceValue(func() games.View {
	center, hands := cards.Listed(exampleCenter), cards.Listed(exampleHands)
	g := game{dealer: 1, hand: 1, phase: between, center: center, shown: true,
		unseen: cards.SETPack().Minus(cards.BagOf(center)).Minus(cards.BagOf(hands))}
	for i, chips := range []games.Chips{26, 14} {
		g.Roster, _ = g.Roster.Join(games.Seat(i+1), mostPlayers)
		g.Players = append(g.Players, player{
			chips: chips, dealt: true, cards: [2]cards.Card{hands[2*i], hands[2*i+1]}})
	}
	g.pots = []games.PotShare{{Amount: 12, Eligible: []games.Seat{1, 2}, Winners: []games.Seat{1}, Share: 12,
		Won: games.MostSets}}
	v := g.View(games.Watcher)
	v.Offers = nil
	v.Headline = games.Say("poker.head.example", "who", games.Seat(1), "n", len(g.countedSets(1)), "of",
		len(g.countedSets(2)))
	return v
})
