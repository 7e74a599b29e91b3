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
	"settable/games/poker"
	"settable/games/solitaire"
	"settable/store"
)

// An advance pass is given two to six seconds after the question, or within half of the remaining time if that is
// shorter. Each pass has a delay of its own and is given once, the earliest first.
func TestDelayOfAdvancePasses(t *testing.T) {
	asked := func(turn string) Session {
		f := newStage(t, "poker", "ann join, bob join, ann start", "turn="+turn)
		f.answerTo(ann, "/always pass")
		f.answerTo(bob, "/always pass")
		f.answerTo(f.playerNamed("turn"), "check")
		f.answerTo(f.playerNamed("turn"), "check")
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

// An advance answer that can't be written is retried a second later, even after the deadline.
func TestAdvanceAnswerIsRetried(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "turn=60")
	f.answerTo(ann, "/always pass")
	f.answerTo(f.playerNamed("turn"), "check")
	f.answerTo(f.playerNamed("turn"), "check")
	line, late := f.Session().Line, f.Session().Course.Deadline()
	f.journal.fail(errors.New("it can't be said why"))
	require.Equal(t, late, f.clock.answerNext(f.Session(), late))
	f.handleDue(late)
	require.Equal(t, late.Add(answerRetryPause), f.clock.answerNext(f.Session(), late))
	f.journal.fail(nil)
	f.handleDue(late)
	require.Empty(t, f.linesAfter(line))
	f.handleDue(late.Add(answerRetryPause))
	require.Equal(t, []string{f.Session().Seats[ann].String() + " pass"}, f.linesAfter(line))
}

func TestTimerForAReminder(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "turn=60")
	now := time.Now()
	left := f.clock.wait(f.Session(), now)
	require.Equal(t, f.clock.remindAt.Sub(now), left)
	f.handleDue(f.clock.remindAt)
	require.Equal(t, f.Session().turnEnd(), f.clock.remindedTurn)
	require.NotZero(t, f.clock.remindedTurn)
	f.answerTo(f.playerNamed("turn"), "check")
	f.answerTo(f.playerNamed("turn"), "check")
	require.Empty(t, f.Session().Thinkers())
	f.clock.remindAt = now
	f.handleDue(now)
	require.Equal(t, 1, f.outlet.reminded)
}

// If a line by the clock can't be written, the table retries it with growing pauses. It shows nothing if there is
// nothing to announce.
func TestClockLineIsRetried(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "turn=60")
	f.journal.fail(store.ErrTrouble)
	f.handleDue(f.Session().Course.Deadline().Add(slack))
	require.Equal(t, retryFirst, f.clock.pause)
	shown := f.outlet.shows()
	f.journal.fail(nil)
	f.change(func(s *Session) { s.HaltedSince = s.HaltedSince.Add(-time.Minute) })
	f.retry()
	require.Equal(t, shown, f.outlet.shows())
	require.GreaterOrEqual(t, f.Session().Course.Lost, time.Minute)

	f = tableOwingCards(t)
	f.journal.fail(store.ErrTrouble)
	f.resume(Resume{})
	require.Equal(t, []string{"table.cards_late"}, f.outlet.allMessages()[len(f.outlet.allMessages())-1:])
	require.Equal(t, retryFirst, f.clock.pause)
	told, shown := f.outlet.allMessages(), f.outlet.shows()
	f.retry()
	require.Equal(t, 2*retryFirst, f.clock.pause)
	require.Equal(t, shown, f.outlet.shows(), "nothing was written")
	f.resume(Resume{})
	require.Equal(t, told, f.outlet.allMessages(), "players have already been told")
	f.journal.fail(nil)
	f.resume(Resume{})
	require.Equal(t, shown+1, f.outlet.shows())
}

// tableOwingCards returns a table whose dealer still has to deal, as after a crash.
func tableOwingCards(t *testing.T) *testTable {
	f := newStage(t, "classic", "ann join")
	p := f.Session().Plan(f.word(ann, "start"), f.moment())
	p.Entry.Played = p.Entry.Played[:1]
	require.NoError(t, f.journal.Append(context.Background(), p.Entry))
	f.load()
	return f
}

// The table logs write errors, except disk faults, which the store has already logged.
func TestWriteErrorsAreLogged(t *testing.T) {
	f := newStage(t, "classic", "ann join, ann start")
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

// If a house move can't be written, nobody is told, and the house player moves again when writes succeed.
func TestHouseIsRefusedSilently(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := aloneWithHouse(t, solitaire.Game, nil, "sharp")
		lines := f.Session().Line
		for _, why := range []error{store.ErrTrouble, store.ErrOutcomeUnknown} {
			f.journal.fail(fmt.Errorf("%w: %w", store.ErrTrouble, why))
			time.Sleep(time.Minute)
			synctest.Wait()
			require.Equal(t, Played, f.outlet.lastAnswer().Verdict, "no move may be answered after the start")
			require.Equal(t, lines, f.Session().Line)
		}
		f.journal.fail(nil)
		time.Sleep(time.Minute)
		synctest.Wait()
		said, _ := f.houseLines(lines)
		require.NotEmpty(t, said)
	})
}

// House players look at the table at different times, and the timer is set for the earliest look. After five minutes
// of silence they wait, and the table announces this if any of them has looked.
func TestWhenHousePlayersLook(t *testing.T) {
	f := newTable(t, classic.Game, nil)
	for _, words := range []string{"/join", "/house easy", "/house sharp", "/start"} {
		require.Equal(t, Played, f.answerTo(ann, words).Verdict)
	}
	s := f.Session()
	c := clock{chooseMove: classic.Game.Player}
	next := c.lookNext(s, s.LastMove)
	require.Len(t, c.lookAt, 2)
	first, second := c.lookAt[2].at, c.lookAt[3].at
	require.NotEqual(t, first, second)
	require.Equal(t, first.Add(min(0, second.Sub(first))), next)
	require.Equal(t, s.LastMove.Add(quietAfter), c.lookNext(s, s.LastMove.Add(quietAfter)), "to announce that the house waits")
	var asleep clock
	asleep.chooseMove = c.chooseMove
	require.Zero(t, asleep.lookNext(s, s.LastMove.Add(quietAfter)), "no timer after a restart")

	for _, l := range []glance{
		{at: s.LastMove.Add(time.Second), sight: s.Sight}, {at: s.LastMove, sight: s.Sight + 1},
	} {
		c.lookAt = map[games.Seat]glance{2: l}
		_, due := c.lookDue(s, s.LastMove)
		require.False(t, due)
		require.Equal(t, l, c.lookAt[2], "it has not looked yet")
	}
	c.lookAt = map[games.Seat]glance{2: {at: s.LastMove, sight: s.Sight}}
	c.lookDue(s, s.LastMove)
	require.True(t, c.lookAt[2].at.After(s.LastMove), "the next look is scheduled")
}

// An easy house player leaves the first sets to humans: whatever happens, it first looks at the table after 15 s.
// From then on it looks at its usual pace, as stronger house players do from the start.
func TestEasyHousePlayersLeaveTheFirstSets(t *testing.T) {
	f := newTable(t, classic.Game, nil)
	for _, words := range []string{"/join", "/house easy", "/house steady", "/start"} {
		require.Equal(t, Played, f.answerTo(ann, words).Verdict)
	}
	s := f.Session()
	c := clock{chooseMove: classic.Game.Player}
	began := s.LastMove
	c.lookNext(s, began)
	require.False(t, c.lookAt[2].at.Before(began.Add(15*time.Second)))
	require.True(t, c.lookAt[3].at.Before(began.Add(7*time.Second)), "a steady player looks sooner")
	s.Sight++ // somebody has moved
	c.lookNext(s, began.Add(5*time.Second))
	require.False(t, c.lookAt[2].at.Before(began.Add(15*time.Second)))
	s.Sight++
	c.lookNext(s, began.Add(20*time.Second))
	require.True(t, c.lookAt[2].at.Before(began.Add(29*time.Second)))

	turns := newTable(t, poker.Game, nil).Session()
	require.Zero(t, c.headStart(turns, games.HousePlayer{Level: games.Easy}, began), "turn-based games have no head start")
}

// House players move at different times at the first table of each new database.
func TestPaceOfTheHouseVariesFromGameToGame(t *testing.T) {
	paces := map[uint64]bool{}
	opened := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	for n := range 50 {
		s := Session{Row: store.Table{ID: 1, Opened: opened.Add(time.Duration(n) * time.Millisecond)}}
		paces[glance{}.luck(s, 2).Uint64()] = true
	}
	require.Len(t, paces, 50)
}
