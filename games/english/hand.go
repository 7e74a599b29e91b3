package english

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// hand is four places for cards. No card moves to another place, and a new one takes the first free
// place.
type hand [full]cards.Card

// missing is how many cards the hand needs to have four.
func (h hand) missing() (n int) {
	for _, c := range h {
		if c == cards.Hidden {
			n++
		}
	}
	return n
}

func (h hand) count(rank int) (n int) {
	for _, c := range h {
		if c != cards.Hidden && c.Rank() == rank {
			n++
		}
	}
	return n
}

// list are the cards held.
func (h hand) list() []cards.Card { return cards.Lying(h[:]) }

// take adds a drawn card; the hand must have a free place.
func (h *hand) take(drawn cards.Card) { h[slices.Index(h[:], cards.Hidden)] = drawn }

func (h *hand) give(rank int) (given []cards.Card) {
	for i, c := range h {
		if c != cards.Hidden && c.Rank() == rank {
			given = append(given, c)
			h[i] = cards.Hidden
		}
	}
	return given
}

// holders are the seats with cards of a rank in hand. most is the one that holds the most of them, or
// Watcher where several hold equally many.
func (g *game) holders(rank int) (seats []games.Seat, most games.Seat) {
	best := 0
	for _, s := range g.Roster.Seats() {
		n := g.Of(s).hand.count(rank)
		if n == 0 {
			continue
		}
		seats = append(seats, s)
		switch {
		case n > best:
			best, most = n, s
		case n == best:
			most = games.Watcher
		}
	}
	return seats, most
}

// held are the ranks of which anybody holds a card, the ace first.
func (g *game) held() (list []int) {
	for r := range ranks {
		if seats, _ := g.holders(r); len(seats) > 0 {
			list = append(list, r)
		}
	}
	return list
}

func (t *turn) collect(rank int) (all []cards.Card) {
	for _, s := range t.Roster.Seats() {
		all = append(all, t.Of(s).hand.give(rank)...)
	}
	return all
}

var (
	// in events
	rankWords = [ranks]string{"ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"}
	// on a card
	rankSigns = [ranks]string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}
)

func rankLetter(rank int) string { return cards.Standard(rank, 0).String()[:1] }
