package twenty

import (
	"slices"
	"time"

	"settable/games"
	"settable/games/cards"
)

// game is a table of 20/20 SET at one moment.
type game struct {
	house   house
	phase   phase
	roster  games.Roster
	players []player // seat 1 first

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

	fresh    cards.Bag // the cards of the last deal
	laid     time.Time // when cards came to the table last
	taken    []cards.Card
	takenBy  games.Seat
	winner   games.Seat // of the hand just over
	champion games.Seat // of the game
	deadline time.Time
}

// phase is how far a table has come.
type phase uint8

const (
	gathering phase = iota
	playing
	between // the hand is over, the next can begin
	over
)

// player is a seat.
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
	game
	at   time.Time
	step games.Step
}

// Apply plays one action on a copy of the game. What is due and what was taken
// is never changed in place.
func (g *game) Apply(a games.Action) (games.Step, error) {
	t := &turn{game: *g, at: games.Moment(a.At)}
	t.players = slices.Clone(g.players)
	if err := t.play(a.Seat, a.Move); err != nil {
		return games.Step{}, err
	}
	t.wind()
	after := t.game
	t.step.Game = &after
	return t.step, nil
}

func (t *turn) play(seat games.Seat, move games.Move) error {
	if t.phase == over {
		return games.ErrFinished
	}
	switch m := move.(type) {
	case games.Deal:
		return t.deal(seat, m.Cards)
	case games.End:
		return t.end(seat)
	case games.Tick:
		return t.tick(seat)
	}
	if len(t.due) > 0 {
		return games.ErrDealing
	}
	switch move.(type) {
	case games.Join:
		return t.join(seat)
	case games.Leave:
		return t.leave(seat)
	}
	if err := t.roster.Need(seat); err != nil {
		return err
	}
	switch m := move.(type) {
	case games.Start:
		return t.start(seat)
	case Next:
		return t.next()
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

// never is the deadline of a clock that does not run.
var never time.Time

// of is the player on a seat.
func (g *game) of(seat games.Seat) *player { return &g.players[seat-1] }

// Owed is what the dealer must lay next: what is due, or as much of it as the
// deck has; the rest comes from the next one.
func (g *game) Owed() (games.Owed, bool) {
	n := min(len(g.due), g.deck.Len())
	return games.Owed{Count: n, From: g.deck, Deck: g.hand, Shuffle: g.shuffled}, n > 0
}

// Deadline is when the clock deals the next hand.
func (g *game) Deadline() time.Time { return g.deadline }
