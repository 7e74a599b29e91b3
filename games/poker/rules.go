// Package poker implements SET Poker. Each player has two cards, the centre grows card by card with betting in between,
// and the player with the most sets wins the pot (docs/spec/rules.md, Poker).
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

// Edition returns 2. The second edition added the players' rights to their stakes and seats.
func (Rules) Edition() int { return 2 }

func (Rules) Name() string { return name }

// Open returns a table without players. It returns an Illegal for an unknown option or an invalid value. In addition to
// the manual's options, it accepts `stacks`, which only scripts use: the first buy-ins in the order of seats (notation,
// Scripts).
func (Rules) Open(chosen games.Options) (games.Game, error) {
	stacks, chosen, err := readStacks(chosen)
	if err != nil {
		return nil, err
	}
	o, err := manual.Fill(chosen)
	if err != nil {
		return nil, err
	}
	settings := options.Read(o)
	settings.stacks = stacks
	return &game{settings: settings, phase: gathering}, nil
}

// readStacks parses the option `stacks` and returns the other options without it.
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
	Rules:        Rules{},
	Words:        catalogue,
	Player:       housePlayer,
	Figures:      games.Figures{Play: trials, Means: means, Shares: shares},
	NextHand:     Next{}.String(),
	ShortOptions: games.Options{"deals": "2", "center_max": "6"},
}

func (Rules) Manual() games.Manual { return manual }

var manual = games.Manual{
	Game:     name,
	MinSeats: fewestPlayers, MaxSeats: mostPlayers, Hands: true,
	Options:    options.Options(),
	HouseRules: games.Options{"ante": "1", "show": "12"},
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

// settings holds the parsed options of a table.
type settings struct {
	stack, limit, ante games.Chips
	stacks             []games.Chips // the first players' stacks, which replace stack
	raises             int           // how often a player may raise in one interval
	openingCounts      bool          // an opening bet counts as one of them
	firstRotates       bool          // the first to act moves on by one seat each interval
	mustDrop           bool          // a player who can't pay a call must drop: no side pots
	showNeedsSet       bool          // a player who shows must have a set
	disjointSets       bool          // only sets without a common card count
	oddChipsOneEach    bool          // odd chips go one each to the tied winners with the fewest chips
	splitWhenExhausted bool          // if nobody has shown when the cards run out, the pot is shared
	centerMax          int           // the number of centre cards at which all must show; 0: no limit
	mostHands          int           // the number of hands after which the table closes; 0: no limit
	dealer             games.Seat    // the dealer of the first hand
	turnTime, pause    time.Duration // the time to act, and between two hands; 0: no clock
	showTime           time.Duration // how long the showdown question is open; 0: as long as a turn
}

var options = games.Settings[settings]{
	games.Number("stack", 20, 1, mostChips, func(s *settings) *games.Chips { return &s.stack }).AlwaysAnnounced(),
	games.Number("limit", 3, 1, mostChips, func(s *settings) *games.Chips { return &s.limit }).AlwaysAnnounced(),
	games.Number("raises", 1, 0, 99, func(s *settings) *int { return &s.raises }).AlwaysAnnounced(),
	games.Number("ante", 0, 0, mostChips, func(s *settings) *games.Chips { return &s.ante }),
	games.Seconds("turn", 60, 0, 3600, func(s *settings) *time.Duration { return &s.turnTime }),
	games.Seconds("show", 0, 0, 3600, func(s *settings) *time.Duration { return &s.showTime }),
	games.Seconds("pause", 20, 0, 3600, func(s *settings) *time.Duration { return &s.pause }),
	games.Number("dealer", 1, 1, mostPlayers, func(s *settings) *games.Seat { return &s.dealer }),
	games.Flag("open_counts", false, func(s *settings) *bool { return &s.openingCounts }),
	games.Either("first", "left_of_dealer", "rotate", func(s *settings) *bool { return &s.firstRotates }),
	games.Either("short", "side_pots", "drop", func(s *settings) *bool { return &s.mustDrop }),
	games.Flag("show_needs_set", true, func(s *settings) *bool { return &s.showNeedsSet }),
	games.Either("count", "all", "disjoint", func(s *settings) *bool { return &s.disjointSets }),
	games.Either("odd_tie", "first", "one_each", func(s *settings) *bool { return &s.oddChipsOneEach }),
	games.Either("exhausted", "forced_show", "split", func(s *settings) *bool { return &s.splitWhenExhausted }),
	games.Number("center_max", 0, 0, 77, func(s *settings) *int { return &s.centerMax }),
	games.Number("deals", 0, 0, 999, func(s *settings) *int { return &s.mostHands }),
}

const (
	fewestPlayers = 2
	mostPlayers   = 10
	mostChips     = 1_000_000 // the largest stack or bet, so that sums can't overflow Chips
)

// These are the cards in the example: the centre, and the hands of P and Q.
const (
	exampleCenter = "1SRD 2TGQ 3SRD 3TPV"
	exampleHands  = "2SRD 1TRD 2NGQ 3SGV"
)

// example returns the view of a showdown that names the winner and the reason for the win. Like everything in a Manual,
// it must not be changed.
var example = sync.OnceValue(func() games.View {
	center, hands := cards.ParseList(exampleCenter), cards.ParseList(exampleHands)
	g := game{dealer: 1, hand: 1, phase: between, center: center, shown: true,
		unseen: cards.SETPack().Minus(cards.BagOf(center)).Minus(cards.BagOf(hands))}
	for i, won := range []games.Chips{6, -6} {
		g.seats.Roster, _ = g.seats.Roster.Join(games.Seat(i+1), mostPlayers)
		g.seats.Players = append(g.seats.Players, player{
			chips: 20 + won, won: won, dealt: true, cards: [2]cards.Card{hands[2*i], hands[2*i+1]}})
	}
	g.pots = []games.PotShare{{Amount: 12, Eligible: []games.Seat{1, 2}, Winners: []games.Seat{1}, Share: 12,
		Won: games.MostSets}}
	v := g.View(games.Watcher)
	v.Offers = nil
	v.Headline = games.Say("poker.head.example", "who", games.Seat(1), "n", len(g.countedSets(1)), "of",
		len(g.countedSets(2)))
	return v
})
