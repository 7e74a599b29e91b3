package english

import (
	"settable/games"
	"settable/games/cards"
)

// set is the cards of a rank that lie in a graveyard: two or three cards lie flat, four are complete
// and stand upright. The zero set means that none lie there.
type set struct {
	owner games.Seat
	order int // 1 for the first that was laid
	n     int
	cards [full]cards.Card
}

func (s set) complete() bool   { return s.n == full }
func (s set) incomplete() bool { return s.n > 0 && s.n < full }

func (s set) list() []cards.Card { return append([]cards.Card{}, s.cards[:s.n]...) }

// lay puts cards of a rank down as a new set of the seat, and declares it if it is complete.
func (t *turn) lay(owner games.Seat, list []cards.Card) {
	s := &t.sets[list[0].Rank()]
	t.laid++
	s.owner, s.order = owner, t.laid
	for _, c := range list {
		t.put(c)
	}
	t.declare(list[0].Rank())
}

// add puts a card on the incomplete set of its rank, whoever drew it.
func (t *turn) add(c cards.Card) {
	t.put(c)
	s := t.sets[c.Rank()]
	t.tell(added{seat: s.owner, card: c, n: s.n})
	t.declare(c.Rank())
}

func (t *turn) put(c cards.Card) {
	s := &t.sets[c.Rank()]
	s.cards[s.n] = c
	s.n++
	t.fresh = t.fresh.With(c)
}

// declare counts the set of a rank if it has four cards. It tells nothing, because the event about
// the last card declares the set.
func (t *turn) declare(rank int) {
	if s := t.sets[rank]; s.complete() {
		t.Scored = true
		t.step.Count(s.owner, t.SetCount(s.owner), 1)
		if t.starters > 0 {
			t.run = t.run.after(s.owner)
		}
	}
}

func (g *game) score(seat games.Seat) (n int) {
	for _, s := range g.sets {
		if s.complete() && s.owner == seat {
			n++
		}
	}
	return n
}
