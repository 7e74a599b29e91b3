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
)

// TestFormerTablesAreForgotten: eight of them, and none older than a minute.
func TestFormerTablesAreForgotten(t *testing.T) {
	start := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	var s Session
	for i := range 12 {
		s.past = s.past.add(&pastTable{changedAt: start.Add(time.Duration(i) * time.Second)})
	}
	require.Len(t, s.past, 8)
	require.Equal(t, start.Add(4*time.Second), s.past[0].changedAt)
	s.past = s.past.add(&pastTable{changedAt: start.Add(65 * time.Second)})
	require.Equal(t, start.Add(5*time.Second), s.past[0].changedAt, "a minute is not too long")
	s.past = s.past.add(&pastTable{changedAt: start.Add(66*time.Second + time.Millisecond)})
	require.Equal(t, start.Add(7*time.Second), s.past[0].changedAt)
}

// TestWhoeverIsBeatenHearsByHowMuch: a margin where there is one; the same moment is the
// same set; and the same message twice is said to nobody.
func TestWhoeverIsBeatenHearsByHowMuch(t *testing.T) {
	for by, want := range map[time.Duration][2]string{
		0:                      {"table.was_first", "table.same_set"},
		-time.Millisecond:      {"table.was_first", "table.same_set"},
		300 * time.Millisecond: {"table.beaten", "table.behind"},
	} {
		f := lay(t, classic.Rules{}, nil)
		f.says(ann, "join")
		f.says(bob, "join")
		f.says(ann, "start")
		taken := f.word(ann, f.set())
		late := f.word(bob, taken.Words)
		late.At = taken.At.Add(by)
		f.take(taken)
		f.said.note(func() { f.said.told = nil })
		f.take(late)
		require.Equal(t, TooLate, f.said.last().Verdict)
		require.Equal(t, want[0], f.said.last().Phrase.Key, "%s", by)
		require.Equal(t, []string{want[1]}, f.said.heard(), "%s", by)
		f.take(late)
		require.Equal(t, []string{want[1]}, f.said.heard(), "everybody hears it once")
		f.take(taken)
		require.Equal(t, Silence, f.said.last().Verdict, "the same message")
		again := f.word(ann, taken.Words)
		again.At = taken.At
		f.take(again)
		require.Equal(t, "table.yours_already", f.said.last().Phrase.Key)
	}
}

// TestWhoDoesNotSitHere: what they type is talk; a move that is meant gets an answer, and
// who has left hears that.
func TestWhoDoesNotSitHere(t *testing.T) {
	f := lay(t, poker.Rules{}, games.Options{"stack": "20"})
	for _, p := range []store.PlayerID{ann, bob} {
		_, err := f.journal.Welcome(t.Context(), 1, p, 100, f.at)
		require.NoError(t, err)
	}
	f.says(ann, "join")
	require.Equal(t, Silence, f.says(bob, "check").Verdict)
	require.Equal(t, Silence, f.says(bob, "bet 2").Verdict)
	require.Equal(t, "table.sit_first", f.says(bob, "/bet 2").Phrase.Key)
	require.Equal(t, "table.dealer_only", func() string {
		f.take(f.pressed(ann, "deal 1SRD"))
		return f.said.last().Phrase.Key
	}())
	require.Equal(t, Silence, f.says(ann, "end").Verdict, "she may, and it is talk")
	require.Equal(t, "table.may_not_end", f.says(bob, "/end").Phrase.Key)
	f.says(bob, "join")
	require.Equal(t, Silence, f.says(bob, "leave").Verdict)
	f.says(bob, "/leave")
	require.Equal(t, "table.has_left", f.says(bob, "/bet 2").Phrase.Key)
	require.Equal(t, Silence, f.says(bob, "bet 2").Verdict)
	require.Equal(t, Silence, f.says(bob, "check").Verdict)
}

// TestAnOldButtonMovesNothing: cards have moved since it was drawn; a seat is a seat.
func TestAnOldButtonMovesNothing(t *testing.T) {
	f := lay(t, classic.Rules{}, nil)
	f.says(ann, "join")
	f.says(ann, "start")
	before := f.Session().Line
	none := f.pressed(ann, "none")
	f.says(ann, f.set())
	none.Sight.Line = before
	f.take(none)
	require.Equal(t, "table.stale", f.said.last().Phrase.Key)
	join := f.pressed(bob, "join")
	join.Sight.Line = before
	f.take(join)
	require.Equal(t, Played, f.said.last().Verdict)
	claim := f.pressed(ann, f.set())
	claim.Sight.Line, claim.Door = before, Modal
	f.take(claim)
	require.Equal(t, Played, f.said.last().Verdict, "a form says itself which cards are meant")
}

// TestANameIsKeptAsDiscordSaysIt: what REST calls people is no news.
func TestANameIsKeptAsDiscordSaysIt(t *testing.T) {
	f := lay(t, classic.Rules{}, nil)
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

// TestATableThatEverybodyLeftIsClosed: else its channel were never free again.
func TestATableThatEverybodyLeftIsClosed(t *testing.T) {
	f := lay(t, classic.Rules{}, nil)
	require.False(t, f.Session().View().IsDeserted(), "nobody has come yet")
	f.says(ann, "join")
	f.says(bob, "join")
	f.says(ann, "start")
	f.says(ann, "/leave")
	require.False(t, f.Session().Over())
	f.says(bob, "/leave")
	require.True(t, f.Session().Over())
	require.False(t, f.Session().View().IsDeserted(), "it is over")
}

// TestShortTurnsAreNotReminded: from the shortest on they are, at half time.
func TestShortTurnsAreNotReminded(t *testing.T) {
	for turn, times := range map[string]int{"17": 0, "18": 1} {
		synctest.Test(t, func(t *testing.T) {
			f, _, _ := playing(t, poker.Rules{}, games.Options{"turn": turn})
			deadline := f.Session().Course.Deadline()
			f.said.reminded = 0
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

// TestPausesGrow: what can't be written is tried again after one second, two, four … up
// to a minute, and people are told once.
func TestPausesGrow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := lay(t, classic.Rules{}, nil)
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
