package table

import (
	"context"
	"maps"
	"time"

	"settable/store"
)

// An Order is what the bot tells a table to do: a value of one of the types below.
type Order = any

// The orders.
type (
	Again  struct{} // show the table in a new message
	Redraw struct{} // draw the table again, because settings have changed
	Lost   struct{} // the table's channel or server is gone: close the table
	Freeze struct { // stop the clock: not everybody can be heard since then; zero: from now on
		Why   Interruption
		Since time.Time
	}
	Pause struct { // stop the clock: nobody was heard since then, as the process or its machine stood still
		Since time.Time
	}
	Unpause struct{} // the process runs again: end the Pause
	Hidden  struct{} // stop the clock: the table can't be shown
	Visible struct { // it can be shown again: end Hidden
		Quiet bool // people have been told why they didn't see it
	}
	Close struct { // close the table after the hand in play, whoever opened it
		Done chan<- struct{} // closed when that was tried
	}
	Forget struct { // replace a player who left by one that names nobody
		store.Leaver
		Done chan<- struct{} // closed when that is done
	}
	Resume struct { // end the Freeze of that reason. The clock goes on when none is left
		Why       Interruption
		Restarted bool // the bot was away, not Discord
	}
)

// An Interruption is a reason why some players of a table can't be heard. Interruptions end independently: the clock
// runs again when the last one has ended.
type Interruption int

// The reasons.
const (
	Offline  Interruption = iota // Discord or the bot is away
	Unserved                     // Discord can't serve the table's server
	Unread                       // what was said in its channel meanwhile has not been read yet
	Doubted                      // its server or channel may be gone
	interruptions
)

// obey carries out the orders that have come.
func (t *Table) obey() {
	for _, o := range t.inbox.ordered() {
		switch o := o.(type) {
		case Again:
			t.forgetMoved()
			t.Outlet.ShowAnew(t.Session())
		case Redraw:
			t.show()
		case Lost:
			t.vanish()
		case Close:
			t.closeUp()
			close(o.Done)
		case Forget:
			names, err := t.Names(context.Background(), []store.PlayerID{o.As})
			if err != nil {
				t.Log.Warn("loading a player's name failed, using the seat letter", "error", err)
			}
			s := t.Session().without(o.Leaver, names[o.As])
			t.session.Store(&s)
			t.show()
			close(o.Done)
		case Freeze:
			t.clock.interrupted[o.Why] = true
			t.halt(o.Since)
		case Pause:
			t.clock.paused = true
			t.halt(o.Since)
		case Unpause:
			t.clock.paused = false
			t.resume(Resume{})
		case Hidden:
			if t.clock.hidden.IsZero() {
				t.clock.hidden = t.Now()
			}
			t.halt(time.Time{})
		case Visible:
			t.showAgain(o.Quiet)
		case Resume:
			t.clock.interrupted[o.Why], t.clock.restarted = false, t.clock.restarted || o.Restarted
			if !t.clock.isInterrupted() {
				o.Restarted, t.clock.restarted = t.clock.restarted, false
				t.resume(o)
			}
		}
	}
}

// mentionFrom is the shortest pause after which players are told that the bot was away.
const mentionFrom = 5 * time.Second

// without returns the session after a player was forgotten: their seat belongs to l.As, called name. If name is "", the
// seat goes by its letter. If the player returns, they count as a new player.
func (s Session) without(l store.Leaver, name string) Session {
	if seat, sat := s.Seats[l.Player]; sat {
		s.Seats, s.Names = maps.Clone(s.Seats), maps.Clone(s.Names)
		delete(s.Seats, l.Player)
		s.Seats[l.As], s.Names[seat] = seat, name
		if name == "" {
			delete(s.Names, seat)
		}
	}
	if s.Row.Opener == l.Player {
		s.Row.Opener = l.As
	}
	s.past = s.past.without(l, name)
	return s
}
