package classic

import (
	"math/bits"
	"math/rand/v2"

	"settable/games/cards"
)

// A sprint plays games of classic SET for their figures, as fast as possible: with the default
// options, a random set taken each time by a random player, and no events. It deals, takes and ends
// as the game does, which a test proves game by game. Only the labels of the cards differ, because no
// figure needs them.
type sprint struct {
	source  *rand.PCG
	left    uint64 // what the choices so far have left of the last random number
	players int

	pack  [81]cards.Card // the cards dealt come first, in their order
	dealt int
	table [32]cards.Card // the cards on the table by place; 0: none lies there
	on    int            // how many cards lie on the table
	full  place          // the places that are taken
	wide  int            // no card lies from this place on
	lies  [256]place     // the place of each card; 0: it is not on the table
	sets  [128]place     // the sets on the table; 21 cards hold at most 70
	found int            // how many
	score [20]int        // sets of each player
	most  int            // the most cards that lay on the table at once
	extra int            // times that three more came
}

// A place on the table is one bit of the lower ones. A set is the union of the places of its cards.
type place uint64

// index is the index in sprint.table of the card of a place.
func (p place) index() int { return bits.TrailingZeros64(uint64(p)) & 31 }

func newSprint(source *rand.Rand, players int) *sprint {
	return &sprint{
		source:  rand.NewPCG(source.Uint64(), source.Uint64()),
		players: players,
		pack:    [81]cards.Card(cards.SETPack().Cards()),
	}
}

// shuffle draws a new random number, from which below makes the next choices.
func (s *sprint) shuffle() { s.left = s.source.Uint64() }

// below picks a number from 0 to n-1 with what the last choice has left of one random number. Between
// two shuffles only one turn and one deal are chosen, which have fewer than 2^30 outcomes together.
// Each outcome is therefore as likely as any other to one part in 2^34.
func (s *sprint) below(n int) int {
	pick, left := bits.Mul64(s.left, uint64(n))
	s.left = left
	return int(pick)
}

// begin clears the table. The pack keeps its order, because draw picks at random from any order.
func (s *sprint) begin() {
	s.remove(s.full)
	s.dealt, s.wide, s.found, s.most, s.extra = 0, 0, 0, 0, 0
	clear(s.score[:s.players])
}

func (s *sprint) deal() {
	s.lay(s.draw())
	s.lay(s.draw())
	s.lay(s.draw())
	s.most = max(s.most, s.on)
}

// lay puts a card on a free place, and notes the sets that it makes with two cards that lie there. As
// in cards.AppendSets each pair is written down, and stays only where its third card is there and has
// a higher place. Empty places are visited too: a loop that always takes equally long is predicted
// better by the processor.
func (s *sprint) lay(c cards.Card) {
	with, its, found := cards.With(c), ^s.full&(s.full+1), s.found
	second := place(1)
	for _, other := range s.table[:s.wide] {
		third := s.lies[with.Third(other)]
		s.sets[found&127] = its | second | third
		found += int((second - third) >> 63) // 1 where the third card's place is higher, without a branch
		second <<= 1
	}
	s.table[its.index()] = c
	s.lies[c] = its
	s.full |= its
	s.wide = max(s.wide, its.index()+1)
	s.found = found
	s.on++
}

func (s *sprint) draw() cards.Card {
	i := s.dealt + s.below(len(s.pack)-s.dealt)
	c := s.pack[i]
	s.pack[i], s.pack[s.dealt] = s.pack[s.dealt], c
	s.dealt++
	return c
}

// owed tells whether three more cards come (RULES.md, Classic SET): up to
// twelve, and while there is no set and cards are left.
func (s *sprint) owed() bool {
	return s.dealt < len(s.pack) && (s.on < full || s.found == 0)
}

// take takes the i-th set, and forgets the sets that share a card with it.
func (s *sprint) take(i int) {
	taken, found := s.sets[i&127], 0
	s.remove(taken)
	for _, set := range s.sets[:s.found] {
		s.sets[found&127] = set
		if set&taken == 0 {
			found++
		}
	}
	s.found = found
	if s.full < 1<<full {
		s.wide = full
	}
}

func (s *sprint) remove(places place) {
	for left := places; left != 0; left &= left - 1 {
		c := &s.table[left.index()]
		s.lies[*c], *c = 0, 0
		s.on--
	}
	s.full &^= places
}

// settle lays what is owed and tells whether there is a set to take: otherwise
// the game is over.
func (s *sprint) settle(c *classicCount) bool {
	for s.owed() {
		if s.on >= full {
			s.extra++
			c.noSet12.is(true, s.on == full)
		}
		s.deal()
		s.shuffle()
	}
	if s.found == 0 {
		c.end(s)
		return false
	}
	c.noSet12.is(false, s.on == full)
	c.tableSets[s.found]++
	return true
}

// turn has a random player take a random set. If a deal follows, its cards come from the same random
// number.
func (s *sprint) turn() {
	s.score[s.below(s.players)]++
	s.take(s.below(s.found))
	if !s.owed() {
		s.shuffle()
	}
}

// play plays a whole game.
func (s *sprint) play(c *classicCount) {
	s.open(c)
	for s.settle(c) {
		s.turn()
	}
}

// open lays the first twelve cards. It looks at six more and takes them back, to count the sets among
// 12, 15 and 18 random cards.
func (s *sprint) open(c *classicCount) {
	s.begin()
	for s.on < full {
		s.shuffle()
		s.deal()
	}
	found, first := s.found, s.full
	c.layout12[s.found]++
	s.shuffle()
	s.deal()
	c.layout15[s.found]++
	s.shuffle()
	s.deal()
	s.shuffle()
	c.noSet18.is(s.found == 0, true)
	s.remove(s.full &^ first)
	s.wide, s.dealt, s.most = full, full, full
	s.found = found
}
