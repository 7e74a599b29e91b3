package games

import (
	crand "crypto/rand"
	"errors"
	"fmt"
	"math/rand/v2"

	"settable/games/cards"
)

// ErrDeckShort means that a script's deck has fewer cards than the dealer owes.
var ErrDeckShort = errors.New("the prepared deck has too few cards")

var errShuffleShort = fmt.Errorf("%w", ErrDeckShort) // the cards listed for a reshuffle are too few

// Luck is a Chance that draws random cards. It is not safe for concurrent use.
type Luck struct{ source *rand.Rand }

// NewChance returns a Luck for real tables. Its seed comes from the operating system, so no one can predict the next
// card from earlier ones.
func NewChance() Luck {
	var seed [32]byte
	crand.Read(seed[:]) // Read never returns an error; if it fails, it crashes the program
	return SeededBy(seed)
}

// SeededBy returns a Luck that draws the same cards for the same seed. Without the seed, no one can predict them.
func SeededBy(seed [32]byte) Luck { return Luck{rand.New(rand.NewChaCha8(seed))} }

// Seeded returns a Luck that draws the same cards for the same seed. Use it for simulations only: anyone who has seen
// some of its cards can predict the next ones.
func Seeded(seed uint64) Luck { return Luck{rand.New(rand.NewPCG(seed, 0x5e77ab1e))} }

// Draw picks o.Count cards from o.From. All orders are equally likely.
func (l Luck) Draw(o Owed) ([]cards.Card, error) {
	if n := o.From.Len(); o.Count < 0 || o.Count > n {
		return nil, fmt.Errorf("can't draw %d of %d cards", o.Count, n)
	}
	return DrawOf(o.From.Cards(), o.Count, l.source), nil
}

// DrawOf draws n random cards from a pack and reorders the pack. The result shares its memory with the pack.
func DrawOf(pack []cards.Card, n int, source *rand.Rand) []cards.Card {
	for i := range n {
		j := i + source.IntN(len(pack)-i)
		pack[i], pack[j] = pack[j], pack[i]
	}
	return pack[:n:n]
}

// Stacked deals from prepared decks: the n-th hand from Decks[n-1], beginning with its first card. After the k-th
// reshuffle of a deck, cards are dealt in the order of Shuffles[k-1].
type Stacked struct {
	Decks, Shuffles [][]cards.Card
}

// Draw returns the next o.Count cards of the deck that are still in o.From. The error wraps ErrDeckShort if the deck
// has too few.
func (s Stacked) Draw(o Owed) ([]cards.Card, error) {
	decks, n, what, short := s.Decks, o.Deck, "deck", ErrDeckShort
	if o.Shuffle > 0 {
		decks, n, what, short = s.Shuffles, o.Shuffle, "shuffle", errShuffleShort
	}
	if n < 1 || n > len(decks) {
		return nil, fmt.Errorf("%w: the script has no %s line %d", short, what, n)
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
		return nil, fmt.Errorf("%w: %d cards are needed, but %s line %d has %d left", short, o.Count, what,
			n, len(drawn))
	}
	return drawn, nil
}
