package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/classic"
	"settable/games/solitaire"
	"settable/store"
)

// Who has left a pass with the house passes two to six seconds after they were asked, or within half
// of the time that there is; each by themselves, the earliest first, and once.
func TestWhenTheHousePassesForSomebody(t *testing.T) {
	asked := func(turn string) Session {
		f := stage(t, "poker", "ann join, bob join, ann start", "turn="+turn)
		f.says(ann, "/always pass")
		f.says(bob, "/always pass")
		f.says(f.someone("turn"), "check")
		f.says(f.someone("turn"), "check")
		require.Len(t, f.Session().Course.Answers(), 2)
		return f.Session()
	}
	s, now := asked("60"), time.Now()
	deadline := s.Course.Deadline()
	for _, s := range []Session{s, asked("0")} {
		for range 50 {
			next := new(clock).answerNext(s, now)
			require.GreaterOrEqual(t, next, now.Add(soonest))
			require.LessOrEqual(t, next, now.Add(soonest+jitter))
		}
	}
	for range 50 {
		require.LessOrEqual(t, new(clock).answerNext(s, deadline.Add(-4*time.Second)), deadline.Add(-2*time.Second))
	}
	require.Equal(t, deadline, new(clock).answerNext(s, deadline))

	c := clock{answerAt: map[games.Seat]time.Time{1: now.Add(5 * time.Second), 2: now.Add(3 * time.Second)}}
	require.Equal(t, now.Add(3*time.Second), c.answerNext(s, now))
	_, due := c.answerDue(s, now.Add(2*time.Second))
	require.False(t, due)
	a, due := c.answerDue(s, now.Add(3*time.Second))
	require.True(t, due)
	require.EqualValues(t, 2, a.Seat)
}

// An answer that can't be written is given again a second later, and not at once, though no more time is left
// for it.
func TestAnAnswerThatCannotBeWritten(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "turn=60")
	f.says(ann, "/always pass")
	f.says(f.someone("turn"), "check")
	f.says(f.someone("turn"), "check")
	line, late := f.Session().Line, f.Session().Course.Deadline()
	f.journal.fail(errors.New("it can't be said why"))
	require.Equal(t, late, f.clock.answerNext(f.Session(), late))
	f.ring(late)
	require.Equal(t, late.Add(answerRetryPause), f.clock.answerNext(f.Session(), late))
	f.journal.fail(nil)
	f.ring(late)
	require.Empty(t, f.written(line))
	f.ring(late.Add(answerRetryPause))
	require.Equal(t, []string{f.Session().Seats[ann].String() + " pass"}, f.written(line))
}

// The bell rings for a reminder, which is of one turn and of somebody.
func TestTheBellRingsForAReminder(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "turn=60")
	now := time.Now()
	left := f.clock.wait(f.Session(), now)
	require.Equal(t, f.clock.remindAt.Sub(now), left)
	f.ring(f.clock.remindAt)
	require.Equal(t, f.Session().turnEnd(), f.clock.remindedTurn)
	require.NotZero(t, f.clock.remindedTurn)
	f.says(f.someone("turn"), "check")
	f.says(f.someone("turn"), "check")
	require.Empty(t, f.Session().Thinkers())
	f.clock.remindAt = now
	f.ring(now)
	require.Equal(t, 1, f.said.reminded)
}

// A line of the clock that cannot be written is tried again, later each time, and what is told then
// is told; where nothing is to be told nothing is shown.
func TestWhatTheClockCannotWrite(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "turn=60")
	f.journal.fail(store.ErrTrouble)
	f.ring(f.Session().Course.Deadline().Add(slack))
	require.Equal(t, retryFirst, f.clock.pause)
	shown := f.said.shows()
	f.journal.fail(nil)
	f.change(func(s *Session) { s.HaltedSince = s.HaltedSince.Add(-time.Minute) })
	f.retry()
	require.Equal(t, shown, f.said.shows())
	require.GreaterOrEqual(t, f.Session().Course.Lost, time.Minute)

	f = owing(t)
	f.journal.fail(store.ErrTrouble)
	f.resume(Resume{})
	require.Equal(t, []string{"table.cards_late"}, f.said.heard()[len(f.said.heard())-1:])
	require.Equal(t, retryFirst, f.clock.pause)
	told, shown := f.said.heard(), f.said.shows()
	f.retry()
	require.Equal(t, 2*retryFirst, f.clock.pause)
	require.Equal(t, shown, f.said.shows(), "nothing is written")
	f.resume(Resume{})
	require.Equal(t, told, f.said.heard(), "people know")
	f.journal.fail(nil)
	f.resume(Resume{})
	require.Equal(t, shown+1, f.said.shows())
}

// owing returns a table that was stopped before its dealer dealt.
func owing(t *testing.T) *felt {
	f := stage(t, "classic", "ann join")
	p := f.Session().Plan(f.word(ann, "start"), f.moment())
	p.Lines = p.Lines[:1]
	require.NoError(t, f.journal.Append(context.Background(), p.Entry()))
	f.load()
	return f
}

// Of trouble with the disk the store tells the log, once; all else that cannot be written is told here.
func TestWhatTheLogHears(t *testing.T) {
	f := stage(t, "classic", "ann join, ann start")
	var log bytes.Buffer
	f.Log = slog.New(slog.NewTextHandler(&log, nil))
	f.tryLater("a line", store.ErrTrouble)
	f.unwritten(Word{}, store.ErrTrouble)
	require.Empty(t, log.String())
	f.tryLater("a line", errors.New("odd"))
	require.Contains(t, log.String(), "saving failed, retrying")
	f.unwritten(Word{}, errors.New("odd"))
	require.Contains(t, log.String(), "saving a move failed")
}

// A database that is away refuses the house as it does everybody. That is no fault of the house's: nobody is
// told of it, and the house moves when it can.
func TestTheHouseIsRefusedInSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := alone(t, solitaire.Game, nil, "sharp")
		lines := f.Session().Line
		for _, why := range []error{store.ErrTrouble, store.ErrOutcomeUnknown} {
			f.journal.fail(fmt.Errorf("%w: %w", store.ErrTrouble, why))
			time.Sleep(time.Minute)
			synctest.Wait()
			require.Equal(t, Played, f.said.last().Verdict, "the start")
			require.Equal(t, lines, f.Session().Line)
		}
		f.journal.fail(nil)
		time.Sleep(time.Minute)
		synctest.Wait()
		said, _ := f.ofHouse(lines)
		require.NotEmpty(t, said)
	})
}

// Each house player looks at a time of its own, the earliest first, at the table as it stands.
// When the people have said nothing for five minutes it waits, and says so where it has played.
func TestWhenTheHouseLooks(t *testing.T) {
	f := lay(t, classic.Game, nil)
	for _, words := range []string{"/join", "/house easy", "/house sharp", "/start"} {
		require.Equal(t, Played, f.says(ann, words).Verdict)
	}
	s := f.Session()
	c := clock{chooseMove: classic.Game.Player}
	next := c.lookNext(s, s.LastMove)
	require.Len(t, c.lookAt, 2)
	first, second := c.lookAt[2].at, c.lookAt[3].at
	require.NotEqual(t, first, second)
	require.Equal(t, first.Add(min(0, second.Sub(first))), next)
	require.Equal(t, s.LastMove.Add(quietAfter), c.lookNext(s, s.LastMove.Add(quietAfter)), "to say that it waits")
	var asleep clock
	asleep.chooseMove = c.chooseMove
	require.Zero(t, asleep.lookNext(s, s.LastMove.Add(quietAfter)), "after a stop")

	for _, l := range []glance{
		{at: s.LastMove.Add(time.Second), sight: s.Sight}, {at: s.LastMove, sight: s.Sight + 1},
	} {
		c.lookAt = map[games.Seat]glance{2: l}
		_, due := c.lookDue(s, s.LastMove)
		require.False(t, due)
		require.Equal(t, l, c.lookAt[2], "it has not looked")
	}
	c.lookAt = map[games.Seat]glance{2: {at: s.LastMove, sight: s.Sight}}
	c.lookDue(s, s.LastMove)
	require.True(t, c.lookAt[2].at.After(s.LastMove), "and looks again")
}
