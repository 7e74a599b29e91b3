package english

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// set holds the cards of a rank in a graveyard. Two or three cards lie flat; four cards are a complete set and stand
// upright. The zero set has no cards.
type set struct {
	owner games.Seat
	order int // 1 for the first set laid
	n     int
	cards [full]cards.Card
}

func (s set) complete() bool   { return s.n == full }
func (s set) incomplete() bool { return s.n > 0 && s.n < full }

func (s set) list() []cards.Card { return append([]cards.Card{}, s.cards[:s.n]...) }

// laySet lays cards of one rank as a new set that belongs to the given seat. It declares the set if it is complete.
func (t *draft) laySet(owner games.Seat, list []cards.Card) {
	s := &t.sets[list[0].Rank()]
	t.setsLaid++
	s.owner, s.order = owner, t.setsLaid
	for _, c := range list {
		t.putOnSet(c)
	}
	t.declareIfComplete(list[0].Rank())
}

// addToSet puts a card on the incomplete set of its rank, no matter who drew the card.
func (t *draft) addToSet(c cards.Card) {
	t.putOnSet(c)
	s := t.sets[c.Rank()]
	t.tell(cardAdded{seat: s.owner, card: c, n: s.n})
	t.declareIfComplete(c.Rank())
}

func (t *draft) putOnSet(c cards.Card) {
	s := &t.sets[c.Rank()]
	s.cards[s.n] = c
	s.n++
	t.fresh = t.fresh.With(c)
}

// declareIfComplete counts the set of a rank if it has four cards. It adds no event, because the event about the last
// card declares the set. It counts nothing while the cards may still be dealt again.
func (t *draft) declareIfComplete(rank int) {
	s := t.sets[rank]
	if !s.complete() || t.mayRedeal() {
		return
	}
	t.countSet(s.owner)
	if t.starters > 0 {
		t.streak = t.streak.withSet(s.owner)
	}
}

func (t *draft) countSet(owner games.Seat) {
	t.seats.RecordScore()
	t.step.Count(owner, t.seats.SetCount(owner), 1)
}

func (g *game) score(seat games.Seat) (n int) {
	for _, s := range g.sets {
		if s.complete() && s.owner == seat {
			n++
		}
	}
	return n
}

// hand has four places for cards. A card never changes its place, and a new card takes the first free place.
type hand [full]cards.Card

// missing returns the number of empty places in the hand.
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

func (h hand) list() []cards.Card { return cards.WithoutHidden(h[:]) }

// take adds a drawn card. The hand must have a free place.
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

// holders returns the seats with cards of a rank in hand. It also returns the seat that holds the most of them, or
// Watcher if several tie.
func (g *game) holders(rank int) (seats []games.Seat, most games.Seat) {
	best := 0
	for _, s := range g.seats.Roster.Seats() {
		n := g.seats.Of(s).hand.count(rank)
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

// heldRanks returns the ranks that players hold, beginning with the ace.
func (g *game) heldRanks() (list []int) {
	for r := range ranks {
		if seats, _ := g.holders(r); len(seats) > 0 {
			list = append(list, r)
		}
	}
	return list
}

func (t *draft) collect(rank int) (all []cards.Card) {
	for _, s := range t.seats.Roster.Seats() {
		all = append(all, t.seats.Of(s).hand.give(rank)...)
	}
	return all
}

var (
	// rankWords name the ranks in events.
	rankWords = [ranks]string{"ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"}
	// rankSigns are the ranks as they are printed on cards.
	rankSigns = [ranks]string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}
)

func rankLetter(rank int) string { return cards.Standard(rank, 0).String()[:1] }
