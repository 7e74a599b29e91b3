package table

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// refuse makes a move while the disk fails, which stops the clock.
func (f *testTable) refuse(who ids.User, words string) {
	f.t.Helper()
	f.journal.fail(store.ErrTrouble)
	require.Equal(f.t, Refused, f.answerTo(who, words).Verdict)
	f.journal.fail(nil)
}

// While writes fail, time counts as lost only if a turn clock is running. In that case all time until the next
// successful write is lost, no matter when the move was sent.
func TestTimeLostToTheDisk(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	line := f.Session().Line
	f.refuse(ann, f.set())
	f.change(func(s *Session) { s.HaltedSince = s.HaltedSince.Add(-time.Minute) })
	p := f.Session().Plan(f.word(ann, f.set()), f.moment())
	require.NotEqual(t, games.Clock, p.Entry.Played[0].Line.Seat)
	f.retry()
	require.Empty(t, f.linesAfter(line), "no lost time and no cards were owed")
	require.False(t, f.Session().diskRefuses)
	require.Zero(t, f.Session().HaltedSince)

	f = newStage(t, "poker", "ann join, bob join, ann start", "turn=30")
	line = f.Session().Line
	turn := f.playerNamed("turn")
	f.refuse(turn, "check")
	f.change(func(s *Session) { s.HaltedSince = s.HaltedSince.Add(-time.Minute) })
	w := f.word(turn, "check")
	w.At = f.Session().HaltedSince.Add(-time.Second) // typed before the disk failed
	first, _ := f.Session().Rules.Parse(f.Session().Plan(w, f.moment()).Entry.Played[0].Line.Words)
	away, is := first.(games.LostTime)
	require.True(t, is)
	require.GreaterOrEqual(t, away.For, time.Minute)
	f.retry()
	require.Equal(t, []string{"clock away"}, f.linesAfter(line))
	require.GreaterOrEqual(t, f.Session().Course.Lost, time.Minute)
}

// Lost time is recorded in whole milliseconds, and only while a game is being played.
func TestLostTime(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join", "turn=30")
	require.Empty(t, f.Session().House(f.moment(), time.Minute).Entry.Played)
	f.answerTo(ann, "start")
	p := f.Session().House(f.moment(), time.Second+400*time.Microsecond)
	require.Equal(t, games.LostTime{For: time.Second}.String(), p.Entry.Played[0].Line.Words)
}

// If the line that records an outage can't be written, the clock stays stopped and the line is written later. Players
// are told that cards will come late only if the dealer owes any.
func TestOutageThatCannotBeWritten(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "turn=30")
	line := f.Session().Line
	since := time.Now().Add(-10 * time.Minute)
	f.change(func(s *Session) { s.HaltedSince = since })
	f.journal.fail(store.ErrTrouble)
	f.resume(Resume{})
	require.WithinDuration(t, since, f.Session().HaltedSince, time.Minute)
	require.NotContains(t, f.outlet.allMessages(), "table.cards_late")
	f.journal.fail(nil)
	f.retry()
	require.Equal(t, []string{"clock away"}, f.linesAfter(line))
	require.GreaterOrEqual(t, f.Session().Course.Lost, 9*time.Minute)

	f = newStage(t, "classic", "ann join") // not started, so there is nothing to write
	f.change(func(s *Session) { s.diskRefuses, s.HaltedSince = true, since })
	f.resume(Resume{})
	require.NotZero(t, f.Session().HaltedSince, "failed writes still stop the clock")
}

// Players are told once about all events since the last line that they have seen. If there are none, nothing is shown.
func TestPendingNewsIsToldOnce(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join")
	f.row.Shown = f.Session().Line - 1
	f.load()
	require.Len(t, f.untoldEvents, 1, "the last line")
	f.outlet.locked(func() { f.outlet.messages = nil })
	f.resume(Resume{})
	told, shown := f.outlet.allMessages(), f.outlet.shows()
	require.Len(t, told, 1)
	f.resume(Resume{})
	require.Equal(t, told, f.outlet.allMessages())
	require.Equal(t, shown, f.outlet.shows())
	f.untoldEvents = f.Session().Plan(f.word(bob, "/leave"), f.moment()).Answer.Events[:1]
	f.reload()
	require.Len(t, f.outlet.allMessages(), 2)
	f.reload()
	require.Len(t, f.outlet.allMessages(), 2, "the table has already told these events")
}

// If another process has added lines to its journal, the table reads the journal again. If the journal says that the
// table is over, the table ends without scheduling a retry.
func TestTableBehindItsJournal(t *testing.T) {
	for cause, over := range map[error]bool{store.ErrStale: false, store.ErrOver: true} {
		f := newStage(t, "classic", "ann join, bob join, ann start")
		shown := f.Session().Row.Shown
		require.False(t, f.tryLater("a line", cause))
		require.Zero(t, f.clock.retryAt)
		require.Equal(t, over, f.Session().Over())
		require.Equal(t, shown, f.Session().Row.Shown)
	}
	f := newStage(t, "classic", "ann join, bob join, ann start")
	f.journal.fail(store.ErrOver)
	f.vanish()
	require.True(t, f.Session().isClosed, "another process has closed it")
	f.vanish()
	require.Zero(t, f.clock.retryAt, "no retry is scheduled")
}

// If the line that records lost time has an unknown commit outcome, that time isn't counted twice.
func TestOutageWithUnknownOutcome(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "turn=30")
	since := time.Now().Add(-time.Minute)
	f.change(func(s *Session) { s.HaltedSince = since })
	p := f.Session().House(f.moment(), time.Minute)
	require.NoError(t, f.journal.Append(context.Background(), p.Entry))
	f.reload()
	require.Equal(t, since.Add(time.Minute), f.Session().HaltedSince)
}

// uncertainJournal is a journal that writes all entries but reports the commit outcome of one of them as unknown.
type uncertainJournal struct {
	Journal
	entries int
}

func (u *uncertainJournal) Append(ctx context.Context, e store.Entry) error {
	err := u.Journal.Append(ctx, e)
	if u.entries--; u.entries == 0 {
		return errors.Join(store.ErrTrouble, store.ErrOutcomeUnknown)
	}
	return err
}

// If a line with an unknown commit outcome turns out to be written, the next move takes it into account. Talk doesn't
// make the table read its journal.
func TestMoveAfterAnUnknownOutcome(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start")
	f.journal.Journal = &uncertainJournal{f.journal.Journal, 1}
	first := f.playerNamed("turn")
	second := map[ids.User]ids.User{ann: bob, bob: ann}[first]
	require.Equal(t, "table.outcome_unknown", f.answerTo(first, "check").Phrase.Key)
	require.Equal(t, Silence, f.answerTo(eve, "check").Verdict)
	nothing := f.wordVia(Mention, eve, "what a night")
	f.take(nothing)
	require.Equal(t, NoMove, f.outlet.lastAnswer().Verdict)
	require.True(t, f.Session().OutcomeUnknown)
	require.Equal(t, Played, f.answerTo(second, "check").Verdict)
}

// The id of a judged message is stored only once, either with a line or on its own.
func TestJudgedMessageIsStoredOnce(t *testing.T) {
	f := newStage(t, "classic", "ann join")
	f.take(f.typedMessage(20, ann, "join"))
	require.Equal(t, Refused, f.outlet.lastAnswer().Verdict)
	require.Zero(t, f.judged.unsaved(0))
	f.take(f.typedMessage(21, bob, "join"))
	require.Equal(t, Played, f.outlet.lastAnswer().Verdict)
	require.Zero(t, f.judged.unsaved(0))
	many := make([]store.Line, 100)
	for i := range many {
		many[i].Source = store.Source(rune('a' + i))
	}
	require.Len(t, newestSources(many), mostSources)
}
