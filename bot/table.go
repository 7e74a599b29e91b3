package bot

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"settable/games"
	"settable/store"
)

const (
	inboxSize = 64
	// slack is how long the clock waits beyond a deadline for what was sent in
	// time and is still on its way.
	slack = 700 * time.Millisecond
	// retryDeal is the pause before a deal that could not be written is tried again.
	retryDeal = time.Second
)

// A table is one game in one channel. Its goroutine is the only one that
// touches the game and the only writer of its journal.
type table struct {
	bot    *Bot
	log    *slog.Logger
	row    store.Table
	rules  games.Rules
	manual games.Manual
	chance games.Chance

	course games.Course
	line   int                           // number of the last line
	last   time.Time                     // time of the last line
	turned int                           // number of the line since which the cards lie as they do
	seats  map[store.PlayerID]games.Seat // who sits or sat where; never changed, only replaced
	names  map[games.Seat]string
	past   []before
	owing  bool                         // a deal could not be written yet
	frozen time.Time                    // since when Discord is out of reach and the clock stands still; zero: it runs
	polite map[store.PlayerID]time.Time // when a typed move was last answered

	mail   mailbox
	passed atomic.Int32 // messages in the channel since the table was last posted
	glance atomic.Pointer[glance]
	post   *poster
}

// mailbox is a table's inbox: bounded, and closed when nothing may come any more.
type mailbox struct {
	mu     sync.Mutex
	closed bool
	box    chan any
}

// put says whether the table will look at it.
func (m *mailbox) put(letter any) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return false
	}
	select {
	case m.box <- letter:
		return true
	default:
		return false
	}
}

func (m *mailbox) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.closed {
		m.closed = true
		close(m.box)
	}
}

// A glance is what others may know of a table without asking its goroutine.
type glance struct {
	view  games.View // a Watcher's
	seats map[store.PlayerID]games.Seat
}

// Letters to a table, beside said.
type (
	again  struct{} // show it again, in a new message
	gone   struct{} // its channel or server is gone
	nudge  struct{} // the settings changed: draw it again
	freeze struct{} // Discord is out of reach
	resume struct { // it is back; or the bot is, and was away so long
		away      time.Duration
		restarted bool
	}
	part struct{} // the bot is about to stop
)

// run plays the table until its mailbox is closed or its game has ended.
func (t *table) run() {
	defer t.bot.tables.Done()
	defer t.post.finish()
	defer t.bot.lobby.drop(t)
	defer func() {
		if broken := recover(); broken != nil {
			t.log.Error("the table has stopped: an invariant is broken", "panic", broken, "stack", string(debug.Stack()))
			t.post.say("Something broke and this table has stopped. What was played is kept; `/end` is not needed to play on: `/play` opens a new table.")
		}
	}()
	clock := time.NewTimer(time.Hour)
	defer clock.Stop()
	for {
		t.wind(clock)
		select {
		case letter, open := <-t.mail.box:
			if !open {
				return
			}
			t.read(letter)
		case <-clock.C:
			t.tick()
		}
		if t.over() {
			return
		}
	}
}

// wind sets the clock to the next deadline.
func (t *table) wind(clock *time.Timer) {
	wait := 24 * time.Hour
	if d := t.course.Deadline(); !d.IsZero() {
		wait = max(0, time.Until(d)+slack)
	}
	if !t.frozen.IsZero() {
		wait = 24 * time.Hour
	}
	if t.owing {
		wait = retryDeal
	}
	clock.Reset(wait)
}

func (t *table) read(letter any) {
	switch l := letter.(type) {
	case said:
		t.take(l)
	case again:
		t.post.anew()
		t.show(nil)
	case nudge:
		t.show(nil)
	case gone:
		t.close(time.Now())
	case resume:
		t.resume(l)
	case freeze:
		if t.frozen.IsZero() {
			t.frozen = time.Now()
		}
	case part:
		t.post.say("Settable is restarting. The table stays as it is.")
	}
}

// tick is the clock's move.
func (t *table) tick() {
	if t.owing {
		t.owing = false
		t.settle(time.Now())
		return
	}
	deadline := t.course.Deadline()
	if deadline.IsZero() || time.Until(deadline) > -slack/2 {
		return
	}
	if _, err := t.commit(said{at: deadline}, games.Action{At: deadline, Seat: games.Clock, Move: games.Tick{}}); err != nil {
		t.log.Error("the clock could not move", "error", err)
		t.owing = true // try again after a moment
	}
}

// mentionFrom is the pause from which people are told that the bot was away.
const mentionFrom = 5 * time.Second

// resume goes on after the bot was away: that time does not run the clock.
func (t *table) resume(r resume) {
	away := r.away
	if !t.frozen.IsZero() {
		away, t.frozen = time.Since(t.frozen), time.Time{}
	}
	if phase(t.course.Game) == games.Playing && away >= time.Millisecond {
		now := time.Now()
		_, err := t.write(said{at: now}, []games.Action{{At: now, Seat: games.Clock, Move: games.Away{For: away.Round(time.Millisecond)}}})
		if err != nil {
			t.log.Error("the time away could not be written", "error", err)
		}
	}
	t.settle(time.Now())
	if r.restarted || away >= mentionFrom {
		t.show([]string{"Back after " + seconds(away) + ". The game goes on as it stood."})
	}
}

// close ends the table because its channel is gone: there is nobody to tell.
func (t *table) close(at time.Time) {
	if err := t.bot.store.CloseTable(context.Background(), t.row.ID, at); err != nil && !errors.Is(err, store.ErrOver) {
		t.log.Error("closing a table whose channel is gone", "error", err)
	}
	t.post.mute()
	t.mail.close()
}

// over says whether the game has ended. The last picture is on its way then.
func (t *table) over() bool {
	if phase(t.course.Game) != games.Finished {
		return false
	}
	t.mail.close()
	return true
}

func phase(g games.Game) games.Phase { return g.View(games.Watcher).Phase }

// name is what a seat is called in a sentence.
func (t *table) name(s games.Seat) string {
	if n, ok := t.names[s]; ok {
		return n
	}
	return "Seat " + games.SeatLetter(s)
}

// seatOf is the seat of a player who sits, or sat, here; else the next free one.
func (t *table) seatOf(p store.PlayerID) (seat games.Seat, sits bool) {
	seat, known := t.seats[p]
	if !known {
		return games.Seat(len(t.seats) + 1), false
	}
	for _, place := range t.course.Game.View(games.Watcher).Seats {
		if place.Seat == seat {
			return seat, !place.Left
		}
	}
	return seat, false
}
