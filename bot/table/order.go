package table

import (
	"cmp"
	"context"
	"maps"
	"time"

	"settable/store"
	"settable/store/ids"
)

// An Order is an instruction from the bot to a table: a value of one of the types below.
type Order = any

type (
	ShowAgain   struct{} // show the table in a new message
	Redraw      struct{} // draw the table again, because settings have changed
	ChannelGone struct{} // the table's channel or server is gone, so close the table
	Freeze      struct { // stop the clock, because no moves could be received since this time; zero: now
		Why   Interruption
		Since time.Time
	}
	Pause struct { // stop the clock, because the process or its machine has been suspended since this time
		Since time.Time
	}
	Unpause struct{} // the process runs again: end Pause
	Hidden  struct { // stop the clock, because the table can't be shown
		IsRefused bool      // Discord refuses to show it
		Since     time.Time // since when players haven't seen the newest lines, even across a restart; zero: now
	}
	Visible struct { // the table can be shown again: end Hidden
		Quiet bool // players already know why they didn't see the table
	}
	Close struct { // close the table after the hand in play, whoever opened it
		Moderator ids.User        // the moderator who asks for this; 0: no moderator is needed
		Done      chan<- struct{} // closed after the attempt
	}
	Forget struct { // replace a player who asked to be forgotten by an anonymous one
		store.ForgottenPlayer
		Done chan<- struct{} // closed when the player has been replaced
	}
	Resume struct { // end the Freeze for this reason; the clock runs when no reason is left
		Why       Interruption
		Restarted bool // the bot itself was away, not Discord
	}
)

// An Interruption is a reason why the bot can't receive the moves of some players. Interruptions can overlap; the
// clock runs again when the last one has ended.
type Interruption int

// Reasons for an interruption.
const (
	Offline  Interruption = iota // Discord or the bot is down
	Unserved                     // Discord can't serve the table's server
	Unread                       // messages that arrived during a gap have not been read yet
	Doubted                      // the server or channel may be gone
	interruptions
)

func (t *Table) carryOutOrders() {
	for _, o := range t.takeOrders() {
		switch o := o.(type) {
		case ShowAgain:
			t.endReminder()
			t.Outlet.ShowAnew(t.Session())
		case Redraw:
			t.show()
		case ChannelGone:
			t.vanish()
		case Close:
			t.closeUp(o.Moderator)
			close(o.Done)
		case Forget:
			names, err := t.Names(context.Background(), []ids.User{o.As})
			if err != nil {
				t.Log.Warn("loading a player's name failed, using the seat letter", "error", err)
			}
			s := t.Session().renameForgotten(o.ForgottenPlayer, names[o.As])
			t.session.Store(&s)
			t.show()
			close(o.Done)
		case Freeze:
			t.clock.interrupted[o.Why] = true
			t.halt(o.Since)
		case Pause:
			t.clock.isPaused = true
			t.halt(o.Since)
		case Unpause:
			t.clock.isPaused = false
			t.resume(Resume{})
		case Hidden:
			now := t.Now()
			if t.clock.hiddenSince.IsZero() {
				t.clock.hiddenSince = now
			}
			if o.IsRefused && t.clock.closeAt.IsZero() {
				t.clock.closeAt = laterOf(now.Add(leastRefused), cmp.Or(o.Since, now).Add(longestRefused))
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

// mentionFrom is how long the bot must have been away before it tells players about it.
const mentionFrom = 5 * time.Second

// renameForgotten returns the session after a player's data was deleted. The seat now belongs to l.As and has the
// given name, or only its letter if the name is "". If the player returns, they count as a new player.
func (s Session) renameForgotten(l store.ForgottenPlayer, name string) Session {
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
	s.past = s.past.renameForgotten(l, name)
	return s
}
