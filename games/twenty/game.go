package twenty

import (
	"time"

	"settable/games"
	"settable/games/cards"
)

// game is the state of a 20/20 SET table.
type game struct {
	seats    games.Seats[player]
	settings settings
	options  games.Options // the options as they were chosen
	phase    phase

	target     int        // points that win the game
	hand       int        // 1 for the first
	dealer     games.Seat // who deals this hand
	table      [tableCards]cards.Card
	deck       cards.Bag // the cards still to be dealt, in no order
	discard    cards.Bag
	sweptCards cards.Bag // old table cards, shuffled back into the deck when the new ones have been laid
	due        []place   // the places of the cards that the dealer owes, in order
	shuffles   int       // how often a deck was reshuffled during a hand, in the whole game
	shuffled   int       // the number of the reshuffle that made the deck in play; 0: it is fresh

	fresh       cards.Bag // the cards of the last deal
	tableLaidAt time.Time // when the last cards came to the table
	taken       []cards.Card
	takenBy     games.Seat
	lastSet     games.ShownSet // the last set taken, with the player's own cards listed separately
	winner      games.Seat     // the winner of the hand just over
	champions   []games.Seat   // the winners of the game
	deadline    time.Time
	highlights  games.Highlights
	overlooked  int // how often all players said none although one of them could have made a set
}

type phase uint8

const (
	gathering phase = iota
	playing
	between // the hand is over, the next can begin
	over
)

type player struct {
	score     int
	slots     [mostHeld]cards.Card // the personal cards; Hidden: a free slot
	dealt     bool                 // the player is in this hand
	tookPart  bool                 // the player was in a hand of this game
	saidNone  bool                 // the player said none, and no one has claimed or drawn since
	lastDrawn time.Time            // when the last personal card came
}

// held returns how many personal cards the player has.
func (p *player) held() (n int) {
	for _, c := range p.slots {
		if c != cards.Hidden {
			n++
		}
	}
	return n
}

// draft is a copy of a game to which an action is being applied, together with the resulting step.
type draft struct {
	*game
	at   time.Time
	step games.Step
}

func (t *draft) situation() games.Situation {
	now := games.Situation{Dealing: len(t.due) > 0, Due: t.deadline, Gathering: t.phase == gathering, Leaders: t.inLead}
	if t.phase == playing {
		now.Hand = t
	}
	return now
}

// Apply plays one action on a copy of the game. The copy shares the slices due and champions with the original, so
// their elements must not be changed.
func (g *game) Apply(a games.Action) (games.Step, error) {
	if g.phase == over {
		return games.Step{}, games.ErrFinished
	}
	next := *g
	t := &draft{game: &next, at: games.JournalTime(a.At), step: g.seats.NewStep()}
	t.seats = g.seats.Copy()
	if err := games.Play(t, t.situation(), a, &t.step); err != nil {
		return games.Step{}, err
	}
	if t.phase == playing && len(t.due) == 0 {
		t.sweepIfStuck() // the game may have been waiting only for a player who has just left or gone away
	}
	if t.phase == playing && t.seats.Closing && t.seats.Asleep() {
		t.voidHand() // no one is present to play the hand
	}
	t.setDeadline()
	t.step.ShowsRecap = t.isRecap() && !g.isRecap()
	t.step.ClearsRecap = g.isRecap() && !t.isRecap()
	t.step.Game = t.game
	return t.step, nil
}

// isRecap reports whether the table still shows the last hand that was won.
func (g *game) isRecap() bool { return g.phase == between && g.winner != games.Watcher }

// Move handles the moves of seated players.
func (t *draft) Move(seat games.Seat, move games.Move) error {
	switch m := move.(type) {
	case Next:
		return t.next()
	case games.Choose:
		return t.changeOption(seat, m)
	case games.Claim:
		return t.claim(seat, m)
	case BadClaim:
		return games.Refuse("twenty.slip")
	case Draw:
		return t.draw(seat)
	case None:
		return t.sayNone(seat)
	}
	return games.ErrNoMove
}

// Owed returns what the dealer must lay next: all due cards, or as many of them as the deck has. The next deck provides
// the rest.
func (g *game) Owed() (games.Owed, bool) {
	n := min(len(g.due), g.deck.Len())
	return games.Owed{Count: n, From: g.deck, Deck: g.hand, Shuffle: g.shuffled}, n > 0
}

// Deadline returns the time of the next clock event: dealing the next hand, saying none for silent players, or removing
// a player who has been away too long.
func (g *game) Deadline() time.Time {
	if g.phase == over || len(g.due) > 0 {
		return games.Never
	}
	return g.seats.NextDeadline(g.deadline)
}

func (g *game) isInHand(s games.Seat) bool { return g.seats.Of(s).dealt }

func (g *game) isAsked(s games.Seat) bool {
	return g.isInHand(s) && g.seats.IsPresent(s) && !g.seats.IsPlayedByHouse(s)
}

func (g *game) saidNone(s games.Seat) bool { return g.seats.Of(s).saidNone }

// tookPart reports whether the seat was in a hand of this game.
func (g *game) tookPart(s games.Seat) bool { return g.seats.Of(s).tookPart }

// leaders returns the seats with the most points, including seats of players who have left. It returns none if no one
// has a point.
func (g *game) leaders() []games.Seat {
	return g.seats.Best(1, func(s games.Seat) int { return g.seats.Of(s).score })
}

// inLead returns the players who would win if the game ended now.
func (g *game) inLead() []games.Seat {
	return g.seats.Best(1, func(s games.Seat) int {
		if g.seats.HasForfeited(s) {
			return 0
		}
		return g.seats.Of(s).score
	})
}

// fromDealersLeft lists the seats in the hand, starting on the dealer's left.
func (g *game) fromDealersLeft() []games.Seat { return g.seats.RoundFrom(g.dealer, g.isInHand) }

// Presence returns who is seated and which of these players are away.
func (g *game) Presence() *games.Attendance { return &g.seats.Attendance }
