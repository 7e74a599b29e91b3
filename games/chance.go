package games

import (
	crand "crypto/rand"
	"errors"
	"fmt"
	"math/rand/v2"

	"settable/games/cards"
)

var ErrDeckShort = errors.New("the stacked deck has too few cards")

// Luck is the dealer's luck from a random source. It is not for use by
// several goroutines at once.
type Luck struct{ source *rand.Rand }

// NewChance is the luck of real tables: seeded by the operating system, so
// that nobody can work out the next card from those already seen.
func NewChance() Luck {
	var seed [32]byte
	crand.Read(seed[:]) // never fails: the program ends instead
	return SeededBy(seed)
}

// SeededBy is luck that is the same for the same seed, and that nobody can work out without it.
func SeededBy(seed [32]byte) Luck { return Luck{rand.New(rand.NewChaCha8(seed))} }

// Seeded is luck that is the same for the same seed, for simulations.
func Seeded(seed uint64) Luck { return Luck{rand.New(rand.NewPCG(seed, 0x5e77ab1e))} }

// Draw picks o.Count cards of o.From, every order as likely as any other.
func (l Luck) Draw(o Owed) ([]cards.Card, error) {
	if n := o.From.Len(); o.Count < 0 || o.Count > n {
		return nil, fmt.Errorf("draw %d of %d cards", o.Count, n)
	}
	return DrawOf(o.From.Cards(), o.Count, l.source), nil
}

// DrawOf draws n cards of a pack, which is changed.
func DrawOf(pack []cards.Card, n int, source *rand.Rand) []cards.Card {
	for i := range n {
		j := i + source.IntN(len(pack)-i)
		pack[i], pack[j] = pack[j], pack[i]
	}
	return pack[:n:n]
}

// Stacked deals from known decks: the n-th of Decks is dealt from first to
// last; once deck n was shuffled k times the k-th of Shuffles says the order.
type Stacked struct {
	Decks, Shuffles [][]cards.Card
}

// Draw takes the next o.Count cards that are still in o.From. The error wraps
// ErrDeckShort when there are not so many.
func (s Stacked) Draw(o Owed) ([]cards.Card, error) {
	decks, n, what := s.Decks, o.Deck, "deck"
	if o.Shuffle > 0 {
		decks, n, what = s.Shuffles, o.Shuffle, "shuffle"
	}
	if n < 1 || n > len(decks) {
		return nil, fmt.Errorf("%w: there is no %s line number %d", ErrDeckShort, what, n)
	}
	drawn := make([]cards.Card, 0, o.Count)
	for _, c := range decks[n-1] {
		if len(drawn) == o.Count {
			break
		}
		if o.From.Has(c) {
			drawn = append(drawn, c)
		}
	}
	if len(drawn) < o.Count {
		return nil, fmt.Errorf("%w: %d cards are owed, %s line number %d has %d left", ErrDeckShort, o.Count, what,
			n, len(drawn))
	}
	return drawn, nil
}
