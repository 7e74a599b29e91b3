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
	who := func(s games.Seat) *string {
		if s == games.Watcher {
			return nil
		}
		n := name(s)
		return &n
	}
	s := state{
		Phase: phaseNames[g.phase], Hand: g.hand, Dealer: who(g.dealer), Hands: map[string][]cards.Card{},
		Deck: g.deck.Len(), Discard: g.discard.Len(), Scores: map[string]int{}, Target: g.target,
		HandWinner: who(g.winner), Winner: who(g.champion), None: []string{}, Waiting: []string{}, Left: []string{},
	}
	if len(g.due) > 0 {
		s.Phase = "deal"
	}
	if g.phase == playing {
		table := there(g.table[:])
		s.Table = &table
	}
	for i := range g.Players {
		p, seat := &g.Players[i], games.Seat(i+1)
		n := name(seat)
		s.Hands[n], s.Scores[n] = there(p.slots[:]), p.score
		switch {
		case !g.Roster.Sits(seat):
			s.Left = append(s.Left, n)
		case g.phase == playing && !p.dealt:
			s.Waiting = append(s.Waiting, n)
		}
		if p.none {
			s.None = append(s.None, n)
		}
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
