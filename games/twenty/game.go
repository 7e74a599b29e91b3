package twenty

import (
	"time"

	"settable/games"
	"settable/games/cards"
	"settable/games/highlights"
)

// game is a table of 20/20 SET at one moment.
type game struct {
	games.Seats[player]
	settings settings
	options  games.Options // as they were chosen
	phase    phase

	target   int        // points that win the game
	hand     int        // 1 for the first
	dealer   games.Seat // of this hand
	table    [onTable]cards.Card
	deck     cards.Bag // the cards still to be dealt, which nobody can tell apart
	discard  cards.Bag
	swept    cards.Bag // old table cards that go back into the deck when the new ones lie there
	due      []spot    // where the cards go that the dealer owes, in order
	shuffles int       // how often a deck was shuffled in mid-hand, in the whole game
	shuffled int       // which of these shuffles the deck in play comes from; 0: it is fresh

	fresh      cards.Bag // the cards of the last deal
	laid       time.Time // when cards came to the table last
	taken      []cards.Card
	takenBy    games.Seat
	winner     games.Seat // of the hand just over
	champion   games.Seat // of the game
	deadline   time.Time
	highlights highlights.Highlights
	blind      int // how often all have said none while somebody could have made a set
}

type phase uint8

const (
	gathering phase = iota
	playing
	between // the hand is over, the next can begin
	over
)

type player struct {
	score int
	slots [mostHeld]cards.Card // the personal cards; Hidden: a free slot
	dealt bool                 // is in this hand
	took  bool                 // was in a hand of this game
	none  bool                 // sees no set, and nobody has claimed or drawn since
	got   time.Time            // when the last personal card came
}

// held is how many personal cards the player has.
func (p *player) held() (n int) {
	for _, c := range p.slots {
		if c != cards.Hidden {
			n++
		}
	}
	return n
}

// turn is one action being played: a copy of the game, and what it brings.
type turn struct {
	*game
	at   time.Time
	step games.Step
}

// Apply plays one action on a copy of the game. What is due and what was taken
// is never changed in place.
func (g *game) Apply(a games.Action) (games.Step, error) {
	if g.phase == over {
		return games.Step{}, games.ErrFinished
	}
	next := *g
	t := &turn{game: &next, at: games.Moment(a.At), step: g.NewStep()}
	t.Seats = g.Seats.Copy()
	if err := games.Play(t, t.now(), a, &t.step); err != nil {
		return games.Step{}, err
	}
	if t.phase == playing && len(t.due) == 0 {
		t.unstick() // who has just left or gone away may have been the last to say none
	}
	if t.phase == playing && t.Closing && t.Asleep() {
		hand{t}.void() // nobody is there to play it
	}
	t.wind()
	t.step.Game = t.game
	return t.step, nil
}

// Move is what those who sit here do.
func (t *turn) Move(seat games.Seat, move games.Move) error {
	switch m := move.(type) {
	case Next:
		return t.next()
	case games.Choose:
		return lobby{t}.choose(seat, m)
	case games.Claim:
		return t.claim(seat, m)
	case Slip:
		return games.Refuse("twenty.slip")
	case Draw:
		return t.draw(seat)
	case None:
		return t.none(seat)
	}
	return games.ErrNoMove
}

// Owed is what the dealer must lay next: what is due, or as much of it as the
// deck has; the rest comes from the next one.
func (g *game) Owed() (games.Owed, bool) {
	n := min(len(g.due), g.deck.Len())
	return games.Owed{Count: n, From: g.deck, Deck: g.hand, Shuffle: g.shuffled}, n > 0
}

// Deadline is when the clock deals the next hand or says none for who has not, or when
// who was away for long has left.
func (g *game) Deadline() time.Time {
	if g.phase == over || len(g.due) > 0 {
		return games.Never
	}
	return g.Until(g.deadline)
}

func (t *turn) now() games.Now {
	now := games.Now{Laying: len(t.due) > 0, Due: t.deadline, Gathering: t.phase == gathering}
	if t.phase == playing {
		now.Hand = hand{t}
	}
	return now
}
