package table

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/classic"
	"settable/games/gamestest"
	"settable/games/poker"
	"settable/store"
)

const (
	ann = store.PlayerID(71)
	cid = store.PlayerID(73)
	bob = store.PlayerID(72)
)

// A word is read once. A game goes on once for each line, and once more for a claim
// that may have been late, on the table as it was; the dealer draws once a deal.
func TestAWordIsWorkedOutOnce(t *testing.T) {
	f := lay(t, classic.Rules{}, nil)
	f.says(ann, "join")
	f.says(cid, "join")
	for _, c := range []struct {
		who    store.PlayerID
		words  string
		lines  []string
		judged int // beside the lines
		answer Verdict
	}{
		{ann, "start", []string{"1 start", "dealer deal"}, 0, Played},
		{bob, "", []string{"3 join", "3 set", "dealer deal"}, 0, Played}, // a right claim by a stranger
		{ann, "again", nil, 2, TooLate},                                  // the same set, a second later
		{ann, "set a b", nil, 0, Silence},
		{ann, "away", []string{"1 away"}, 0, Played},
		{ann, "none", []string{"1 back"}, 1, Refused}, // it is not asked for here, but she is back
		{bob, "/leave", []string{"3 leave"}, 0, Played},
		{ann, "/leave", []string{"1 leave"}, 0, Played}, // the last one left wins
	} {
		words := c.words
		switch words {
		case "":
			words = f.set()
		case "again":
			words = f.latest
		}
		f.latest = words
		line := f.Session().Line
		f.parsed, f.applied, f.drawn = 0, 0, 0
		require.Equal(t, c.answer, f.says(c.who, words).Verdict, words)
		require.Equal(t, 1, f.parsed, "%s is read once", words)
		require.Equal(t, c.lines, f.written(line), words)
		require.Equal(t, len(c.lines)+c.judged, f.applied, "%s is applied once a line", words)
		deals := 0
		for _, l := range c.lines {
			if l == "dealer deal" {
				deals++
			}
		}
		require.Equal(t, deals, f.drawn, words)
	}
	require.True(t, f.Session().Over())
}

// A claim that may have been late is judged once more on each table that its caller may still have seen: the
// one before this set was taken, and the one before that.
func TestALateClaimIsJudgedOnEachTableItsCallerMaySee(t *testing.T) {
	f := lay(t, classic.Rules{}, nil)
	for _, who := range []store.PlayerID{ann, bob, cid} {
		f.says(who, "join")
	}
	f.says(ann, "start")
	first := f.set()
	f.says(ann, first)
	second := f.set()
	f.says(bob, second)
	late := f.word(cid, first)
	late.At = late.At.Add(-time.Second / 2)
	f.applied = 0
	f.take(late)
	require.Equal(t, TooLate, f.said.last().Verdict)
	require.Equal(t, 3, f.applied, "as the table is, before the second set was taken, and before the first was")
}

// A plan changes nothing, neither the session nor the journal, and can be thrown away.
func TestAPlanIsWithoutEffect(t *testing.T) {
	gamestest.Unraced(t)
	f := lay(t, classic.Rules{}, nil)
	f.says(ann, "join")
	f.says(ann, "start")
	s, w := f.Session(), f.word(bob, f.set())
	before := s.Course.Game.State(games.Seat.String)
	one, two := s.Plan(w, f.moment()), s.Plan(w, f.moment())
	require.Len(t, one.Lines, 3)
	require.Equal(t, len(one.Lines), len(two.Lines))
	require.Equal(t, before, s.Course.Game.State(games.Seat.String))
	require.Len(t, s.Seats, 1)
	require.Equal(t, s.Line, f.Session().Line)
	require.Len(t, f.written(0), s.Line)
	after := s.Adopt(one, time.Now())
	require.Equal(t, s.Line+3, after.Line)
	require.Len(t, after.Seats, 2)
}

// Nothing is told before it is written. What the disk refuses changes nothing but the
// clock, which stands still; the time until it takes lines again is a line of the move
// that follows.
func TestWhatCannotBeWrittenIsNotTold(t *testing.T) {
	f := lay(t, poker.Rules{}, games.Options{"stack": "20"})
	for _, p := range []store.PlayerID{ann, bob} {
		_, err := f.journal.Welcome(t.Context(), 1, p, 100, f.at)
		require.NoError(t, err)
		f.says(p, "join")
	}
	f.says(ann, "start")
	line, shown := f.Session().Line, f.said.shows()
	f.journal.fail(store.ErrTrouble)
	turn := f.Session().Thinkers()
	require.Len(t, turn, 1)
	for range 2 {
		require.Equal(t, Refused, f.says(turn[0], "check").Verdict)
	}
	require.Equal(t, shown, f.said.shows(), "nothing is shown")
	require.Equal(t, line, f.Session().Line)
	require.False(t, f.Session().HaltedSince.IsZero(), "nobody's time runs out while their moves are refused")
	f.journal.fail(nil)
	f.change(func(s *Session) { s.HaltedSince = s.HaltedSince.Add(-time.Minute) })
	require.Equal(t, Played, f.says(turn[0], "check").Verdict)
	require.Equal(t, []string{"clock away", f.Session().Seats[turn[0]].String() + " check"}, f.written(line)[:2])
	require.True(t, f.Session().HaltedSince.IsZero())
}

// While Discord is out of reach the clock stands still: a move that comes all the same
// is as early as it was then.
func TestTimeThatDidNotCountIsALineOfThePlan(t *testing.T) {
	f := lay(t, classic.Rules{}, nil)
	f.says(ann, "join")
	f.says(ann, "start")
	s := f.Session()
	s.HaltedSince = f.at
	w := f.word(ann, f.set())
	p := s.Plan(w, f.moment())
	require.Equal(t, games.Away{For: w.At.Sub(s.HaltedSince)}, p.Lines[0].Action.Move)
	require.Equal(t, games.Clock, p.Lines[0].Action.Seat)
	s.HaltedSince = w.At
	require.NotEqual(t, games.Clock, s.Plan(w, f.moment()).Lines[0].Action.Seat, "said before the clock stopped")
}

// A claim on cards that somebody else has just taken costs nothing, but not for ever: who
// speaks after the grace has seen that they are gone.
func TestGraceHasAnEnd(t *testing.T) {
	gamestest.Unraced(t)
	for after, forgiven := range map[time.Duration]bool{
		0: true, 1900 * time.Millisecond: true, 2100 * time.Millisecond: false, time.Minute: false,
	} {
		f := lay(t, classic.Rules{}, nil)
		f.says(ann, "join")
		f.says(bob, "join")
		f.says(ann, "start")
		set := f.set()
		f.at = time.Now().Add(time.Minute) // behind the moment at which the table knew it
		taken := f.word(ann, set)
		f.take(taken)
		require.Equal(t, Played, f.said.last().Verdict)
		late := f.word(bob, set)
		late.At = taken.At.Add(after)
		f.take(late)
		require.Equal(t, forgiven, f.said.last().Verdict == TooLate, "%s: %+v", after, f.said.last())
	}
}
