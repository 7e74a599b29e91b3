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
	"settable/store/ids"
)

const (
	ann = ids.User(71)
	cid = ids.User(73)
	bob = ids.User(72)
)

// Each move is parsed once, and the game applies each line once. A claim that might be late is applied once more, to
// the past table. The dealer draws once per deal.
func TestMoveIsPlannedOnce(t *testing.T) {
	f := newTable(t, classic.Rules{}, nil)
	f.answerTo(ann, "join")
	f.answerTo(cid, "join")
	for _, c := range []struct {
		who    ids.User
		words  string
		lines  []string
		judged int // in addition to the lines
		answer Verdict
	}{
		{ann, "start", []string{"1 start", "dealer deal"}, 0, Played},
		{bob, "", []string{"3 join", "3 set", "dealer deal"}, 0, Played}, // a correct claim by a bystander
		{ann, "again", nil, 2, TooLate},                                  // the same set, a second later
		{ann, "set a b", nil, 0, Silence},
		{ann, "away", []string{"1 away"}, 0, Played},
		{ann, "none", []string{"1 back"}, 1, Refused}, // no question is open, but ann comes back
		{bob, "/leave", []string{"3 leave"}, 0, Played},
		{ann, "/leave", []string{"1 leave"}, 0, Played}, // the last remaining player wins
	} {
		words := c.words
		switch words {
		case "":
			words = f.set()
		case "again":
			words = f.lastText
		}
		f.lastText = words
		line := f.Session().Line
		f.parsed, f.applied, f.drawn = 0, 0, 0
		require.Equal(t, c.answer, f.answerTo(c.who, words).Verdict, words)
		require.Equal(t, 1, f.parsed, "%q is not parsed exactly once", words)
		require.Equal(t, c.lines, f.linesAfter(line), words)
		require.Equal(t, len(c.lines)+c.judged, f.applied, "wrong number of rule applications for %q", words)
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

// A claim that might be late is judged on every past table that the player could still have had in view, for example
// those before the last two sets were taken.
func TestLateClaimIsJudgedOnEachVisiblePastTable(t *testing.T) {
	f := newTable(t, classic.Rules{}, nil)
	for _, who := range []ids.User{ann, bob, cid} {
		f.answerTo(who, "join")
	}
	f.answerTo(ann, "start")
	first := f.set()
	f.answerTo(ann, first)
	second := f.set()
	f.answerTo(bob, second)
	late := f.word(cid, first)
	late.At = late.At.Add(-time.Second / 2)
	f.applied = 0
	f.take(late)
	require.Equal(t, TooLate, f.outlet.lastAnswer().Verdict)
	require.Equal(t, 3, f.applied, "judged on the current table and two past ones")
}

// Planning changes neither the session nor the journal, so a plan can be thrown away.
func TestPlanHasNoSideEffects(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := newTable(t, classic.Rules{}, nil)
	f.answerTo(ann, "join")
	f.answerTo(ann, "start")
	s, w := f.Session(), f.word(bob, f.set())
	before := s.Course.Game.State(games.Seat.String)
	one, two := s.Plan(w, f.moment()), s.Plan(w, f.moment())
	require.Len(t, one.Entry.Played, 3)
	require.Equal(t, len(one.Entry.Played), len(two.Entry.Played))
	require.Equal(t, before, s.Course.Game.State(games.Seat.String))
	require.Len(t, s.Seats, 1)
	require.Equal(t, s.Line, f.Session().Line)
	require.Len(t, f.linesAfter(0), s.Line)
	after := s.Adopt(one, time.Now())
	require.Equal(t, s.Line+3, after.Line)
	require.Len(t, after.Seats, 2)
}

// A move is announced only after it has been written. If the write fails, the table just stops its clock, and records
// the lost time before the next move.
func TestUnwrittenMoveIsNotAnnounced(t *testing.T) {
	f := newTable(t, poker.Rules{}, games.Options{"stack": "20"})
	for _, p := range []ids.User{ann, bob} {
		_, err := f.journal.Welcome(t.Context(), 1, p, 100, f.at)
		require.NoError(t, err)
		f.answerTo(p, "join")
	}
	f.answerTo(ann, "start")
	line, shown := f.Session().Line, f.outlet.shows()
	f.journal.fail(store.ErrTrouble)
	turn := f.Session().Thinkers()
	require.Len(t, turn, 1)
	for range 2 {
		require.Equal(t, Refused, f.answerTo(turn[0], "check").Verdict)
	}
	require.Equal(t, shown, f.outlet.shows(), "the move must not be shown")
	require.Equal(t, line, f.Session().Line)
	require.False(t, f.Session().HaltedSince.IsZero(), "no player's time must run out while moves are refused")
	f.journal.fail(nil)
	f.change(func(s *Session) { s.HaltedSince = s.HaltedSince.Add(-time.Minute) })
	require.Equal(t, Played, f.answerTo(turn[0], "check").Verdict)
	require.Equal(t, []string{"clock away", f.Session().Seats[turn[0]].String() + " check"}, f.linesAfter(line)[:2])
	require.True(t, f.Session().HaltedSince.IsZero())
}

// The clock is stopped while Discord is down. A move that arrives in the meantime counts as made when the clock
// stopped.
func TestPlanContainsLostTime(t *testing.T) {
	f := newTable(t, classic.Rules{}, nil)
	f.answerTo(ann, "join")
	f.answerTo(ann, "start")
	s := f.Session()
	s.HaltedSince = f.at
	w := f.word(ann, f.set())
	p := s.Plan(w, f.moment())
	require.Equal(t, games.LostTime{For: w.At.Sub(s.HaltedSince)}.String(), p.Entry.Played[0].Line.Words)
	require.Equal(t, games.Clock, p.Entry.Played[0].Line.Seat)
	s.HaltedSince = w.At
	require.NotEqual(t, games.Clock, s.Plan(w, f.moment()).Entry.Played[0].Line.Seat, "the move was sent before the clock stopped")
}

// Claiming cards that another player has just taken costs nothing during the grace period. After that, the player
// must have noticed that the cards are gone.
func TestGracePeriodEnds(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for after, forgiven := range map[time.Duration]bool{
		0: true, 1900 * time.Millisecond: true, 2100 * time.Millisecond: false, time.Minute: false,
	} {
		f := newTable(t, classic.Rules{}, nil)
		f.answerTo(ann, "join")
		f.answerTo(bob, "join")
		f.answerTo(ann, "start")
		set := f.set()
		f.at = time.Now().Add(time.Minute) // later than the table could know about it
		taken := f.word(ann, set)
		f.take(taken)
		require.Equal(t, Played, f.outlet.lastAnswer().Verdict)
		late := f.word(bob, set)
		late.At = taken.At.Add(after)
		f.take(late)
		require.Equal(t, forgiven, f.outlet.lastAnswer().Verdict == TooLate, "%s: %+v", after, f.outlet.lastAnswer())
	}
}
