package classic

import (
	"settable/games"
	"settable/games/cards"
)

// state has the fields of NOTATION.md, and a few more.
type state struct {
	Phase     games.Phase    `json:"phase"`
	Table     []cards.Card   `json:"table"`
	Deck      int            `json:"deck"`
	Owed      int            `json:"owed"`
	Scores    map[string]int `json:"scores"`
	Sets      map[string]int `json:"sets"`
	Penalties map[string]int `json:"penalties"`
	Locked    []string       `json:"locked"`
	None      []string       `json:"none"`
	Left      []string       `json:"left"`
	Pending   *string        `json:"pending"`
	Over      bool           `json:"over"`
	Winners   []string       `json:"winners"`
}

// State is everything there is to know, ready for JSON.
func (g *game) State(name func(games.Seat) string) any {
	s := state{
		Phase: g.phase, Table: []cards.Card{}, Deck: g.unseen.Len(), Owed: g.owed,
		Scores: map[string]int{}, Sets: map[string]int{}, Penalties: map[string]int{},
		Locked: g.Names(name, func(s games.Seat) bool { return g.Of(s).locked }),
		None:   g.Names(name, func(s games.Seat) bool { return g.Of(s).none }),
		Left:   g.Names(name, g.Gone), Pending: games.Whom(g.caller, name),
		Over: g.phase == games.Finished, Winners: games.Named(g.winners, name),
	}
	for _, c := range g.table {
		if c != cards.Hidden {
			s.Table = append(s.Table, c)
		}
	}
	for i, p := range g.Players {
		who := name(games.Seat(i + 1))
		s.Scores[who], s.Sets[who], s.Penalties[who] = p.score, p.sets, p.penalties
	}
	return s
}
