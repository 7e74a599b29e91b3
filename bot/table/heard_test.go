package table

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/classic"
	"settable/games/poker"
	"settable/store"
)

// message is something typed that has a number.
func (f *felt) message(n int64, who store.PlayerID, words string) Word {
	w := f.word(who, words)
	w.Message = n
	return w
}

// pressed returns a move that is no message.
func (f *felt) pressed(who store.PlayerID, words string) Word {
	w := f.word(who, "/"+words)
	w.Door, w.Sight = Button, Sight{f.Session().Row.ID, f.Session().Line}
	w.Source = "i" + w.Source
	return w
}

// kept returns the newest message that the store has as judged.
func (f *felt) kept() int64 {
	type tables interface {
		Table(context.Context, store.TableID) (store.Table, error)
	}
	row, err := f.journal.Journal.(tables).Table(context.Background(), f.Session().Row.ID)
	require.NoError(f.t, err)
	return row.Heard
}

// TestWhatIsAnsweredIsKept: a refusal is kept by itself, a played move by its source
// alone; talk is not judged, and what was answered by silence goes with the next line.
func TestWhatIsAnsweredIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := lay(t, classic.Rules{}, nil)
		f.take(f.message(10, ann, "join"))
		require.Zero(t, f.kept(), "its line says so")
		f.take(f.message(11, ann, "join"))
		require.Equal(t, Refused, f.said.last().Verdict)
		require.EqualValues(t, 11, f.kept())
		f.take(f.message(9, ann, "join"))
		require.EqualValues(t, 11, f.kept(), "it never goes down")

		f.take(f.message(12, bob, "what a night"))
		require.EqualValues(t, 11, f.kept(), "talk")
		meant := f.message(13, bob, "what a night")
		meant.Door = Mention
		f.take(meant)
		require.Equal(t, NoMove, f.said.last().Verdict)
		require.EqualValues(t, 13, f.kept())

		f.take(f.message(14, bob, "start"))
		require.Equal(t, Silence, f.said.last().Verdict, "a word of somebody who does not sit here")
		require.EqualValues(t, 13, f.kept())
		f.take(f.pressed(ann, "start"))
		require.Equal(t, Played, f.said.last().Verdict)
		require.EqualValues(t, 14, f.kept(), "with the next line")

		f.take(f.message(15, bob, "start"))
		require.EqualValues(t, 14, f.kept())
		f.Close()
		f.Run()
		require.EqualValues(t, 15, f.kept(), "with a clean stop")
	})
}

// TestWhatCannotBeKeptIsNotAnswered: who is refused while the disk takes nothing hears of
// the disk.
func TestWhatCannotBeKeptIsNotAnswered(t *testing.T) {
	f := lay(t, classic.Rules{}, nil)
	f.take(f.message(10, ann, "join"))
	f.journal.fail(store.ErrTrouble)
	f.take(f.message(11, ann, "join"))
	require.Equal(t, "table.disk_fails", f.said.last().Phrase.Key)
	f.journal.fail(nil)
	f.take(f.message(12, ann, "join"))
	require.NotEqual(t, "table.disk_fails", f.said.last().Phrase.Key)
	require.EqualValues(t, 12, f.kept())
}

// TestASourceIsOnWhatComesOfIt: a line of time that did not count stands before a move
// and has none; what the dealer closes for somebody has theirs.
func TestASourceIsOnWhatComesOfIt(t *testing.T) {
	f := lay(t, poker.Rules{}, games.Options{"stack": "20"})
	for _, p := range []store.PlayerID{ann, bob} {
		_, err := f.journal.Welcome(t.Context(), 1, p, 100, f.at)
		require.NoError(t, err)
		f.says(p, "join")
	}
	f.says(ann, "start")
	line := f.Session().Line
	f.change(func(s *Session) { s.HaltedSince = f.at })
	turn := f.Session().Thinkers()[0]
	check, end := f.word(turn, "check"), f.word(ann, "/end")
	f.take(check)
	f.change(func(s *Session) { s.HaltedSince = time.Time{} })
	f.take(end)
	lines, err := f.journal.Lines(t.Context(), f.Session().Row.ID)
	require.NoError(t, err)
	sources := map[string]store.Source{}
	for _, l := range lines[line:] {
		sources[verbOf(mustParse(t, l.Words))] = l.Source
	}
	require.Equal(t, map[string]store.Source{"away": "", "check": check.Source, "last": end.Source}, sources)
}

func mustParse(t *testing.T, words string) games.Move {
	m, ok := poker.Rules{}.Parse(words)
	require.True(t, ok, words)
	return m
}
