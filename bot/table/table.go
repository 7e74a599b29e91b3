package table

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
	"time"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// A Table is one game in one channel. Only the table's loop changes the session and writes the journal.
type Table struct {
	Parts
	*inbox
	clock         clock
	session       atomic.Pointer[Session]
	judged        judgedMessages
	unconfirmed   []Word        // words whose commit outcome is unknown
	untoldEvents  []games.Event // events of the journal that players have not been told yet
	channelGone   bool
	wasShown      bool
	playedSources map[store.Source]bool // the sources of the newest lines at loading
}

// Parts are the dependencies of a table.
type Parts struct {
	Journal Journal
	Log     *slog.Logger
	Outlet  Outlet
	Chance  games.Chance
	Now     func() time.Time // the time by Discord's clock
	Grace   time.Duration    // how late a claim may be and still cost nothing, however the setting changes meanwhile
	// Seen reports whether players have seen the result of a line, and since when. If Seen is nil, players see every
	// result immediately.
	Seen func(line int) (since time.Time, seen bool)
	// Player chooses the moves of house players; if nil, they don't play. HouseName returns the display names of
	// house players; if nil, the table uses their plain names.
	Player    games.Player
	HouseName func(games.HousePlayer) string
	// Names returns the display names of players.
	Names func(context.Context, []ids.User) (map[ids.User]string, error)
	// Vocabulary lists ways to type moves in addition to the notation; it may be nil.
	Vocabulary *games.Vocabulary
}

// A Journal stores the lines of tables. In tests, it can be a journal that fails on demand. See store.Store for the
// methods and their errors.
type Journal interface {
	Append(context.Context, store.Entry) error
	NoteJudged(ctx context.Context, id store.TableID, message ids.Message) error
	Lines(context.Context, store.TableID) ([]store.Line, error)
	Reconcile(context.Context) error
	Welcome(context.Context, ids.Guild, ids.User, games.Chips, time.Time) (games.Chips, error)
	Standing(context.Context, store.NightID) (store.Standing, error)
	Table(context.Context, store.TableID) (store.Table, error)
}

// An Ending is the reason why a table has stopped.
type Ending int

const (
	PlayedOut Ending = iota // the game is over, or the bot stops
	Vanished                // the channel is gone, so the table was closed
	Broken                  // an invariant is broken: the table stays open but doesn't play
	Asleep                  // no player is present: a word of a seated player wakes the table
)

// Session returns the current state of the table. It is safe to call from any goroutine.
func (t *Table) Session() Session { return *t.session.Load() }

// IsSeated reports whether w comes from a player seated at the table, or from the bot itself. It is safe to call from
// any goroutine.
func (t *Table) IsSeated(w Word) bool {
	s := t.session.Load()
	if w.Door == House || s == nil {
		return true
	}
	_, sits := s.SeatOf(w.Who.ID)
	return sits
}

// Start plays the table until its inbox is closed, its game ends or it falls asleep. Before it calls over with the
// reason, it answers everything that is still in the inbox.
func (t *Table) Start(over func(Ending)) {
	t.poke() // so that the first turn begins at once
	go t.play(time.Hour, over)
}

// play waits for a Word or an Order, at most for the given duration, and handles it. It goes on in a new goroutine,
// because this one would keep its grown stack: the stacks of a thousand waiting tables took 35 MB.
func (t *Table) play(wait time.Duration, over func(Ending)) {
	on, end := false, Broken
	defer func() {
		if on {
			go t.play(wait, over)
		} else {
			over(end)
		}
	}()
	defer t.endOnPanic()
	timer := time.NewTimer(wait)
	isDue := false
	select {
	case <-t.wakeUp:
		timer.Stop()
	case <-timer.C:
		isDue = true
	}
	t.handleNext(isDue)
	if wait, on = t.prepareWait(); !on {
		end = t.leave()
	}
}

// handleNext carries out all orders and then plays the next move. If no move is waiting and isDue is set, it does
// what is due now.
func (t *Table) handleNext(isDue bool) {
	if t.isClosed() { // leave answers the remaining words
		return
	}
	now := t.Now()     // read first, because an order that stops the clock is sent before time goes on
	t.carryOutOrders() // first, even if the order came later than the word
	if w, ok := t.takeWord(); ok {
		t.take(w) // a word that has already arrived is in time
	} else if isDue {
		t.handleDue(now)
	}
}

// prepareWait returns how long to wait for the next move, and whether the table continues.
func (t *Table) prepareWait() (wait time.Duration, on bool) {
	if t.isClosed() || t.Session().Over() || t.clock.mayRest(t.Session(), t.Now()) {
		return 0, false
	}
	t.carryOutOrders() // before waiting, because a Resume changes how much time is left
	if t.Session().Over() {
		return 0, false
	}
	return t.clock.wait(t.Session(), t.Now()), true
}

// PlayFirst handles w before Start is called.
func (t *Table) PlayFirst(w Word) {
	defer t.endOnPanic()
	t.take(w)
}

// leave answers everything that is still in the inbox, and returns the reason why the table ends.
func (t *Table) leave() Ending {
	t.Close()
	if !t.clock.restAt.IsZero() {
		t.carryOutOrders() // orders that arrived at the last moment
	}
	for _, w := range t.takeWords() {
		t.take(w)
	}
	t.writeHaltedTime()
	if err := t.judged.save(t.Journal, t.Session().Row.ID); err != nil && !errors.Is(err, store.ErrTrouble) {
		t.Log.Error("saving the id of the newest processed message failed", "error", err)
	}
	switch s := t.Session(); {
	case s.isClosed && t.channelGone:
		return Vanished
	case s.isClosed:
		return PlayedOut
	case !t.clock.restAt.IsZero() && !s.Over():
		return Asleep
	}
	if !t.Session().Over() {
		t.Outlet.Say(games.Say("table.restarting"))
	}
	return PlayedOut
}

// endOnPanic is called with defer. After a panic, which means a broken invariant, it ends the table and tells the
// players and the log. The bot's other tables continue.
func (t *Table) endOnPanic() {
	broken := recover()
	if broken == nil {
		return
	}
	t.Log.Error("table stopped because an invariant is broken, please report it", "panic", broken, "stack", string(debug.Stack()))
	t.Outlet.Say(games.Say("table.stopped"))
	t.Close()
	for _, w := range t.takeWords() {
		t.Outlet.Answer(t.Session(), w, refuse(games.Say("table.broken")))
	}
}

// take plans, writes, adopts and shows the effects of w, and answers it.
func (t *Table) take(w Word) {
	if w.Source != "" && t.playedSources[w.Source] {
		t.Outlet.Answer(t.Session(), w, Answer{Verdict: Played})
		return
	}
	t.judged.add(w)
	if _, sits := t.Session().SeatOf(w.Who.ID); sits && w.Door != House {
		t.clock.lastSpoke = w.At
	}
	p := t.Session().Plan(w, t.moment())
	if t.Session().OutcomeUnknown && p.Answer.Verdict != Silence && p.Answer.Verdict != NoMove {
		if !t.reconcile() {
			t.answerUnwritten(w, refuse(games.Say("table.disk_fails")))
			return
		}
		p = t.Session().Plan(w, t.moment()) // again, because the journal may now hold more lines
	}
	if len(p.Entry.Played) > 0 {
		err := t.write(p)
		if t.grantWelcome(p, err) {
			err = t.write(p)
		}
		if err != nil {
			t.answerUnwritten(w, t.unwritten(w, err))
			return
		}
	} else if p.Answer.Verdict != Silence {
		t.logPlan(p)
		if err := t.judged.save(t.Journal, t.Session().Row.ID); err != nil {
			t.answerUnwritten(w, t.unwritten(w, err))
			return
		}
		if len(p.Notices) > 0 {
			t.adopt(p)
		}
	}
	if p.changesPicture || len(p.Notices) > 0 {
		t.show(p.Notices...)
	}
	t.Outlet.Answer(t.Session(), w, p.Answer)
}

// answerUnwritten answers a move that could not be written. A house player gets an answer only if it lacks chips. Any
// other error has already been logged, and the house player moves again when it can.
func (t *Table) answerUnwritten(w Word, a Answer) {
	if w.Door != House || a.Err != nil {
		t.Outlet.Answer(t.Session(), w, a)
	}
}

func (t *Table) show(told ...Notice) {
	t.wasShown = true
	t.endReminder()
	t.Outlet.Show(t.Session(), told...)
}

// ShowUntold shows a table that has ended, with all events that players haven't been told about.
func (t *Table) ShowUntold() {
	t.Outlet.Show(t.Session(), eventNotices(t.untoldEvents)...)
}

// endReminder deletes the reminder if its turn is over, which isn't the case if a player has merely joined.
func (t *Table) endReminder() {
	if !t.Session().turnEnd().Equal(t.clock.remindedTurn) {
		t.Outlet.StopReminding()
	}
}

// closeUp closes the table after the current hand, on behalf of the bot or a moderator.
func (t *Table) closeUp(moderator ids.User) {
	s := t.Session()
	if s.Over() {
		return
	}
	p := s.House(t.moment(), 0, games.Action{At: t.Now(), Seat: games.Dealer, Move: games.LastHand{}})
	if p.Answer.Err != nil { // the table already closes after this hand
		return
	}
	p.Entry.Moderator = moderator
	err := t.commit(p)
	if _, barred := ForgettingRefusal(err); err != nil && !barred {
		t.Log.Error("closing a table for the house players failed", "error", err)
	}
}

// vanish ends a table whose channel is gone. The players in the lead win, and a hand in play is decided by its cards,
// so that nobody gains by deleting the channel (Rights 11). If that can't be written, the table retries until it is,
// because no chips may stay on a table that players can't reach.
func (t *Table) vanish() {
	t.channelGone = true
	t.Outlet.Mute()
	if !t.reconcile() {
		return
	}
	if s := t.Session(); !s.Over() {
		now := t.Now()
		err := t.write(s.House(t.moment(), 0, closingAction(s.Course, now)))
		if err != nil && !errors.Is(err, store.ErrOver) {
			t.tryLater("closing a table in a deleted channel", err)
			return
		}
	}
	t.change(func(s *Session) { s.isClosed = true })
	t.Log.Info("closed the table of a deleted channel")
}

// closeUnseen closes a table that Discord has refused to show for too long, like one whose channel is gone (Rights
// 11). If the bot can post there again after its next start, it shows the end.
func (t *Table) closeUnseen() {
	if t.Session().Over() || t.clock.isInterrupted() {
		t.clock.closeAt = t.Now().Add(leastRefused)
		return
	}
	if err := t.commit(t.Session().House(t.moment(), 0, closingAction(t.Session().Course, t.Now()))); err != nil {
		t.tryLater("closing a table that can't be shown", err)
		return
	}
	t.Log.Warn("closed a table that couldn't be shown for a day")
}
