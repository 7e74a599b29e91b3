package table

import "time"

// An Order is what the house tells a table: one of these types.
type Order = any

// The orders.
type (
	Again   struct{} // show it again, in a new message
	Redraw  struct{} // the settings changed: draw it again
	Lost    struct{} // its channel or server is gone
	Freeze  struct{} // Discord is out of reach
	Hidden  struct{} // the table can't be shown
	Visible struct{} // and now it can
	Close   struct { // the house closes it
		Done chan<- struct{} // is closed when it has tried
	}
	Resume struct { // Discord is back; or the bot is, and was away so long
		Away      time.Duration
		Restarted bool
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
		case Freeze:
			t.offline = true
			t.halt()
		case Hidden:
			t.hidden = true
			t.halt()
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
