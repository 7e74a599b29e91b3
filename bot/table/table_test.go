package table

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/classic"
	"settable/games/gamestest"
	"settable/games/poker"
	"settable/store"
	"settable/store/ids"
)

// runningTable starts a game and returns its table, and the players in turn order.
func runningTable(t *testing.T, rules games.Rules, options games.Options) (
	f *testTable, end <-chan Ending, turn ids.User) {

	t.Helper()
	f = newTable(t, rules, options)
	for _, p := range []ids.User{ann, bob} {
		_, err := f.journal.Welcome(t.Context(), 1, p, 100, f.at)
		require.NoError(t, err)
		f.take(f.word(p, "join"))
	}
	f.take(f.word(ann, "start"))
	t.Cleanup(f.Close)
	done := make(chan Ending, 1)
	go func() { done <- f.Run() }()
	synctest.Wait()
	if who := f.Session().Thinkers(); len(who) > 0 {
		turn = who[0]
	}
	return f, done, turn
}

// A move that is in the inbox at the deadline is in time: the table plays it before the clock moves.
func TestInboxIsReadBeforeTimers(t *testing.T) {
	for i := range 10 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, end, turn := runningTable(t, poker.Rules{}, games.Options{"turn": "30"})
				line := f.Session().Line
				f.journal.delay = time.Minute
				f.Put(f.word(73, "join")) // keeps the table busy until the deadline
				f.Put(f.word(turn, "check"))
				time.Sleep(3 * time.Minute)
				f.Close()
				<-end
				written := f.linesAfter(line)
				check := fmt.Sprintf("%s check", f.Session().Seats[turn])
				require.Contains(t, written, check)
				require.NotContains(t, written[:slices.Index(written, check)], "clock ")
				require.Contains(t, f.outlet.allMessages(), "table.restarting")
			})
		})
	}
}

// A move that was sent in time may still be on its way at the deadline, so the clock waits a little for it.
func TestClockWaitsForMovesOnTheirWay(t *testing.T) {
	const ms = time.Millisecond
	for late, counts := range map[time.Duration]bool{600 * ms: true, 900 * ms: false} {
		synctest.Test(t, func(t *testing.T) {
			f, _, turn := runningTable(t, poker.Rules{}, games.Options{"turn": "30"})
			line, deadline := f.Session().Line, f.Session().Course.Deadline()
			time.Sleep(time.Until(deadline.Add(late)))
			w := f.word(turn, "check")
			w.At = deadline.Add(-time.Millisecond)
			f.Put(w)
			synctest.Wait()
			check := fmt.Sprintf("%s check", f.Session().Seats[turn])
			require.Equal(t, counts, f.linesAfter(line)[0] == check, "%s: %q", late, f.linesAfter(line))
		})
	}
}

// The clock reminds each player once, and moves for a player who misses the deadline.
func TestClockMovesAtTheDeadline(t *testing.T) {
	gamestest.SkipUnderRace(t)
	synctest.Test(t, func(t *testing.T) {
		f, end, _ := runningTable(t, poker.Rules{}, games.Options{"turn": "30"})
		line := f.Session().Line
		time.Sleep(35 * time.Second)
		synctest.Wait()
		require.Equal(t, "clock ", f.linesAfter(line)[0])
		require.Equal(t, 1, f.outlet.reminded)
		f.Close()
		require.Equal(t, PlayedOut, <-end)
	})
}

// If the commit outcome of the last line is unknown, the table reads the journal again before it plays anything else.
func TestUnknownOutcomeIsReconciled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, end, turn := runningTable(t, poker.Rules{}, games.Options{"turn": "30"})
		line := f.Session().Line
		f.journal.fail(fmt.Errorf("%w: %w", store.ErrTrouble, store.ErrOutcomeUnknown))
		f.Put(f.word(turn, "check"))
		synctest.Wait()
		require.True(t, f.Session().OutcomeUnknown)
		require.Equal(t, "table.outcome_unknown", f.outlet.lastAnswer().Phrase.Key)
		f.journal.fail(nil)
		f.Put(f.word(turn, "check"))
		synctest.Wait()
		require.False(t, f.Session().OutcomeUnknown)
		require.Equal(t, Played, f.outlet.lastAnswer().Verdict)
		require.Greater(t, f.Session().Line, line)
		require.NotEmpty(t, f.linesAfter(line))
		f.Close()
		<-end
	})
}

// The dealer closes a table whose channel is gone, so that everyone keeps their chips. If the write fails, the table
// retries it. It announces nothing, because nobody could read it.
func TestTableOfADeletedChannelIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, end, _ := runningTable(t, poker.Rules{}, nil)
		f.journal.fail(store.ErrTrouble)
		f.Order(ChannelGone{})
		time.Sleep(time.Second)
		synctest.Wait()
		require.False(t, f.Session().Over())
		f.journal.fail(nil)
		require.Equal(t, Vanished, <-end)
		require.True(t, f.outlet.muted)
		lines := f.linesAfter(0)
		require.Equal(t, "dealer end", lines[len(lines)-1])
		require.False(t, f.Put(f.word(ann, "check")))
	})
}

// A move that is delivered again after a restart isn't played again. The player gets an answer, but learns nothing
// about the table's current state.
func TestPlayedMoveIsNotPlayedAgain(t *testing.T) {
	f := newTable(t, classic.Rules{}, nil)
	require.Equal(t, Played, f.answerTo(ann, "join").Verdict)
	w := f.word(ann, "start")
	w.Door, w.Source = Slash, "i77"
	f.take(w)
	f.load()
	line := f.Session().Line
	f.take(w)
	require.Equal(t, Answer{Verdict: Played}, f.outlet.lastAnswer())
	require.Equal(t, line, f.Session().Line)
}

// If the dealer can't deal, an invariant is broken. The table stops and keeps what has been written.
func TestBrokenInvariantStopsTheTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, end, _ := runningTable(t, classic.Rules{}, nil)
		f.Chance = noChance{}
		line := f.Session().Line
		f.Put(f.word(ann, f.set()))
		require.Equal(t, Broken, <-end)
		require.Contains(t, f.outlet.allMessages(), "table.stopped")
		require.False(t, f.Put(f.word(ann, f.set())), "a stopped table must not accept moves")
		require.Empty(t, f.linesAfter(line))
	})
}

type noChance struct{}

func (noChance) Draw(games.Owed) ([]cards.Card, error) { return nil, errors.New("no cards") }

// Time before a received move never counts as lost, even if the interruption is said to have begun before that move.
func TestTimeBeforeAReceivedMoveIsNotLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, end, turn := runningTable(t, poker.Rules{}, games.Options{"turn": "30"})
		time.Sleep(10 * time.Second)
		looked := time.Now()
		time.Sleep(2 * time.Second)
		w := f.word(turn, "check")
		w.At = time.Now()
		f.Put(w)
		synctest.Wait()
		time.Sleep(time.Second)
		f.Order(Pause{Since: looked})
		time.Sleep(time.Second)
		f.Order(Unpause{})
		synctest.Wait()
		require.Equal(t, 2*time.Second, f.Session().Course.Lost)
		f.Close()
		<-end
	})
}

// Lost time that a line already records isn't counted again, even if the next interruption is said to have begun
// before that line.
func TestRecordedLostTimeIsNotLostAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, end, _ := runningTable(t, poker.Rules{}, games.Options{"turn": "30"})
		time.Sleep(10 * time.Second)
		looked := time.Now()
		f.Order(Freeze{})
		synctest.Wait()
		time.Sleep(2 * time.Second)
		f.Order(Resume{})
		synctest.Wait()
		require.Equal(t, 2*time.Second, f.Session().Course.Lost)
		time.Sleep(time.Second)
		f.Order(Pause{Since: looked})
		f.Order(Unpause{})
		synctest.Wait()
		require.Equal(t, 3*time.Second, f.Session().Course.Lost)
		f.Close()
		<-end
	})
}

// A process that was suspended plays the moves that arrived in the meantime before it notices how long it stood still.
// Such a move can be ahead of the clock, and the time before it doesn't count as lost.
func TestTimeBeforeAMoveAheadOfTheClockIsNotLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, end, turn := runningTable(t, poker.Rules{}, games.Options{"turn": "30"})
		time.Sleep(10 * time.Second)
		looked, stood := time.Now(), 4*time.Second
		behind := stood
		f.Table.Now = func() time.Time { return time.Now().Add(stood - behind) } // the process has just resumed
		w := f.word(turn, "check")
		w.At = looked.Add(2 * time.Second)
		f.Put(w)
		synctest.Wait()
		f.Order(Pause{Since: looked})
		synctest.Wait()
		behind = 0
		f.Order(Unpause{})
		synctest.Wait()
		require.Equal(t, 2*time.Second, f.Session().Course.Lost)
		f.Close()
		<-end
	})
}
