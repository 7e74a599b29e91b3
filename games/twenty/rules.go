// Package twenty implements 20/20 SET. Each player has six personal cards and shares six cards on the table, there are
// no turns, and the first player to have no personal cards left wins the hand (docs/spec/rules.md, Twenty).
package twenty

import (
	"embed"
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
	return &game{settings: options.Read(o), options: o}, nil
}

//go:embed words/*.yaml
var catalogue embed.FS

var Game = games.Kind{
	Rules:        Rules{},
	Words:        catalogue,
	Player:       housePlayer,
	Figures:      games.Figures{Play: trials, Means: means, Shares: shares},
	ShortOptions: games.Options{"length": "hand"},
}

func (Rules) Manual() games.Manual { return manual }

var manual = games.Manual{
	Game:     name,
	MinSeats: fewestPlayers, MaxSeats: mostPlayers, Hands: true,
	Options:    options.Options(),
	HouseRules: games.Options{"length": "hand"}, Hand: games.Options{"length": "hand"},
	Verbs: games.WithSeats([]games.Verb{
		{Name: "set", Takes: games.Three, Example: "set b 1 4"},
		{Name: "draw", Example: "draw"},
		{Name: "none", Example: "none"},
		{Name: "next", Example: "next"},
		{Name: "option", Takes: games.Choice, Example: "option length=hand"},
		{Name: "void", Example: "void"},
	}),
	Claim: "set",
}

func init() { manual.Example = example } // set in init to avoid an initialization cycle

const name = "twenty"

// settings holds the parsed options of a table.
type settings struct {
	oneHand  bool          // the winner of the first hand wins the game
	target   int           // points that win the game; 0: ten for each player
	open     bool          // everyone sees all personal cards
	noSweep  bool          // the table stays when all say none
	turnTime time.Duration // the time until silence counts as none; 0: no clock
	pause    time.Duration // the time between two hands; 0: no clock
	dealer   games.Seat    // the dealer of the first hand
}

var options = games.Settings[settings]{
	games.Either("length", "match", "hand", func(s *settings) *bool { return &s.oneHand }).InLobby("match", "hand"),
	games.Number("target", 0, 0, mostPoints, func(s *settings) *int { return &s.target }),
	games.Either("hands", "secret", "open", func(s *settings) *bool { return &s.open }),
	games.Either("stuck", "sweep", "none", func(s *settings) *bool { return &s.noSweep }),
	games.Seconds("turn", 60, 0, 3600, func(s *settings) *time.Duration { return &s.turnTime }),
	games.Seconds("pause", 20, 0, 3600, func(s *settings) *time.Duration { return &s.pause }),
	games.Number("dealer", 1, 1, mostPlayers, func(s *settings) *games.Seat { return &s.dealer }),
}

const (
	fewestPlayers = 2
	mostPlayers   = 8 // more could exhaust the cards (Twenty 5)

	cardsDealt = 6  // cards to each player (Twenty 1)
	tableCards = 6  // cards on the table (Twenty 1)
	mostHeld   = 9  // personal cards at most (Twenty 4)
	perPlayer  = 10 // points of the target for each player (Twenty 10)

	mostPoints = 1000 // the highest target; a game for so many points lasts about a day
)

// exampleTable has six cards that contain no set.
const exampleTable = "3SGQ 2TGQ 1NPV 2NRQ 3SPD 2TPV"

// sample is shown in the lobby.
var sample = cards.ParseList(exampleTable)

// example returns the view of a player in the middle of a hand. The only set in the view has one card on the table and
// two in the player's hand.
func example() games.View {
	g := &game{
		phase: playing, hand: 2, dealer: 3, target: 30,
		table: [tableCards]cards.Card(cards.ParseList(exampleTable)),
		taken: cards.ParseList("1SRD 2SRD 3SRD"), takenBy: 3,
	}
	hidden := cards.SETPack()
	for i, score := range []int{13, 0, 8} {
		g.seats.Roster, _ = g.seats.Roster.Join(games.Seat(i+1), mostPlayers)
		g.seats.Players = append(g.seats.Players, player{score: score, dealt: true})
	}
	copy(g.seats.Players[0].slots[:], cards.ParseList("2SRV 3NGQ - 2NPD 2SRQ"))
	for _, seen := range [][]cards.Card{g.seats.Players[0].slots[:], g.taken, g.table[:]} {
		hidden = hidden.Minus(cards.BagOf(seen))
	}
	g.discard = cards.BagOf(g.taken)
	// The viewer can't see the other players' cards, so any cards will do.
	copy(g.seats.Players[1].slots[:], hidden.Cards()[:8])
	copy(g.seats.Players[2].slots[:], hidden.Cards()[8:12])
	g.deck = cards.BagOf(hidden.Cards()[12:])

	v := g.View(1)
	v.Headline = games.Say("twenty.head.example")
	set := cards.BagOf(cards.ParseList("2TGQ 2SRV 2NPD"))
	for _, a := range v.Areas {
		for i := range a.Cells {
			a.Cells[i].Marked = set.Has(a.Cells[i].Card)
		}
	}
	return v
}
