package bot

import (
	"errors"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"settable/bot/message"
	"settable/games"
	"settable/store"
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

	standing
	line   int       // number of the last line
	last   time.Time // when somebody last moved
	heard  int64     // messages up to this one were played or refused: so say the sources of the lines
	turned int       // number of the line since which the cards lie as they do
	names  map[games.Seat]string
	past   []before
	polite map[store.PlayerID]time.Time // when a typed move was last answered
	told   []string                     // what a journal says that people were never told
	slip   bool                         // the last line was a wrong claim
	lost   bool                         // its channel is no more
	gone   bool                         // and it is closed
	unsure bool                         // nobody can say whether the last line is written

	clock
	reminder *reminder // that stands in the channel, or is about to

	mail   *mailbox
	passed atomic.Int32 // messages in the channel since the table was last posted
	glance atomic.Pointer[glance]
	post   *poster
}

// standing is a game with who sits where: all that a move is judged by. It is
// a value; seats is never changed, only replaced.
type standing struct {
	course games.Course
	seats  map[store.PlayerID]games.Seat // who sits or sat where
	open   *games.View                   // what everybody sees; nil: nobody has looked
}

// view is what everybody sees.
func (st standing) view() games.View {
	if st.open != nil {
		return *st.open
	}
	return st.course.Game.View(games.Watcher)
}

// play sets the game, and looks at it once for all who ask.
func (st *standing) play(course games.Course) {
	v := course.Game.View(games.Watcher)
	st.course, st.open = course, &v
}

// seatOf is the seat of a player who sits, or sat, here; else the next free one.
func (st standing) seatOf(p store.PlayerID) (seat games.Seat, sits bool) {
	seat, known := st.seats[p]
	if !known {
		return games.Seat(len(st.seats) + 1), false
	}
	places := st.view().Seats
	i := slices.IndexFunc(places, func(pl games.Place) bool { return pl.Seat == seat })
	return seat, i >= 0 && !places[i].Left
}

// first is the first seat on which somebody sits.
func (st standing) first() games.Seat {
	for _, p := range st.view().Seats {
		if !p.Left {
			return p.Seat
		}
	}
	return 1
}

// A glance is what others may know of a table without asking its goroutine.
type glance struct {
	standing
	line int
	last time.Time // when somebody last moved
}

// Orders to a table.
type (
	again   struct{} // show it again, in a new message
	gone    struct{} // its channel or server is gone
	nudge   struct{} // the settings changed: draw it again
	freeze  struct{} // Discord is out of reach
	veil    struct{} // the table can't be shown
	unveil  struct{} // and now it can
	closing struct { // the house closes it
		done chan<- struct{} // is closed when it has tried
	}
	resume struct { // it is back; or the bot is, and was away so long
		away      time.Duration
		restarted bool
	}
)

// run plays the table until its mailbox is closed or its game has ended, and
// then answers what was said before that.
func (t *table) run() {
	defer t.bot.tables.Done()
	defer t.post.finish()
	defer t.bot.lobby.drop(t)
	defer t.stopLoudly()
	bell := time.NewTimer(time.Hour)
	defer bell.Stop()
	for open := true; open && !t.over(); {
		t.obeyAll() // first: a resume says how much of the time did not count
		if t.over() {
			break
		}
		t.wind(bell)
		select {
		case <-t.mail.shut:
			open = false
		case <-t.mail.wake:
			t.obeyAll() // before what was said, though it may have come later
			if s, ok := t.mail.next(); ok {
				t.take(s)
			}
		case <-bell.C:
			t.ring()
		}
	}
	t.mail.close()
	for _, s := range t.mail.rest() {
		t.take(s)
	}
	if !t.gone {
		t.forgetReminder() // at the next start the clock is wound anew
	}
	if t.view().Phase != games.Finished && !t.gone {
		t.post.say("Settable is restarting. The table stays as it is.")
	}
}

// over says whether there is nothing more to play.
func (t *table) over() bool { return t.gone || t.view().Phase == games.Finished }

// stopLoudly ends one table whose invariants are broken; the bot goes on.
func (t *table) stopLoudly() {
	broken := recover()
	if broken == nil {
		return
	}
	t.bot.lobby.stopped(t, t.bot.now())
	t.log.Error("the table has stopped: an invariant is broken", "panic", broken, "stack", string(debug.Stack()))
	t.post.say("Something broke and this table has stopped. What was played is kept: `/table` opens it again, `/end` closes it.")
	t.mail.close()
	for _, s := range t.mail.rest() {
		t.bot.whisper(s, apology)
	}
}

func (t *table) obeyAll() {
	for _, o := range t.mail.ordered() {
		t.obey(o)
	}
}

func (t *table) obey(o order) {
	switch o := o.(type) {
	case again:
		t.post.showAnew(t.scene())
	case nudge:
		t.show(nil)
	case gone:
		t.vanish()
	case closing:
		t.closeUp()
		close(o.done)
	case freeze:
		t.deaf = true
		t.freeze()
	case veil:
		t.veiled = true
		t.freeze()
	case unveil:
		t.veiled = false
		t.resume(resume{})
	case resume:
		t.deaf = false
		t.resume(o)
	}
}

// mentionFrom is the pause from which people are told that the bot was away.
const mentionFrom = 5 * time.Second

// resume goes on after Discord or the bot was away: that time does not run the
// clock. What the journal says and people were never told is told now.
func (t *table) resume(r resume) {
	away := r.away
	if d := t.thaw(); d > 0 {
		away = d
	}
	now := t.bot.now()
	t.lose(now, away)
	sentences := append(t.told, t.deserted(now)...)
	sentences = append(sentences, t.deal(now)...)
	t.told = nil
	switch {
	case t.over():
	case r.restarted, away >= mentionFrom:
		sentences = append(sentences, "Back after "+message.Seconds(away)+". The game goes on as it stood.")
	case len(sentences) == 0:
		return
	}
	t.show(sentences)
}

// closeUp ends the table for the house, whoever opened it: the dealer closes
// it, so that everybody keeps what is theirs, and people see it.
func (t *table) closeUp() {
	if t.over() {
		return
	}
	now := t.bot.now()
	if _, err := t.commit(said{At: now}, games.Action{At: now, Seat: games.Dealer, Move: games.End{}}); err != nil {
		t.log.Error("closing a table for the house", "error", err)
	}
}

// vanish ends the table because its channel is gone: the dealer closes it, so
// that everybody keeps what is theirs, and there is nobody to tell. What cannot
// be written is tried again: chips must not lie on a table that nobody can reach.
func (t *table) vanish() {
	t.lost = true
	t.post.mute()
	if !t.sure() {
		return
	}
	if t.view().Phase != games.Finished {
		now := t.bot.now()
		_, err := t.write(said{At: now}, games.Action{At: now, Seat: games.Dealer, Move: games.End{}})
		if err != nil && !errors.Is(err, store.ErrOver) {
			t.tryLater("the end of a table whose channel is gone", err)
			return
		}
	}
	t.gone = true
	t.bot.abandon(t.row.Channel)
	t.log.Info("closed a table whose channel is gone")
}

// name is what a seat is called in a sentence.
func (t *table) name(s games.Seat) string {
	if n, ok := t.names[s]; ok {
		return n
	}
	return "Seat " + games.SeatLetter(s)
}
