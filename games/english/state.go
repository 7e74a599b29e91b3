package english

import (
	"settable/games"
	"settable/games/cards"
)

// state has the fields of NOTATION.md, and a few more.
type state struct {
	Phase      string                    `json:"phase"`
	Hands      map[string][]cards.Card   `json:"hands"`
	Incomplete map[string]map[string]int `json:"incomplete"`
	Declared   map[string][]string       `json:"declared"`
	Scores     map[string]int            `json:"scores"`
	Pack       int                       `json:"pack"`
	Under      []cards.Card              `json:"under"`
	Owed       int                       `json:"owed"`
	Starters   int                       `json:"starters"`
	Starter    string                    `json:"starter,omitempty"`
	Shuffles   int                       `json:"shuffles"`
	Choices    map[string]Choice         `json:"choices"`
	Left       []string                  `json:"left"`
	Winners    []string                  `json:"winners"`
}

var phaseNames = [...]string{
	gathering: "gathering", dealing: "deal", setup: "setup", playing: "play", stalemate: "stalemate",
	finished: "over",
}

// State is everything there is to know, ready for JSON.
func (g *game) State(name func(games.Seat) string) any {
	s := state{
		Phase: phaseNames[g.phase], Pack: g.pack(), Under: append([]cards.Card{}, g.under...), Owed: g.owed,
		Starters: g.starters, Shuffles: g.shuffles,
		Left: g.Names(name, g.Gone), Winners: games.Named(g.winners, name),
		Hands: map[string][]cards.Card{}, Incomplete: map[string]map[string]int{}, Declared: map[string][]string{},
		Scores: map[string]int{}, Choices: map[string]Choice{},
	}
	if g.starter != cards.Hidden {
		s.Starter = g.starter.String()
	}
	for i, p := range g.Players {
		seat := games.Seat(i + 1)
		who := name(seat)
		s.Hands[who], s.Scores[who] = p.hand.list(), g.score(seat)
		s.Incomplete[who], s.Declared[who] = map[string]int{}, []string{}
		if p.said != "" {
			s.Choices[who] = p.said
		}
	}
	for r, set := range g.sets {
		switch who := name(set.owner); {
		case set.complete():
			s.Declared[who] = append(s.Declared[who], rankLetter(r))
		case set.incomplete():
			s.Incomplete[who][rankLetter(r)] = set.n
		}
	}
	return s
}
