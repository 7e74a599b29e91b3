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
	"settable/store/ids"
)

// typedMessage returns a typed Word with a message id.
func (f *testTable) typedMessage(n ids.Message, who ids.User, words string) Word {
	w := f.word(who, words)
	w.Message = n
	return w
}

// pressWord returns a Word that comes from a button and has no message id.
func (f *testTable) pressWord(who ids.User, words string) Word {
	w := f.word(who, "/"+words)
	w.Door, w.Sight = Button, Sight{f.Session().Row.ID, f.Session().Line}
	w.Source = "i" + w.Source
	return w
}

// storedMessage returns the newest judged message in the store.
func (f *testTable) storedMessage() ids.Message {
	type tables interface {
		Table(context.Context, store.TableID) (store.Table, error)
	}
	row, err := f.journal.Journal.(tables).Table(context.Background(), f.Session().Row.ID)
	require.NoError(f.t, err)
	return row.LastJudged
}

// The id of a refused message is stored on its own, and that of a played message only as the source of its line. Talk
// isn't recorded as judged. If the table gives a message no answer, the id is stored with the next line.
func TestAnsweredMessagesAreStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newTable(t, classic.Rules{}, nil)
		f.take(f.typedMessage(10, ann, "join"))
		require.Zero(t, f.storedMessage(), "the line has the id as its source")
		f.take(f.typedMessage(11, ann, "join"))
		require.Equal(t, Refused, f.outlet.lastAnswer().Verdict)
		require.EqualValues(t, 11, f.storedMessage())
		f.take(f.typedMessage(9, ann, "join"))
		require.EqualValues(t, 11, f.storedMessage(), "the newest id never decreases")

		f.take(f.typedMessage(12, bob, "what a night"))
		require.EqualValues(t, 11, f.storedMessage(), "talk")
		meant := f.typedMessage(13, bob, "what a night")
		meant.Door = Mention
		f.take(meant)
		require.Equal(t, NoMove, f.outlet.lastAnswer().Verdict)
		require.EqualValues(t, 13, f.storedMessage())

		f.take(f.typedMessage(14, bob, "start"))
		require.Equal(t, Silence, f.outlet.lastAnswer().Verdict, "typed by a user without a seat")
		require.EqualValues(t, 13, f.storedMessage())
		f.take(f.pressWord(ann, "start"))
		require.Equal(t, Played, f.outlet.lastAnswer().Verdict)
		require.EqualValues(t, 14, f.storedMessage(), "stored with the next line")

		f.take(f.typedMessage(15, bob, "start"))
		require.EqualValues(t, 14, f.storedMessage())
		f.Close()
		f.Run()
		require.EqualValues(t, 15, f.storedMessage(), "stored at a clean stop")
	})
}

// If the disk fails, a player whose move the rules refuse is told about the disk failure instead of the refusal.
func TestUnstoredMessageIsNotAnswered(t *testing.T) {
	f := newTable(t, classic.Rules{}, nil)
	f.take(f.typedMessage(10, ann, "join"))
	f.journal.fail(store.ErrTrouble)
	f.take(f.typedMessage(11, ann, "join"))
	require.Equal(t, "table.disk_fails", f.outlet.lastAnswer().Phrase.Key)
	f.journal.fail(nil)
	f.take(f.typedMessage(12, ann, "join"))
	require.NotEqual(t, "table.disk_fails", f.outlet.lastAnswer().Phrase.Key)
	require.EqualValues(t, 12, f.storedMessage())
}

// A line that records lost time before a move has no source. If the dealer closes the table because of a player's
// move, the line has that move as its source.
func TestSourceOfResultingLines(t *testing.T) {
	f := newTable(t, poker.Rules{}, games.Options{"stack": "20"})
	for _, p := range []ids.User{ann, bob} {
		_, err := f.journal.Welcome(t.Context(), 1, p, 100, f.at)
		require.NoError(t, err)
		f.answerTo(p, "join")
	}
	f.answerTo(ann, "start")
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
