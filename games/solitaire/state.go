package solitaire

import (
	"settable/games"
	"settable/games/cards"
)

// state has the fields of NOTATION.md, and a few more.
type state struct {
	Phase  games.Phase    `json:"phase"`
	Piles  [][]cards.Card `json:"piles"`
	Round  int            `json:"round"`
	Deck   int            `json:"deck"`
	Owed   int            `json:"owed"`
	Sets   int            `json:"sets"`
	By     map[string]int `json:"by"` // sets of each player
	Left   int            `json:"left"`
	Undos  int            `json:"undos"`
	Gone   []string       `json:"gone"` // players who have left
	Over   bool           `json:"over"`
	Won    bool           `json:"won"`
	Closed bool           `json:"closed"`
}

// State is everything there is to know, ready for JSON.
func (g *game) State(name func(games.Seat) string) any {
	s := state{
		Phase: g.phase, Piles: make([][]cards.Card, piles), Round: g.dealt(), Deck: g.unseen.Len(), Owed: g.owed,
		Sets: g.sets(), By: map[string]int{}, Left: g.left(), Undos: g.undos, Gone: g.Names(name, g.Seats.Gone),
		Over: g.phase == games.Finished, Won: g.won(), Closed: g.closed,
	}
	for i, p := range g.board {
		s.Piles[i] = append([]cards.Card{}, p.cards[:p.depth]...)
	}
	for i, p := range g.Players {
		s.By[name(games.Seat(i+1))] = p.sets
	}
	return s
}
