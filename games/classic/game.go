package classic

import (
	"slices"
	"time"

	"settable/games"
	"settable/games/cards"
	"settable/games/highlights"
)

// game is a table of classic SET at one moment.
type game struct {
	games.Base[player]
	settings settings

	table []cards.Card // in label order; Hidden: a place that waits for its card
	fresh cards.Bag    // the cards of the last deal, until the table changes
	laid  time.Time    // when the last cards were laid
	next  time.Time    // deal=slow: when the next card comes; zero: none comes
	asked time.Time    // when silence counts as none; zero: nobody has said none

	caller games.Seat // who called set; Watcher: nobody
	until  time.Time  // when the call ends

	taken      []cards.Card
	takenBy    games.Seat
	winners    []games.Seat
	highlights highlights.Highlights
}

// player is what a seat has won and lost.
type player struct {
	score, sets, penalties int
	took                   bool // took part: sat here while the game was on
	locked                 bool // may not claim until the table changes
	none                   bool // said none since the table changed
	spent                  bool // called and took nothing since the table changed
}

// turn is one action being played: a copy of the game that the action may change.
type turn struct {
	*game
	at time.Time
}

// Apply plays one action on a copy of the game.
func (g *game) Apply(a games.Action) (games.Step, error) {
	if g.Phase == games.Finished {
		return games.Step{}, games.ErrFinished
	}
	next := *g
	t := &turn{game: &next, at: games.Moment(a.At)}
	t.Renew()
	t.table = slices.Clone(g.table)
	t.highlights.Pass(t.at, g.Asleep())
	if err := t.play(a); err != nil {
		return games.Step{}, err
	}
	t.settle()
	if t.Phase == games.Playing {
		t.highlights.Lie(t.table)
	}
	return t.Done(t.game), nil
}

func (t *turn) play(a games.Action) error {
	switch a.Move.(type) {
	case games.Deal, games.End, games.Tick, games.Missing: // the clock and the dealer judge the time
	default:
		if t.Phase == games.Playing && t.caller != games.Watcher && !t.at.Before(t.until) {
			// The clock would have ended the call by now; it only has not spoken.
			claims := a.Seat == t.caller && isClaim(a.Move)
			t.callOver()
			if claims {
				return nil // too late: the penalty (Classic 3)
			}
			t.settle()
		}
	}
	return games.Play(t, games.Now{Due: t.due(), Gathering: t.Phase == games.Gathering}, a, &t.Step)
}

// Move plays a claim, a call, or the statement that one sees no set.
func (t *turn) Move(seat games.Seat, move games.Move) error {
	switch m := move.(type) {
	case Call:
		return t.call(seat)
	case games.Claim:
		return t.claim(seat, m)
	case None:
		return t.none(seat)
	}
	return games.ErrNoMove
}

func isClaim(m games.Move) bool { _, ok := m.(games.Claim); return ok }

// due is the game's own deadline: when a call ends, else when the next card of a slow deal comes,
// else when silence counts as none. During a call the other two wait.
func (g *game) due() time.Time {
	if g.caller != games.Watcher {
		return g.until
	}
	if g.next.IsZero() {
		return g.asked
	}
	return g.next
}

// Deadline is when the clock moves: at due, or when a player who has been away too long loses the
// seat.
func (g *game) Deadline() time.Time { return g.ClockAt(g.due()) }
