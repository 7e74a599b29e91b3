package table

import (
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

// A table remembers at most eight of its past states, and each of them for at most a minute.
func TestPastTablesAreBounded(t *testing.T) {
	start := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	var s Session
	for i := range 12 {
		s.past = s.past.add(&pastTable{changedAt: start.Add(time.Duration(i) * time.Second)})
	}
	require.Len(t, s.past, 8)
	require.Equal(t, start.Add(4*time.Second), s.past[0].changedAt)
	s.past = s.past.add(&pastTable{changedAt: start.Add(65 * time.Second)})
	require.Equal(t, start.Add(5*time.Second), s.past[0].changedAt, "states that are less than a minute old are kept")
	s.past = s.past.add(&pastTable{changedAt: start.Add(66*time.Second + time.Millisecond)})
	require.Equal(t, start.Add(7*time.Second), s.past[0].changedAt)
}

// A player whose claim comes too late is told by how much, unless both claims came at the same moment. The others are
// told only once. A message that is delivered again gets no answer.
func TestLateClaimerReadsTheMargin(t *testing.T) {
	for by, want := range map[time.Duration][2]string{
		0:                      {"table.was_first", "table.same_set"},
		-time.Millisecond:      {"table.was_first", "table.same_set"},
		300 * time.Millisecond: {"table.beaten", "table.behind"},
	} {
		f := newTable(t, classic.Rules{}, nil)
		f.answerTo(ann, "join")
		f.answerTo(bob, "join")
		f.answerTo(ann, "start")
		taken := f.word(ann, f.set())
		late := f.word(bob, taken.Words)
		late.At = taken.At.Add(by)
		f.take(taken)
		f.outlet.locked(func() { f.outlet.messages = nil })
		f.take(late)
		require.Equal(t, TooLate, f.outlet.lastAnswer().Verdict)
		require.Equal(t, want[0], f.outlet.lastAnswer().Phrase.Key, "%s", by)
		require.Equal(t, []string{want[1]}, f.outlet.allMessages(), "%s", by)
		f.take(late)
		require.Equal(t, []string{want[1]}, f.outlet.allMessages(), "announced only once")
		f.take(taken)
		require.Equal(t, Silence, f.outlet.lastAnswer().Verdict, "the message was delivered twice")
		again := f.word(ann, taken.Words)
		again.At = taken.At
		f.take(again)
		require.Equal(t, "table.yours_already", f.outlet.lastAnswer().Phrase.Key)
	}
}

// Moves typed by a user without a seat count as talk unless they are addressed to the table. The table answers a move
// that is addressed to it, and tells a player who has left that they can no longer move.
func TestMovesWithoutASeat(t *testing.T) {
	f := newTable(t, poker.Rules{}, games.Options{"stack": "20"})
	for _, p := range []ids.User{ann, bob} {
		_, err := f.journal.Welcome(t.Context(), 1, p, 100, f.at)
		require.NoError(t, err)
	}
	f.answerTo(ann, "join")
	require.Equal(t, Silence, f.answerTo(bob, "check").Verdict)
	require.Equal(t, Silence, f.answerTo(bob, "bet 2").Verdict)
	require.Equal(t, "table.sit_first", f.answerTo(bob, "/bet 2").Phrase.Key)
	require.Equal(t, "table.dealer_only", func() string {
		f.take(f.pressWord(ann, "deal 1SRD"))
		return f.outlet.lastAnswer().Phrase.Key
	}())
	require.Equal(t, Silence, f.answerTo(ann, "end").Verdict, "typed, 'end' is talk even from a player who may end the game")
	require.Equal(t, "table.may_not_end", f.answerTo(bob, "/end").Phrase.Key)
	f.answerTo(bob, "join")
	require.Equal(t, Silence, f.answerTo(bob, "leave").Verdict)
	f.answerTo(bob, "/leave")
	require.Equal(t, "table.has_left", f.answerTo(bob, "/bet 2").Phrase.Key)
	require.Equal(t, Silence, f.answerTo(bob, "bet 2").Verdict)
	require.Equal(t, Silence, f.answerTo(bob, "check").Verdict)
}

// A button that was drawn before cards moved does nothing, unless it is for joining or leaving.
func TestOutdatedButtonPlaysNothing(t *testing.T) {
	f := newTable(t, classic.Rules{}, nil)
	f.answerTo(ann, "join")
	f.answerTo(ann, "start")
	before := f.Session().Line
	none := f.pressWord(ann, "none")
	f.answerTo(ann, f.set())
	none.Sight.Line = before
	f.take(none)
	require.Equal(t, "table.stale", f.outlet.lastAnswer().Phrase.Key)
	join := f.pressWord(bob, "join")
	join.Sight.Line = before
	f.take(join)
	require.Equal(t, Played, f.outlet.lastAnswer().Verdict)
	claim := f.pressWord(ann, f.set())
	claim.Sight.Line, claim.Door = before, Modal
	f.take(claim)
	require.Equal(t, Played, f.outlet.lastAnswer().Verdict, "a form names the cards itself")
}

// The table records a name that comes from a Discord event. A name from a REST response doesn't replace it.
func TestNamesFromEventsAreKept(t *testing.T) {
	f := newTable(t, classic.Rules{}, nil)
	say := func(name, raw, words string) string {
		w := f.word(ann, words)
		w.Who.Name, w.Who.Raw = name, raw
		f.take(w)
		return f.Session().Name(1)
	}
	require.Equal(t, "Ann", say("Ann", "Ann", "join"))
	require.Equal(t, "Annie", say("Annie", "Annie", "start"))
	require.Equal(t, "Annie", say("ann_on_rest", "", f.set()))
}

// A table is closed once everyone has left it, because an open table would keep its channel occupied.
func TestEmptyTableIsClosed(t *testing.T) {
	f := newTable(t, classic.Rules{}, nil)
	require.False(t, f.Session().View().IsDeserted(), "nobody has joined yet")
	f.answerTo(ann, "join")
	f.answerTo(bob, "join")
	f.answerTo(ann, "start")
	f.answerTo(ann, "/leave")
	require.False(t, f.Session().Over())
	f.answerTo(bob, "/leave")
	require.True(t, f.Session().Over())
	require.False(t, f.Session().View().IsDeserted(), "the game is over")
}

// A turn that is shorter than shortestReminded has no reminder. In a longer turn, the reminder comes when half of the
// time has passed.
func TestShortTurnsHaveNoReminder(t *testing.T) {
	for turn, times := range map[string]int{"17": 0, "18": 1} {
		synctest.Test(t, func(t *testing.T) {
			f, _, _ := runningTable(t, poker.Rules{}, games.Options{"turn": turn})
			deadline := f.Session().Course.Deadline()
			f.outlet.reminded = 0
			c := clock{}
			c.wait(f.Session(), deadline.Add(-mustSeconds(t, turn)))
			require.Equal(t, times == 1, !c.remindAt.IsZero(), turn)
			if times == 1 {
				require.Equal(t, deadline.Add(-9*time.Second), c.remindAt)
			}
			f.Close()
		})
	}
}

func mustSeconds(t *testing.T, text string) time.Duration {
	d, err := time.ParseDuration(text + "s")
	require.NoError(t, err)
	return d
}

// A failed write is retried after one second, then two, then four, up to a minute. Players are told about it only
// once.
func TestRetryPausesGrow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newTable(t, classic.Rules{}, nil)
		var pauses []time.Duration
		var firsts []bool
		for range 8 {
			firsts = append(firsts, f.tryLater("a line", store.ErrTrouble))
			pauses = append(pauses, f.clock.pause)
			require.Equal(t, f.Now().Add(f.clock.pause), f.clock.retryAt)
		}
		const s = time.Second
		require.Equal(t, []time.Duration{s, 2 * s, 4 * s, 8 * s, 16 * s, 32 * s, 60 * s, 60 * s}, pauses)
		require.Equal(t, []bool{true, false, false, false, false, false, false, false}, firsts)
	})
}
