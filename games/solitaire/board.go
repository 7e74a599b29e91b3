package solitaire

import (
	"slices"

	"settable/games/cards"
)

// board holds the nine piles. Boards can be compared with ==. Cards move only to empty piles, so a pile never has more
// cards than rounds were dealt.
type board [piles]pile

type pile struct {
	cards [rounds]cards.Card // from the bottom; Hidden above the top
	depth int
}

// top returns the top card of the pile. It returns Hidden if the pile is empty.
func (p *pile) top() cards.Card {
	if p.depth == 0 {
		return cards.Hidden
	}
	return p.cards[p.depth-1]
}

// under returns a copy of the cards below the top, lowest first.
func (p *pile) under() []cards.Card {
	return append([]cards.Card(nil), p.cards[:max(0, p.depth-1)]...)
}

func (p *pile) lay(c cards.Card) {
	p.cards[p.depth] = c
	p.depth++
}

func (p *pile) lift() cards.Card {
	c := p.top()
	p.depth--
	p.cards[p.depth] = cards.Hidden
	return c
}

// tops returns the top cards of all piles that aren't empty, in the order of the piles.
func (b *board) tops() []cards.Card {
	list := make([]cards.Card, 0, piles)
	for i := range b {
		if b[i].depth > 0 {
			list = append(list, b[i].top())
		}
	}
	return list
}

// find returns the pile that contains a card, and whether the card is on top. The pile is -1 if no pile has the card.
func (b *board) find(c cards.Card) (pile int, onTop bool) {
	for i := range b {
		for j := range b[i].depth {
			if b[i].cards[j] == c {
				return i, j == b[i].depth-1
			}
		}
	}
	return -1, false
}

func (b *board) hasEmpty() bool {
	return slices.ContainsFunc(b[:], func(p pile) bool { return p.depth == 0 })
}
