package table

import (
	"context"
	"maps"
	"time"

	"settable/store"
)

// An Order is what the house tells a table: one of these types.
type Order = any

// The orders.
type (
	Again  struct{} // show it again, in a new message
	Redraw struct{} // the settings changed: draw it again
	Lost   struct{} // its channel or server is gone
	Freeze struct { // Discord is out of reach, or the bot was, since then; zero: from now on
		Since time.Time
	}
	Pause struct { // nobody could be heard since then, for the process or its machine stood still
		Since time.Time
	}
	Unpause struct{} // they go on
	Hidden  struct{} // the table can't be shown
	Visible struct{} // and now it can
	Close   struct { // the house closes it
		Done chan<- struct{} // is closed when it has tried
	}
	Forget struct { // a player who has left is another from now on: nobody
		store.Leaver
		Done chan<- struct{} // is closed when it is so
	}
	Resume struct { // everybody can be heard again
		Restarted bool // the bot was away, not Discord
	}
)

// obey does what the house has ordered.
func (t *Table) obey() {
	for _, o := range t.ordered() {
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
				t.Log.Warn("a seat goes by its letter: its name can't be read", "error", err)
			}
			s := without(t.Session(), o.Leaver, names[o.As])
			t.session.Store(&s)
			t.show()
			close(o.Done)
		case Freeze:
			t.offline = true
			t.halt(o.Since)
		case Pause:
			t.paused = true
			t.halt(o.Since)
		case Unpause:
			t.paused = false
			t.resume(Resume{})
		case Hidden:
			t.hidden = true
			t.halt(time.Time{})
		case Visible:
			t.hidden = false
			t.resume(Resume{})
		case Resume:
			t.offline = false
			t.resume(o)
		}
	}
}

// mentionFrom is the pause from which people are told that the bot was away.
const mentionFrom = 5 * time.Second

// without is the table where who sat there has left and was forgotten. Should they come again, they are
// somebody new.
func without(s Session, l store.Leaver, name string) Session {
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
	return s
}
