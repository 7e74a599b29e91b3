// Package grab is a game in one small file: whoever grabs the card on the table has it,
// and three cards end the game. Nothing of the house names it.
package grab

import (
	"embed"
	"math/rand/v2"
	"time"

	"settable/games"
	"settable/games/cards"
)

//go:embed words
var words embed.FS

var Game = games.Kind{Rules: rules{}, Words: words, Player: play}

func play(v games.View, _ games.Level, _ *rand.Rand) string {
	if v.May("grab") {
		return "grab"
	}
	return ""
}

type rules struct{}

func (rules) Name() string { return "grab" }
func (rules) Manual() games.Manual {
	return games.Manual{Game: "grab", MinSeats: 2, MaxSeats: 4, Verbs: []games.Verb{
		{Name: "grab", Example: "grab"}, {Name: "join", Example: "join"}, {Name: "start", Example: "start"},
	}, Example: func() games.View { return (&game{}).View(0) }}
}
func (rules) Parse(words string) (games.Move, bool) {
	if m, ok := games.ParseCommon(words); ok {
		return m, true
	}
	return grab{}, words == "grab"
}
func (rules) Open(o games.Options) (games.Game, error) {
	_, err := rules{}.Manual().Fill(o)
	return &game{phase: games.Gathering, deck: cards.SETPack()}, err
}

type grab struct{}

func (grab) String() string { return "grab" }

type grabbed struct {
	seat games.Seat
	card cards.Card
}

func (e grabbed) Say() games.Phrase { return games.Say("grab.grabbed", "who", e.seat, "card", e.card) }
func (grabbed) CardsMoved() bool    { return true }

type game struct {
	games.Seats[int] // how many cards each has
	phase            games.Phase
	deck             cards.Bag
	card             cards.Card
	owed             int
	step             games.Step
}

func (g *game) Apply(a games.Action) (games.Step, error) {
	next := *g
	next.Seats, next.step = g.Copy(), games.Step{}
	if g.phase == games.Finished {
		return games.Step{}, games.ErrFinished
	}
	err := games.Play(&next, games.Now{Laying: g.owed > 0}, a, &next.step)
	next.step.Game = &next
	return next.step, err
}

func (g *game) Join(s games.Seat) error  { return g.SitDown(s, 4, &g.step) }
func (g *game) Leave(s games.Seat) error { return g.StandUp(s, &g.step) }
func (g *game) Tick() error              { return nil }
func (g *game) Start(s games.Seat) error {
	g.phase, g.owed = games.Playing, 1
	g.step.Tell(games.Began(s))
	return g.Roster.CanStart(s, 2)
}
func (g *game) Deal(s games.Seat, laid []cards.Card) (err error) {
	if g.deck, err = games.Lay(s, laid, g.owed, g.deck); err == nil {
		g.card, g.owed = laid[0], 0
		g.step.Tell(games.CardsLaid{Cards: laid})
	}
	return err
}
func (g *game) Move(s games.Seat, _ games.Move) error {
	if g.phase != games.Playing {
		return games.ErrGathering
	}
	g.step.Tell(grabbed{s, g.card})
	g.card, g.owed = cards.Hidden, 1
	if *g.Of(s)++; *g.Of(s) == 3 {
		g.owed = 0
		return g.over(games.Ended([]games.Seat{s}, false))
	}
	return nil
}
func (g *game) End(s games.Seat) error { return g.over(games.TableClosed()) }
func (g *game) over(e games.Event) error {
	g.phase = games.Finished
	g.step.Tell(e)
	return nil
}
func (g *game) Owed() (games.Owed, bool) {
	return games.Owed{Count: g.owed, From: g.deck, Deck: 1}, g.owed > 0
}
func (g *game) Deadline() time.Time               { return g.Until(time.Time{}) }
func (g *game) State(func(games.Seat) string) any { return g.Players }
func (g *game) View(seat games.Seat) games.View {
	v := games.View{Game: "grab", Viewer: seat, Phase: g.phase, Headline: games.Say("grab.head"), Left: g.deck.Len()}
	if g.card != cards.Hidden {
		v.Areas = []games.Area{games.TableArea(3, []games.Cell{{Label: "A", Kind: games.Face, Card: g.card}})}
	}
	for i, n := range g.Players {
		v.Seats = append(v.Seats, games.Place{Seat: games.Seat(i + 1), Score: n})
	}
	verb := map[games.Phase]string{games.Gathering: "start", games.Playing: "grab"}[g.phase]
	if verb != "" && g.owed == 0 {
		v.Offers = []games.Offer{{Words: verb}, {Words: "join"}}
	}
	return v
}
