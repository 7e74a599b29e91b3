package table

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
	"time"

	"settable/bot/worker"
	"settable/games"
	"settable/games/vocabulary"
	"settable/store"
)

// A Table is one game in one channel. Its loop is the only one that changes the
// session and the only writer of its journal.
type Table struct {
	*inbox
	clock
	Parts
	loop    *worker.Loop
	session atomic.Pointer[Session]
	heard   hearing
	untold  []games.Event         // what the journal says that people were never told
	lost    bool                  // its channel is no more
	shown   bool                  // since it was set up
	played  map[store.Source]bool // what the newest of the lines it was loaded with came from
}

// Parts are what a table is put together from.
type Parts struct {
	Journal  Journal
	Log      *slog.Logger
	Outlet   Outlet
	Workers  *worker.Pool // does what there is to do
	Chance   games.Chance
	Now      func() time.Time     // by Discord's clock
	Grace    func() time.Duration // how long a beaten claim is forgiven for
	Shortest time.Duration        // the time to think below which nobody is reminded of it
	// Player plays for the house, and HouseName is what is to be printed of its players; nil:
	// nobody does, and their names alone.
	Player    games.Player
	HouseName func(games.HousePlayer) string
	// Names are what players are called, ready to be printed.
	Names func(context.Context, []store.PlayerID) (map[store.PlayerID]string, error)
	// Vocabulary is how moves are typed at the table beside the notation; nil: in no other way.
	Vocabulary *vocabulary.Vocabulary
}

// A Journal is where a table's lines are kept: the store, or in a test one that
// fails where the store would not.
type Journal interface {
	Append(context.Context, store.Entry) error
	Heard(ctx context.Context, id store.TableID, message int64) error
	Lines(context.Context, store.TableID) ([]store.Line, error)
	Reconcile(context.Context) error
	Welcome(context.Context, store.GuildID, store.PlayerID, games.Chips, time.Time) (games.Chips, error)
}

// An Ending is why a table does not play on.
type Ending int

// The endings.
const (
	PlayedOut Ending = iota // the game is over, or the bot leaves
	Vanished                // its channel is gone, and it is closed
	Broken                  // an invariant is broken: the journal is kept
	Asleep                  // nobody is there: it goes on with a word of who sits here
)

// Session is the table as it stands.
func (t *Table) Session() Session { return *t.session.Load() }

// Start has the table play until its inbox is closed or its game has ended, and then answer what was said
// before that. over hears why that is. While it waits, it has no goroutine.
func (t *Table) Start(over func(Ending)) {
	reason, well := begins, true
	t.loop.Wake()
	t.loop.Start(func(bell bool) (wait time.Duration, on bool) {
		well = safely(t, func() {
			if reason == begins {
				if wait, on = stirred(t, begins); !on {
					return
				}
			}
			if reason = woken; bell {
				reason = rung
			}
			select {
			case <-t.shut:
				on = false
			default:
				wait, on = stirred(t, reason)
			}
		})
		return wait, on && well
	}, func() {
		end := Broken
		if well {
			safely(t, func() { end = leave(t) })
		}
		over(end)
	})
}

// safely does something and says whether no invariant was broken.
func safely(t *Table, f func()) (well bool) {
	defer func() {
		if broken := recover(); broken != nil {
			t.stopLoudly(broken)
		}
	}()
	f()
	return true
}

// A wakeReason is why a table that waited goes on.
type wakeReason int

const (
	begins wakeReason = iota
	woken             // something was said or ordered
	rung              // the time for something has come
)

// stirred does what there is to do, and says how long the bell waits then, and whether
// the table plays on.
func stirred(t *Table, by wakeReason) (wait time.Duration, on bool) {
	switch by {
	case woken:
		t.obey() // before what was said, though it may have come later
		if w, ok := t.next(); ok {
			t.take(w)
		}
	case rung:
		now := t.Now() // before orders: one that stops the clock comes before time goes on
		t.obey()
		if w, ok := t.next(); ok { // who has spoken by now was in time
			t.take(w)
		} else {
			t.ring(now)
		}
	}
	if t.Session().Over() || t.mayRest(t.Session(), t.Now()) {
		return 0, false
	}
	t.obey() // first: a Resume says how much of the time did not count
	if t.Session().Over() {
		return 0, false
	}
	return t.wait(t.Session(), t.Now(), t.Shortest), true
}

// leave answers what was said before the end, and says why it is one.
func leave(t *Table) Ending {
	t.Close()
	if !t.restAt.IsZero() {
		t.obey() // what was ordered at the last moment
	}
	for _, w := range t.rest() {
		t.take(w)
	}
	if err := t.heard.remember(t.Journal, t.Session().Row.ID); err != nil && !errors.Is(err, store.ErrTrouble) {
		t.Log.Error("what was heard last is not kept", "error", err)
	}
	switch s := t.Session(); {
	case s.gone && t.lost:
		return Vanished
	case s.gone:
		return PlayedOut
	case !t.restAt.IsZero() && !s.Over():
		return Asleep
	}
	t.Outlet.StopReminding() // at the next start the clock is wound anew
	if !t.Session().Over() {
		t.Outlet.Say(games.Say("table.restarting"))
	}
	return PlayedOut
}

// stopLoudly ends one table whose invariants are broken; the bot goes on.
func (t *Table) stopLoudly(broken any) {
	t.Log.Error("the table has stopped: an invariant is broken", "panic", broken, "stack", string(debug.Stack()))
	t.Outlet.Say(games.Say("table.stopped"))
	t.Close()
	for _, w := range t.rest() {
		t.Outlet.Answer(t.Session(), w, refuse(games.Say("table.broken")))
	}
}

// take is the one path of everything that is said to a table: planned, written,
// adopted, shown, answered.
func (t *Table) take(w Word) {
	if w.Source != "" && t.played[w.Source] {
		t.Outlet.Answer(t.Session(), w, Answer{Verdict: Played})
		return
	}
	t.heard.judged(w)
	if _, sits := t.Session().SeatOf(w.Who.ID); sits && w.Door != House {
		t.spoke = w.At
	}
	p := t.Session().Plan(w, t.moment())
	if t.Session().Unknown && p.Answer.Verdict != Silence && p.Answer.Verdict != NoMove {
		if !t.reconcile() {
			unkept(t, w, refuse(games.Say("table.disk_fails")))
			return
		}
		p = t.Session().Plan(w, t.moment()) // by what is written now: another may have sat down
	}
	failing := t.Session().refused
	if len(p.Lines) > 0 {
		err := t.write(p)
		if t.welcomed(p, err) {
			err = t.write(p)
		}
		if err != nil {
			unkept(t, w, t.unwritten(err, failing))
			return
		}
	} else if p.Answer.Verdict != Silence {
		if err := t.heard.remember(t.Journal, t.Session().Row.ID); err != nil {
			unkept(t, w, t.unwritten(err, failing))
			return
		}
		if len(p.Told) > 0 {
			t.adopt(p)
		}
	}
	if !p.hidden() || len(p.Told) > 0 {
		t.show(p.Told...)
	}
	t.Outlet.Answer(t.Session(), w, p.Answer)
}

// unkept answers a word that could not be written. The house need not hear so: why is in the log, and it
// moves again when it can.
func unkept(t *Table, w Word, a Answer) {
	if w.Door != House || a.Err != nil {
		t.Outlet.Answer(t.Session(), w, a)
	}
}

func (t *Table) show(told ...Notice) {
	t.shown = true
	t.forgetMoved()
	t.Outlet.Show(t.Session(), told...)
}

// ShowUntold shows a table that does not play on, and tells what people were not
// told of it.
func (t *Table) ShowUntold() {
	t.Outlet.Show(t.Session(), happening(t.untold)...)
}

// forgetMoved takes a reminder away before a picture in which somebody else is to
// move, or nobody. Somebody else's join leaves it.
func (t *Table) forgetMoved() {
	if !t.Session().Course.Deadline().Equal(t.due) {
		t.Outlet.StopReminding()
	}
}

// closeUp ends the table for the house, whoever opened it: the dealer closes
// it, so that everybody keeps what is theirs, and people see it.
func (t *Table) closeUp() {
	if t.Session().Over() {
		return
	}
	now := t.Now()
	p := t.Session().House(t.moment(), 0, games.Action{At: now, Seat: games.Dealer, Move: games.End{}})
	if err := t.commit(p); err != nil {
		t.Log.Error("closing a table for the house", "error", err)
	}
}

// vanish ends the table because its channel is gone: the dealer closes it, so
// that everybody keeps what is theirs, and there is nobody to tell. What cannot
// be written is tried again: chips must not lie on a table that nobody can reach.
func (t *Table) vanish() {
	t.lost = true
	t.Outlet.Mute()
	if !t.reconcile() {
		return
	}
	if s := t.Session(); !s.Over() {
		now := t.Now()
		err := t.write(s.House(t.moment(), 0, games.Action{At: now, Seat: games.Dealer, Move: games.End{}}))
		if err != nil && !errors.Is(err, store.ErrOver) {
			t.tryLater("the end of a table whose channel is gone", err)
			return
		}
	}
	t.change(func(s *Session) { s.gone = true })
	t.Log.Info("closed a table whose channel is gone")
}
