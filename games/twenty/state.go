package twenty

import (
	"settable/games"
	"settable/games/cards"
)

// state has the fields of NOTATION.md, and a few more.
type state struct {
	Phase      string                  `json:"phase"`
	Hand       int                     `json:"hand"`
	Dealer     *string                 `json:"dealer"`
	Hands      map[string][]cards.Card `json:"hands"`
	Table      *[]cards.Card           `json:"table,omitempty"`
	Deck       int                     `json:"deck"`
	Discard    int                     `json:"discard"`
	Scores     map[string]int          `json:"scores"`
	Target     int                     `json:"target"`
	HandWinner *string                 `json:"hand_winner"`
	Winner     *string                 `json:"winner"`
	None       []string                `json:"none"`
	Waiting    []string                `json:"waiting"` // for the next hand
	Left       []string                `json:"left"`
}

var phaseNames = [...]string{gathering: "gathering", playing: "play", between: "between", over: "over"}

// State is everything there is to know, ready for JSON.
func (g *game) State(name func(games.Seat) string) any {
	s := state{
		Phase: phaseNames[g.phase], Hand: g.hand, Dealer: games.Whom(g.dealer, name),
		Hands: map[string][]cards.Card{}, Deck: g.deck.Len(), Discard: g.discard.Len(),
		Scores: map[string]int{}, Target: g.target, HandWinner: games.Whom(g.winner, name),
		Winner: games.Whom(g.champion, name), None: g.Names(name, g.denies), Left: g.Names(name, g.Gone),
		Waiting: g.Names(name, func(s games.Seat) bool {
			return g.phase == playing && g.Roster.Sits(s) && !g.plays(s)
		}),
	}
	if len(g.due) > 0 {
		s.Phase = "deal"
	}
	if g.phase == playing {
		table := there(g.table[:])
		s.Table = &table
	}
	for i := range g.Players {
		p, who := &g.Players[i], name(games.Seat(i+1))
		s.Hands[who], s.Scores[who] = there(p.slots[:]), p.score
	}
	return s
}

// there are the cards without the places where none lies.
func there(places []cards.Card) []cards.Card {
	list := make([]cards.Card, 0, len(places))
	for _, c := range places {
		if c != cards.Hidden {
			list = append(list, c)
		}
	}
	return list
}
