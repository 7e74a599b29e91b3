package table

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store/ids"
)

// If a player claims cards in a form that they opened before another player took those cards, the claim counts as
// late, however long the form was open. In a form opened after that, the claim names cards that are no longer there.
func TestClaimInAnOlderFormIsLate(t *testing.T) {
	for after, want := range map[int]Verdict{0: TooLate, 1: Refused} {
		f := newStage(t, "classic", "ann join, bob join, ann start")
		set, opened := f.set(), f.Session().Sight
		f.answerTo(ann, set)
		w := f.wordVia(Modal, bob, set)
		w.At, w.Sight = w.At.Add(50*time.Second), Sight{f.Session().Row.ID, opened + after}
		f.take(w)
		require.Equal(t, want, f.outlet.lastAnswer().Verdict)
	}
}

// A call that comes just after another player took a set costs nothing, because the caller could no longer name the
// cards. The player who took the set may call again at once, and everyone else a moment later.
func TestBareCallJustAfterASet(t *testing.T) {
	for who, pause := range map[ids.User]time.Duration{ann: 0, bob: 10 * time.Second} {
		f := newStage(t, "classic", "ann join, bob join, ann start")
		f.answerTo(ann, f.set())
		require.Equal(t, "table.just_taken", f.answerTo(bob, "set").Phrase.Key)
		f.at = f.at.Add(pause)
		require.Equal(t, Played, f.answerTo(who, "set").Verdict)
	}
	house := newStage(t, "classic", "ann join, bob join, ann start")
	house.answerTo(ann, house.set())
	s := house.Session()
	move, ok := s.Rules.Parse("set")
	require.True(t, ok)
	call := s.Plan(s.houseWord(s.Seats[bob], move, house.at), house.moment())
	require.Equal(t, Played, call.Answer.Verdict, "house players always see the current cards")
	at := time.Now()
	f := pastTable{changedAt: at, adoptedAt: at.Add(1500 * time.Millisecond)}
	m := Moment{Grace: 2 * time.Second}
	require.True(t, f.unseen(Word{At: at.Add(3 * time.Second)}, m), "the table adopted the change later")
	require.False(t, f.unseen(Word{At: at.Add(3500 * time.Millisecond)}, m))
}

// A second interruption doesn't change the clock's stop time, which is never in the future.
func TestClockKeepsItsStopTime(t *testing.T) {
	now := time.Now()
	for _, c := range []clock{{interrupted: [interruptions]bool{Unread: true}}, {hiddenSince: time.Unix(1, 0)}, {isPaused: true}} {
		require.Equal(t, now, c.haltedSince(now))
	}
	require.Zero(t, (&clock{}).haltedSince(now))
	f := newStage(t, "poker", "ann join, bob join, ann start", "turn=30")
	f.halt(time.Now().Add(time.Hour))
	since := f.Session().HaltedSince
	require.Less(t, since, time.Now().Add(time.Minute), "the clock was ahead")
	f.halt(since.Add(time.Second))
	require.Equal(t, since, f.Session().HaltedSince)
}

// A table without active players leaves memory after half a minute, unless a line must still be written or the clock
// is stopped.
func TestWhenATableLeavesMemory(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "turn=30")
	f.answerTo(ann, "/away")
	s, now := f.Session(), time.Now()
	p := s.Plan(f.wordVia(Slash, bob, "away"), f.moment())
	require.True(t, p.Entry.Asleep, "the entry marks the table as asleep")
	s = s.Adopt(p, now)
	require.True(t, s.Asleep())
	var c clock
	require.Equal(t, untilRest, c.wait(s, now))
	require.False(t, c.mayRest(s, now.Add(untilRest-1)))
	require.True(t, c.mayRest(s, now.Add(untilRest)))
	c.retryAt = now
	require.False(t, c.mayRest(s, now.Add(untilRest)))
	c.retryAt = time.Time{}
	require.Equal(t, untilRest, c.wait(s, now.Add(time.Hour)), "half a minute from now")
	s.HaltedSince = now
	require.False(t, c.mayRest(s, now.Add(2*time.Hour)))
	require.Greater(t, c.wait(s, now), time.Hour)
}

// An hour after the last move, anyone may close the table, whoever opened it.
func TestAbandonedTableCanBeClosed(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	s := f.Session()
	for after, may := range map[time.Duration]bool{
		time.Hour - time.Second: false, time.Hour: false, time.Hour + 1: true,
	} {
		require.Equal(t, may, s.MayEnd(Word{Who: Person{ID: bob}, At: s.LastMove.Add(after)}))
	}
	f.load()
	require.True(t, s.LastMove.Equal(f.Session().LastMove), "the time survives a restart")
}

// If a player who is away types "away", the move is refused and the player stays away.
func TestAwayTwiceStaysAway(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start")
	f.answerTo(ann, "/away")
	require.Equal(t, Refused, f.answerTo(ann, "/away").Verdict)
	require.True(t, f.Session().View().Seat(1).Away)
}

// The button for a private move is never stale, because the move concerns only the player's own cards.
func TestPrivateButtonIsNeverStale(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "show_needs_set=false")
	w := f.pressWord(ann, "always pass")
	w.Sight.Line = 0
	f.take(w)
	require.Equal(t, Played, f.outlet.lastAnswer().Verdict)
}
