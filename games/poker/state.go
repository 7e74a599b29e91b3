package poker

import (
	"settable/games"
	"settable/games/cards"
)

// state has the fields of NOTATION.md, and a few more.
type state struct {
	Phase    string                  `json:"phase"`
	Closed   bool                    `json:"closed"`
	Hand     int                     `json:"hand"`
	Dealer   *string                 `json:"dealer"`
	Interval int                     `json:"interval"`
	Center   []cards.Card            `json:"center"`
	Hands    map[string][]cards.Card `json:"hands"`
	Active   []string                `json:"active"`
	Turn     *string                 `json:"turn,omitempty"`
	ToCall   *games.Chips            `json:"to_call,omitempty"`
	Bets     map[string]games.Chips  `json:"bets,omitempty"`
	Passed   *[]string               `json:"passed,omitempty"`
	Pot      games.Chips             `json:"pot"`
	Chips    map[string]games.Chips  `json:"chips"`
	Deck     int                     `json:"deck"`
	Left     []string                `json:"left"`
	Result   *result                 `json:"result,omitempty"`
}

type result struct {
	Gain  map[string]games.Chips `json:"gain"`
	Shown bool                   `json:"shown"`
}

var phaseNames = [...]string{
	gathering: "gathering", dealing: "deal", betting: "bet", asking: "show", between: "over", closed: "over",
}

// State is everything there is to know, ready for JSON.
func (g *game) State(name func(games.Seat) string) any {
	s := state{
		Phase: phaseNames[g.phase], Closed: g.phase == closed, Hand: g.hand, Interval: g.interval,
		Center: append([]cards.Card{}, g.center...), Hands: map[string][]cards.Card{}, Active: []string{},
		Pot: g.pot(), Chips: map[string]games.Chips{}, Deck: g.unseen.Len(), Left: g.Names(name, g.Gone),
	}
	if g.hand > 0 {
		s.Dealer = games.Whom(g.dealer, name)
	}
	bets, passed, won := map[string]games.Chips{}, []string{},
		result{Gain: map[string]games.Chips{}, Shown: g.shown}
	for i, p := range g.Players {
		seat := games.Seat(i + 1)
		who := name(seat)
		s.Chips[who] = p.chips
		if !p.dealt || len(g.center) == 0 {
			continue
		}
		s.Hands[who] = []cards.Card{p.cards[0], p.cards[1]}
		bets[who] = p.bet
		if !p.out {
			s.Active = append(s.Active, who)
		}
		if p.passed {
			passed = append(passed, who)
		}
		if p.gain > 0 {
			won.Gain[who] = p.gain
		}
	}
	switch g.phase {
	case betting:
		owes := g.owes(g.speaker)
		s.Turn, s.ToCall, s.Bets = games.Whom(g.speaker, name), &owes, bets
	case asking:
		s.Passed = &passed
	case between:
		s.Result = &won
	}
	return s
}
