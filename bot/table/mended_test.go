package table

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
)

// refuse has the disk refuse a move, which stops the clock.
func (f *felt) refuse(who store.PlayerID, words string) {
	f.t.Helper()
	f.journal.fail(store.ErrTrouble)
	require.Equal(f.t, Refused, f.says(who, words).Verdict)
	f.journal.fail(nil)
}

// If no clock runs, no time is lost while the disk refuses lines. If one does, all
// the time until lines are taken again is lost, whenever the word was said.
func TestTimeThatTheDiskTook(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	line := f.Session().Line
	f.refuse(ann, f.set())
	f.change(func(s *Session) { s.HaltedSince = s.HaltedSince.Add(-time.Minute) })
	p := f.Session().Plan(f.word(ann, f.set()), f.moment())
	require.NotEqual(t, games.Clock, p.Lines[0].Action.Seat)
	f.retry()
	require.Empty(t, f.written(line), "nothing was owed")
	require.False(t, f.Session().diskRefuses)
	require.Zero(t, f.Session().HaltedSince)

	f = stage(t, "poker", "ann join, bob join, ann start", "turn=30")
	line = f.Session().Line
	turn := f.someone("turn")
	f.refuse(turn, "check")
	f.change(func(s *Session) { s.HaltedSince = s.HaltedSince.Add(-time.Minute) })
	w := f.word(turn, "check")
	w.At = f.Session().HaltedSince.Add(-time.Second) // typed before the disk failed
	away, is := f.Session().Plan(w, f.moment()).Lines[0].Action.Move.(games.Away)
	require.True(t, is)
	require.GreaterOrEqual(t, away.For, time.Minute)
	f.retry()
	require.Equal(t, []string{"clock away"}, f.written(line))
	require.GreaterOrEqual(t, f.Session().Course.Lost, time.Minute)
}

// Time is lost in whole milliseconds, as it is written, and only while a game is played.
func TestTimeThatIsLost(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join", "turn=30")
	require.Empty(t, f.Session().House(f.moment(), time.Minute).Lines)
	f.says(ann, "start")
	p := f.Session().House(f.moment(), time.Second+400*time.Microsecond)
	require.Equal(t, games.Away{For: time.Second}, p.Lines[0].Action.Move)
}

// If the disk refuses the line of an outage, the clock goes on standing still, and
// the line comes later. People are not told of late cards if none are owed.
func TestAnOutageThatCannotBeWritten(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "turn=30")
	line := f.Session().Line
	since := time.Now().Add(-10 * time.Minute)
	f.change(func(s *Session) { s.HaltedSince = since })
	f.journal.fail(store.ErrTrouble)
	f.resume(Resume{})
	require.WithinDuration(t, since, f.Session().HaltedSince, time.Minute)
	require.NotContains(t, f.said.heard(), "table.cards_late")
	f.journal.fail(nil)
	f.retry()
	require.Equal(t, []string{"clock away"}, f.written(line))
	require.GreaterOrEqual(t, f.Session().Course.Lost, 9*time.Minute)

	f = stage(t, "classic", "ann join") // not begun: nothing is to be written
	f.change(func(s *Session) { s.diskRefuses, s.HaltedSince = true, since })
	f.resume(Resume{})
	require.NotZero(t, f.Session().HaltedSince, "the disk keeps the clock yet")
}

// What people were not told yet is told once, from the line after the last one that
// they were shown. If there is nothing new, nothing is shown.
func TestWhatWasNotToldIsToldOnce(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join")
	f.row.Shown = f.Session().Line - 1
	f.load()
	require.Len(t, f.untoldEvents, 1, "the last line")
	f.said.note(func() { f.said.told = nil })
	f.resume(Resume{})
	told, shown := f.said.heard(), f.said.shows()
	require.Len(t, told, 1)
	f.resume(Resume{})
	require.Equal(t, told, f.said.heard())
	require.Equal(t, shown, f.said.shows())
	f.untoldEvents = []games.Event{eventsOf([]games.Step{f.step(bob, "/leave")})[0]}
	f.reload()
	require.Len(t, f.said.heard(), 2)
	f.reload()
	require.Len(t, f.said.heard(), 2, "what the table knew is no news")
}

// step returns what a move would do.
func (f *felt) step(who store.PlayerID, words string) games.Step {
	return f.Session().Plan(f.word(who, words), f.moment()).Lines[0].Step
}

// A journal that has grown without the table is read again. If it is over, the table
// ends and tries nothing later.
func TestATableBehindItsJournal(t *testing.T) {
	for cause, over := range map[error]bool{store.ErrStale: false, store.ErrOver: true} {
		f := stage(t, "classic", "ann join, bob join, ann start")
		shown := f.Session().Row.Shown
		require.False(t, f.tryLater("a line", cause))
		require.Zero(t, f.clock.retryAt)
		require.Equal(t, over, f.Session().Over())
		require.Equal(t, shown, f.Session().Row.Shown)
	}
	f := stage(t, "classic", "ann join, bob join, ann start")
	f.journal.fail(store.ErrOver)
	f.vanish()
	require.True(t, f.Session().isClosed, "another has closed it")
	f.vanish()
	require.Zero(t, f.clock.retryAt, "once is enough")
}

// If the line of unknown outcome says how long the clock stood, that time does not count twice.
func TestAnOutageWhoseLineIsUnknown(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "turn=30")
	since := time.Now().Add(-time.Minute)
	f.change(func(s *Session) { s.HaltedSince = since })
	p := f.Session().House(f.moment(), time.Minute)
	require.NoError(t, f.journal.Append(context.Background(), p.Entry()))
	f.reload()
	require.Equal(t, since.Add(time.Minute), f.Session().HaltedSince)
}

// unsure is a journal that writes one entry and does not know that it has.
type unsure struct {
	Journal
	entries int
}

func (u *unsure) Append(ctx context.Context, e store.Entry) error {
	err := u.Journal.Append(ctx, e)
	if u.entries--; u.entries == 0 {
		return errors.Join(store.ErrTrouble, store.ErrOutcomeUnknown)
	}
	return err
}

// If the line of unknown outcome is written after all, the next move is judged by
// it. Talk does not read the journal.
func TestAMoveAfterALineThatWasUnknown(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start")
	f.journal.Journal = &unsure{f.journal.Journal, 1}
	first := f.someone("turn")
	second := map[store.PlayerID]store.PlayerID{ann: bob, bob: ann}[first]
	require.Equal(t, "table.outcome_unknown", f.says(first, "check").Phrase.Key)
	require.Equal(t, Silence, f.says(eve, "check").Verdict)
	nothing := f.through(Mention, eve, "what a night")
	f.take(nothing)
	require.Equal(t, NoMove, f.said.last().Verdict)
	require.True(t, f.Session().OutcomeUnknown)
	require.Equal(t, Played, f.says(second, "check").Verdict)
}

// What was judged is kept once: with a line, or by itself.
func TestWhatWasJudgedIsKeptOnce(t *testing.T) {
	f := stage(t, "classic", "ann join")
	f.take(f.message(20, ann, "join"))
	require.Equal(t, Refused, f.said.last().Verdict)
	require.Zero(t, f.judged.unsaved(0))
	f.take(f.message(21, bob, "join"))
	require.Equal(t, Played, f.said.last().Verdict)
	require.Zero(t, f.judged.unsaved(0))
	many := make([]store.Line, 100)
	for i := range many {
		many[i].Source = store.Source(rune('a' + i))
	}
	require.Len(t, newestSources(many), mostSources)
}
