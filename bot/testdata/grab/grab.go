// Package grab is a game in one small file: five cards lie on the table, whoever grabs one has it,
// and who has most in the end has won. Nothing of the house names it.
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

// play is polite: the house leaves the first card to people, and every second one after it.
func play(v games.View, _ games.Level, _ *rand.Rand) string {
	if v.May("grab") && len(v.Faces(games.Watcher))%2 == 0 {
		return "grab"
	}
	return ""
}

type rules struct{}

func (rules) Name() string                           { return "grab" }
func (rules) Open(games.Options) (games.Game, error) { return &game{phase: games.Gathering}, nil }
func (rules) Manual() games.Manual {
	return games.Manual{Game: "grab", MinSeats: 2, MaxSeats: 4,
		Verbs:   []games.Verb{{Name: "grab", Example: "grab"}, {Name: "start", Example: "start"}},
		Example: func() games.View { return (&game{}).View(games.Watcher) }}
}
func (rules) Parse(words string) (games.Move, bool) {
	m, _ := games.ParseMove(words, map[string]games.Move{"grab": grab{}})
	return m, m != nil
}

type grab struct{}

func (grab) String() string { return "grab" }

type game struct {
	games.Seats[int] // how many cards each has grabbed
	phase            games.Phase
	owed             games.Owed
	cards            []cards.Card // those that lie there still
	step             games.Step
}

func (g *game) Apply(a games.Action) (games.Step, error) {
	if g.phase == games.Finished {
		return games.Step{}, games.ErrFinished
	}
	next := *g
	next.Seats, next.step = g.Copy(), g.NewStep()
	now := games.Now{Laying: g.owed.Count > 0, Gathering: g.phase == games.Gathering}
	if err := games.Play(&next, now, a, &next.step); err != nil {
		return games.Step{}, err
	}
	next.step.Game = &next
	return next.step, nil
}

func (g *game) Join(s games.Seat) error           { return g.SitDown(s, 4, &g.step) }
func (g *game) Leave(s games.Seat) error          { return g.StandUp(s, &g.step) }
func (g *game) Tick() error                       { return nil }
func (g *game) Deadline() time.Time               { return g.Until(games.Never) }
func (g *game) Owed() (games.Owed, bool)          { return g.owed, g.owed.Count > 0 }
func (g *game) State(func(games.Seat) string) any { return g.Players }
func (g *game) Start(s games.Seat) error {
	if g.phase != games.Gathering {
		return games.ErrStarted
	}
	g.phase, g.owed = games.Playing, games.Owed{Count: 5, From: cards.SETPack(), Deck: 1}
	g.step.Tell(games.Began(s))
	return g.Roster.CanStart(s, 2)
}
func (g *game) Deal(s games.Seat, laid []cards.Card) error {
	_, err := games.Lay(s, laid, g.owed.Count, g.owed.From)
	g.cards, g.owed = laid, games.Owed{}
	g.step.Tell(games.CardsLaid{Cards: laid})
	return err
}
func (g *game) Move(s games.Seat, m games.Move) error {
	if m != (grab{}) || g.phase != games.Playing {
		return games.ErrNoMove
	}
	g.step.Tell(games.Moved("grab.grabbed", "who", s, "card", g.cards[0]))
	*g.Of(s)++
	if g.cards = g.cards[1:]; len(g.cards) == 0 {
		g.phase = games.Finished
		g.step.Tell(games.Ended(g.Best(1, func(s games.Seat) int { return *g.Of(s) }), false))
	}
	return nil
}
func (g *game) End(s games.Seat) error {
	g.phase, g.owed = games.Finished, games.Owed{}
	g.step.Tell(games.TableClosed())
	return games.NeedDealer(s)
}
func (g *game) View(seat games.Seat) games.View {
	v := games.View{Game: "grab", Viewer: seat, Phase: g.phase, Practice: g.Practice}
	v.Headline = games.Say("grab.head")
	label := func(i int) string { return "ABCDE"[i : i+1] }
	v.Areas = []games.Area{games.TableArea(5, games.OpenCells(g.cards, cards.Bag{}, label))}
	for i, n := range g.Players {
		v.Seats = append(v.Seats, games.Place{Seat: games.Seat(i + 1), Score: n})
	}
	g.Places(v.Seats)
	o := g.Offers(seat)
	o.If(g.phase == games.Gathering, "start")
	o.Add(games.Offer{Words: "grab"}, func(games.Seat) bool { return len(g.cards) > 0 })
	if g.phase != games.Finished {
		v.Offers = o.Seats(4, g.phase == games.Gathering)
	}
	return v
}
