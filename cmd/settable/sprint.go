package main

import (
	"math/bits"
	"math/rand/v2"

	"settable/games/cards"
)

// A sprint is a game of classic SET that is played for its figures: the usual
// options, a random set taken each time by a random player, and nothing told.
// It deals, takes and ends as games/classic does, which a test proves game by
// game; only the places of the cards are not kept, for no figure asks for them.
type sprint struct {
	source  *rand.Rand
	left    uint64 // of the last random number
	players int

	pack  [81]cards.Card // those dealt first, in their order
	dealt int
	table [maxTable]cards.Card
	on    int       // cards on the table
	lies  [128]trio // the bit of a card on the table; 0: it is not there
	sets  [128]trio // those on the table; 21 cards hold at most 70
	found int       // how many
	score [20]int   // sets of each player
	most  int       // cards that ever lay on the table
	extra int       // times that three more came
}

const (
	fullTable = 12
	maxTable  = 21 // always holds a set
)

// A trio is a set on the table: a bit for the place of each of its cards.
type trio uint32

func at(place int) trio { return 1 << (place & 31) }

func newSprint(source *rand.Rand, players int) *sprint {
	return &sprint{source: source, players: players, pack: [81]cards.Card(cards.SETPack().Cards())}
}

// shuffle makes the next choices independent of those before.
func (s *sprint) shuffle() { s.left = s.source.Uint64() }

// below picks a number from 0 to n-1 with what the choice before has left of
// one random number. From one shuffle to the next fewer than 2^29 outcomes are
// possible, so each is as likely as any other to one part in 2^35.
func (s *sprint) below(n int) int {
	pick, left := bits.Mul64(s.left, uint64(n))
	s.left = left
	return int(pick)
}

// begin clears the table. Any order of the pack is as good as any other.
func (s *sprint) begin() {
	for _, c := range s.table[:s.on] {
		s.lies[c&127] = 0
	}
	s.dealt, s.on, s.found, s.most, s.extra = 0, 0, 0, 0, 0
	clear(s.score[:s.players])
}

// deal lays three more cards, with the sets they make.
func (s *sprint) deal() {
	a, b, c := s.draw(), s.draw(), s.draw()
	ofA, ofB, ofC := at(s.on), at(s.on+1), at(s.on+2)
	found, its := s.found, trio(1)
	for _, old := range s.table[:s.on] {
		found = s.note(found, its, ofA, s.lies[cards.Third(a, old)&127])
		found = s.note(found, its, ofB, s.lies[cards.Third(b, old)&127])
		found = s.note(found, its, ofC, s.lies[cards.Third(c, old)&127])
		its <<= 1
	}
	found = s.note(found, 0, ofA|ofB, s.lies[cards.Third(a, b)&127])
	found = s.note(found, 0, ofA|ofC, s.lies[cards.Third(a, c)&127])
	found = s.note(found, 0, ofB|ofC, s.lies[cards.Third(b, c)&127])
	s.put(a)
	s.put(b)
	s.put(c)
	s.found = s.note(found, 0, ofA|ofB, s.lies[cards.Third(a, b)&127]&ofC)
	s.most = max(s.most, s.on)
}

// note adds the set of one or two cards and a third, if that lies on the table,
// and behind the first. As in cards.AppendSets it is written down in any case.
func (s *sprint) note(found int, first, second, third trio) int {
	s.sets[found&127] = first | second | third
	if third > first {
		found++
	}
	return found
}

func (s *sprint) draw() cards.Card {
	i := s.dealt + s.below(len(s.pack)-s.dealt)
	c := s.pack[i]
	s.pack[i], s.pack[s.dealt] = s.pack[s.dealt], c
	s.dealt++
	return c
}

func (s *sprint) put(c cards.Card) {
	s.table[s.on], s.lies[c&127] = c, at(s.on)
	s.on++
}

// owed tells whether three more cards come (RULES.md, Classic SET): up to
// twelve, and while there is no set and cards are left.
func (s *sprint) owed() bool {
	return s.dealt < len(s.pack) && (s.on < fullTable || s.found == 0)
}

// take takes the i-th set: the last cards move into the holes, and what shares
// a card with it is no set any more.
func (s *sprint) take(i int) {
	taken := s.sets[i&127]
	var moved [3]trio // the bits of the place that a card leaves and of the one it comes to
	holes := taken
	for k := range moved {
		hole := bits.Len32(uint32(holes)) - 1
		holes ^= at(hole)
		s.on--
		last, gone := s.table[s.on], s.table[hole]
		moved[k] = at(s.on) ^ at(hole)
		s.table[hole], s.lies[last&127] = last, at(hole)
		s.lies[gone&127] = 0 // it may be the last itself
	}
	kept := 0
	for _, t := range s.sets[:s.found] {
		u := t
		for k, both := range moved {
			u ^= both & -(u >> ((s.on + 2 - k) & 31) & 1)
		}
		s.sets[kept&127] = u
		if t&taken == 0 {
			kept++
		}
	}
	s.found = kept
}

// settle lays what is owed and tells whether there is a set to take: otherwise
// the game is over.
func (s *sprint) settle(c *classicCount) bool {
	for s.owed() {
		if s.on >= fullTable {
			s.extra++
			c.noSet12.is(true, s.on == fullTable)
		}
		s.shuffle()
		s.deal()
	}
	if s.found == 0 {
		c.end(s)
		return false
	}
	c.noSet12.is(false, s.on == fullTable)
	c.tableSets[s.found]++
	return true
}

// turn has a random player take a random set.
func (s *sprint) turn() {
	s.shuffle()
	s.score[s.below(s.players)]++
	s.take(s.below(s.found))
}

// play plays a whole game.
func (s *sprint) play(c *classicCount) {
	s.begin()
	for s.settle(c) {
		s.turn()
	}
}

// layouts looks at 12, 15 and 18 random cards: the first of the 18 are as
// random as all of them.
func (s *sprint) layouts(c *classicCount) {
	s.begin()
	for s.on < 18 {
		s.shuffle()
		s.deal()
		switch s.on {
		case 12:
			c.layout12[s.found]++
		case 15:
			c.layout15[s.found]++
		case 18:
			c.noSet18.is(s.found == 0, true)
		}
	}
}
