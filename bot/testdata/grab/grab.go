// Package grab is a game in sixty lines: five cards are on the table, the fastest player takes each card, and the
// player with the most cards wins. The package shows everything that a new game needs.
package grab

import (
	"embed"
	"math/rand/v2"

	"settable/games"
	"settable/games/cards"
)

//go:embed words
var words embed.FS

var Game = games.Kind{Rules: games.Plain(manual, open), Words: words, Player: housePlayer}

var manual = games.Manual{
	Game: "grab", MinSeats: 2, MaxSeats: 4,
	Verbs:   games.WithSeats([]games.Verb{{Name: "grab", Example: "grab"}}),
	Example: func() games.View { return open().View(games.Watcher) },
}

// housePlayer grabs a card if no other player has fewer cards, and lets players who joined later go first.
func housePlayer(v games.View, _ games.Level, _ *rand.Rand) string {
	own := v.Seat(v.Viewer)
	for _, p := range v.Seats {
		if !p.HasLeft && (p.Score < own.Score || p.Score == own.Score && p.Seat > own.Seat) {
			return ""
		}
	}
	if v.May("grab") {
		return "grab"
	}
	return ""
}

type game struct {
	games.Base[int]              // how many cards each player has grabbed
	table           []cards.Card // the cards that no player has grabbed yet
}

func open() games.Game { return &game{Base: games.NewBase[int](4, cards.SETPack())} }

func (g game) Apply(a games.Action) (games.Step, error) { return g.Play(&g, a) }
func (g *game) Start(s games.Seat) error                { return g.Begin(s, 2, 5) }
func (g *game) State(func(games.Seat) string) any       { return g.Seats.Players }

func (g *game) Deal(s games.Seat, laid []cards.Card) error {
	g.table = laid
	g.Step.Tell(games.CardsLaid{Cards: laid})
	return g.Lay(s, laid)
}

func (g *game) Move(s games.Seat, m games.Move) error {
	if m != games.Word("grab") || len(g.table) == 0 {
		return games.ErrNoMove
	}
	g.Step.Tell(games.NewMovingEvent("grab.grabbed", "who", s, "card", g.table[0]))
	*g.Seats.Of(s)++
	if g.table = g.table[1:]; len(g.table) == 0 {
		g.Win(g.Seats.Best(1, func(s games.Seat) int { return *g.Seats.Of(s) }))
	}
	return nil
}

func (g *game) View(seat games.Seat) games.View {
	v := g.BaseView("grab", seat, func(n int) int { return n })
	v.Headline = games.Say("grab.head")
	v.Areas = []games.Area{games.TableArea(5, games.OpenCells(g.table, cards.Bag{}, games.Letter))}
	may := func(games.Seat) bool { return len(g.table) > 0 }
	v.Offers = g.OffersTo(seat, func(o *games.Offers) { o.Add(games.Offer{Words: "grab"}, may) })
	return v
}
