package english

import (
	"time"

	"settable/games"
	"settable/games/cards"
)

// game is the state of an English Sets table.
type game struct {
	seats    games.Seats[player]
	settings settings
	options  games.Options // the options as they were chosen
	phase    phase
	sets     [ranks]set // the sets in the graveyards, by rank
	setsLaid int        // how many sets have been laid so far

	unseen         cards.Bag    // the cards of the pack in unknown order
	buriedCards    []cards.Card // the known cards below them, the next one first
	shuffles       int
	owed           int          // how many cards the dealer must lay next
	turningStarter bool         // the card owed is a starter
	drawQueue      []games.Seat // the seats that draw the next cards, one card each

	starterTurner  games.Seat // who turned the last starter, or Clock
	starter        cards.Card // the last starter
	starterMatched bool       // the last starter is in a set, and no player has moved since
	starters       int        // how many have been turned so far
	fresh          cards.Bag  // the cards laid since a player last moved
	winners        []games.Seat
	closed         bool // the table was closed before the game ended
	deadline       time.Time
	streak         streak
}

type phase uint8

const (
	gathering phase = iota
	dealing         // four cards each
	setup           // waves of pairs
	playing         // starters are turned
	stalemate
	finished
)

type player struct {
	hand     hand
	choice   Choice // what the player chose in this stalemate
	tookPart bool   // the player was dealt in

	cardsTaken int // how many cards from other hands went to its sets
}

// draft is a copy of a game to which an action is being applied, together with the resulting step.
type draft struct {
	*game
	at   time.Time
	step games.Step
}

// Apply plays one action on a copy of the game. The copy shares the slices buriedCards and drawQueue with the original,
// so their elements must not be changed.
func (g *game) Apply(a games.Action) (games.Step, error) {
	if g.phase == finished {
		return games.Step{}, games.ErrFinished
	}
	next := *g
	t := &draft{game: &next, at: games.JournalTime(a.At), step: g.seats.NewStep()}
	t.seats = g.seats.Copy()
	if a.Seat != games.Dealer {
		t.fresh, t.starterMatched = cards.Bag{}, false
	}
	now := games.Situation{Dealing: t.owed > 0, Due: t.deadline, Gathering: t.phase == gathering, Leaders: t.inLead}
	if err := games.Play(t, now, a, &t.step); err != nil {
		return games.Step{}, err
	}
	if t.phase == stalemate {
		t.carryOutAgreed() // the game may have been waiting only for a player who has just gone away
	}
	t.setDeadline()
	t.step.Game = t.game
	return t.step, nil
}

// Move turns a starter, changes an option, or chooses how to continue after a stalemate.
func (t *draft) Move(seat games.Seat, move games.Move) error {
	switch m := move.(type) {
	case TurnStarter:
		return t.turnStarter(seat)
	case games.Choose:
		return t.changeOption(seat, m)
	case Choice:
		return t.chooseInStalemate(seat, m)
	}
	return games.ErrNoMove
}

// Owed returns what the dealer must lay: a starter, or cards to fill hands. Cards that were put under the pack are
// known, so when their turn comes, the dealer owes them one at a time and has no choice.
func (g *game) Owed() (games.Owed, bool) {
	return games.Owed{Count: g.owed, From: g.nextCards(), Deck: 1, Shuffle: g.shuffles}, g.owed > 0
}

// Deadline returns the time of the next clock event: turning a starter, deciding a stalemate, or removing a player who
// has been away too long.
func (g *game) Deadline() time.Time {
	if g.phase == finished || g.owed > 0 {
		return games.Never
	}
	return g.seats.NextDeadline(g.deadline)
}

// Presence returns who is seated and which of these players are away.
func (g *game) Presence() *games.Attendance { return &g.seats.Attendance }
