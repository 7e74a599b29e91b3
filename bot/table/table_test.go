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
)

// playing returns a table that plays by itself, with who is to move.
func playing(t *testing.T, rules games.Rules, options games.Options) (
	f *felt, end <-chan Ending, turn store.PlayerID) {

	t.Helper()
	f = lay(t, rules, options)
	for _, p := range []store.PlayerID{ann, bob} {
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

// A move that lies in the inbox when the time is up came in time: it is read before
// the clock moves.
func TestMailIsReadBeforeTheBell(t *testing.T) {
	for i := range 10 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, end, turn := playing(t, poker.Rules{}, games.Options{"turn": "30"})
				line := f.Session().Line
				f.journal.slow = time.Minute
				f.Put(f.word(73, "join")) // keeps the table busy until the time is up
				f.Put(f.word(turn, "check"))
				time.Sleep(3 * time.Minute)
				f.Close()
				<-end
				written := f.written(line)
				check := fmt.Sprintf("%s check", f.Session().Seats[turn])
				require.Contains(t, written, check)
				require.NotContains(t, written[:slices.Index(written, check)], "clock ")
				require.Contains(t, f.said.heard(), "table.restarting")
			})
		})
	}
}

// What was said in time may be on its way when the time is up: the clock waits for it.
func TestTheClockWaitsForWhatIsOnItsWay(t *testing.T) {
	const ms = time.Millisecond
	for late, counts := range map[time.Duration]bool{600 * ms: true, 900 * ms: false} {
		synctest.Test(t, func(t *testing.T) {
			f, _, turn := playing(t, poker.Rules{}, games.Options{"turn": "30"})
			line, deadline := f.Session().Line, f.Session().Course.Deadline()
			time.Sleep(time.Until(deadline.Add(late)))
			w := f.word(turn, "check")
			w.At = deadline.Add(-time.Millisecond)
			f.Put(w)
			synctest.Wait()
			check := fmt.Sprintf("%s check", f.Session().Seats[turn])
			require.Equal(t, counts, f.written(line)[0] == check, "%s: %q", late, f.written(line))
		})
	}
}

// The clock moves for who lets the time pass, and who is to move is reminded once.
func TestTheClockMoves(t *testing.T) {
	gamestest.Unraced(t)
	synctest.Test(t, func(t *testing.T) {
		f, end, _ := playing(t, poker.Rules{}, games.Options{"turn": "30"})
		line := f.Session().Line
		time.Sleep(35 * time.Second)
		synctest.Wait()
		require.Equal(t, "clock ", f.written(line)[0])
		require.Equal(t, 1, f.said.reminded)
		f.Close()
		require.Equal(t, PlayedOut, <-end)
	})
}

// Where nobody knows whether the last line is written, nothing is played before the
// journal has been read again.
func TestAnUnknownOutcomeIsReconciled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, end, turn := playing(t, poker.Rules{}, games.Options{"turn": "30"})
		line := f.Session().Line
		f.journal.fail(fmt.Errorf("%w: %w", store.ErrTrouble, store.ErrOutcomeUnknown))
		f.Put(f.word(turn, "check"))
		synctest.Wait()
		require.True(t, f.Session().OutcomeUnknown)
		require.Equal(t, "table.outcome_unknown", f.said.last().Phrase.Key)
		f.journal.fail(nil)
		f.Put(f.word(turn, "check"))
		synctest.Wait()
		require.False(t, f.Session().OutcomeUnknown)
		require.Equal(t, Played, f.said.last().Verdict)
		require.Greater(t, f.Session().Line, line)
		require.NotEmpty(t, f.written(line))
		f.Close()
		<-end
	})
}

// A table whose channel is gone is closed by the dealer, so that everybody keeps what
// is theirs; where the disk fails that is tried again. Nobody is told.
func TestATableWithoutItsChannelCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, end, _ := playing(t, poker.Rules{}, nil)
		f.journal.fail(store.ErrTrouble)
		f.Order(ChannelGone{})
		time.Sleep(time.Second)
		synctest.Wait()
		require.False(t, f.Session().Over())
		f.journal.fail(nil)
		require.Equal(t, Vanished, <-end)
		require.True(t, f.said.muted)
		lines := f.written(0)
		require.Equal(t, "dealer end", lines[len(lines)-1])
		require.False(t, f.Put(f.word(ann, "check")))
	})
}

// What comes a second time after a start was played before it: whoever made it hears
// that, and nothing of the table as it stands by now.
func TestWhatStandsInTheJournalIsNotJudgedAgain(t *testing.T) {
	f := lay(t, classic.Rules{}, nil)
	require.Equal(t, Played, f.says(ann, "join").Verdict)
	w := f.word(ann, "start")
	w.Door, w.Source = Slash, "i77"
	f.take(w)
	f.load()
	line := f.Session().Line
	f.take(w)
	require.Equal(t, Answer{Verdict: Played}, f.said.last())
	require.Equal(t, line, f.Session().Line)
}

// A dealer who cannot deal is a broken invariant: that table stops, with what is written.
func TestABrokenInvariantStopsTheTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, end, _ := playing(t, classic.Rules{}, nil)
		f.Chance = noChance{}
		line := f.Session().Line
		f.Put(f.word(ann, f.set()))
		require.Equal(t, Broken, <-end)
		require.Contains(t, f.said.heard(), "table.stopped")
		require.False(t, f.Put(f.word(ann, f.set())), "nothing comes in any more")
		require.Empty(t, f.written(line))
	})
}

type noChance struct{}

func (noChance) Draw(games.Owed) ([]cards.Card, error) { return nil, errors.New("no cards") }

// Who has moved since the clock was last looked at was heard: that time is not lost.
func TestTimeInWhichSomebodyMovedIsNotLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, end, turn := playing(t, poker.Rules{}, games.Options{"turn": "30"})
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

// Time that a line says was lost is not lost once more: what the clock has noted may be older than that line.
func TestTimeThatIsALineIsNotLostAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, end, _ := playing(t, poker.Rules{}, games.Options{"turn": "30"})
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

// A process that stood still reads what was said meanwhile before its clock goes on: such a
// move is ahead of the clock, and no time before it is lost.
func TestTimeBeforeAMoveThatIsAheadIsNotLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, end, turn := playing(t, poker.Rules{}, games.Options{"turn": "30"})
		time.Sleep(10 * time.Second)
		looked, stood := time.Now(), 4*time.Second
		behind := stood
		f.Table.Now = func() time.Time { return time.Now().Add(stood - behind) } // it woke just now
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
