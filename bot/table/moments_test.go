package table

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store"
)

// A claim by a form that was opened before the cards went is late, however long the
// form stayed open. A form that was opened after that names cards that are not there.
func TestAFormSpeaksOfTheTableItWasOpenedOn(t *testing.T) {
	for after, want := range map[int]Verdict{0: TooLate, 1: Refused} {
		f := stage(t, "classic", "ann join, bob join, ann start")
		set, opened := f.set(), f.Session().Sight
		f.says(ann, set)
		w := f.through(Modal, bob, set)
		w.At, w.Sight = w.At.Add(50*time.Second), Sight{f.Session().Row.ID, opened + after}
		f.take(w)
		require.Equal(t, want, f.said.last().Verdict)
	}
}

// A player who only calls, just after somebody took cards, could no longer name
// them. The one who took them may call, and so may anybody a moment later.
func TestABareCallJustAfterASet(t *testing.T) {
	for who, pause := range map[store.PlayerID]time.Duration{ann: 0, bob: 10 * time.Second} {
		f := stage(t, "classic", "ann join, bob join, ann start")
		f.says(ann, f.set())
		require.Equal(t, "table.just_taken", f.says(bob, "set").Phrase.Key)
		f.at = f.at.Add(pause)
		require.Equal(t, Played, f.says(who, "set").Verdict)
	}
	house := stage(t, "classic", "ann join, bob join, ann start")
	house.says(ann, house.set())
	s := house.Session()
	move, ok := s.Rules.Parse("set")
	require.True(t, ok)
	call := s.Plan(s.houseWord(s.Seats[bob], move, house.at), house.moment())
	require.Equal(t, Played, call.Answer.Verdict, "the house looks at the table as it stands")
	at := time.Now()
	f := pastTable{changedAt: at, adoptedAt: at.Add(1500 * time.Millisecond)}
	m := Moment{Grace: 2 * time.Second}
	require.True(t, f.unseen(Word{At: at.Add(3 * time.Second)}, m), "the table did not know it before")
	require.False(t, f.unseen(Word{At: at.Add(3500 * time.Millisecond)}, m))
}

// Whatever stops the clock does not move the time since which it stands, which is never in the future.
func TestWhatKeepsTheClock(t *testing.T) {
	now := time.Now()
	for _, c := range []clock{{interrupted: [interruptions]bool{Unread: true}}, {hiddenSince: time.Unix(1, 0)}, {isPaused: true}} {
		require.Equal(t, now, c.haltedSince(now))
	}
	require.Zero(t, (&clock{}).haltedSince(now))
	f := stage(t, "poker", "ann join, bob join, ann start", "turn=30")
	f.halt(time.Now().Add(time.Hour))
	since := f.Session().HaltedSince
	require.Less(t, since, time.Now().Add(time.Minute), "of a clock that is ahead")
	f.halt(since.Add(time.Second))
	require.Equal(t, since, f.Session().HaltedSince)
}

// A table at which nobody is leaves memory after half a minute, but not while
// something has to be written or its clock stands still.
func TestWhatKeepsATableInMemory(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "turn=30")
	f.says(ann, "/away")
	s, now := f.Session(), time.Now()
	p := s.Plan(f.through(Slash, bob, "away"), f.moment())
	require.True(t, p.Entry().Asleep, "and so it is written")
	s = s.Adopt(p, now)
	require.True(t, s.Asleep())
	var c clock
	require.Equal(t, untilRest, c.wait(s, now))
	require.False(t, c.mayRest(s, now.Add(untilRest-1)))
	require.True(t, c.mayRest(s, now.Add(untilRest)))
	c.retryAt = now
	require.False(t, c.mayRest(s, now.Add(untilRest)))
	c.retryAt = time.Time{}
	require.Equal(t, untilRest, c.wait(s, now.Add(time.Hour)), "half a minute from then on")
	s.HaltedSince = now
	require.False(t, c.mayRest(s, now.Add(2*time.Hour)))
	require.Greater(t, c.wait(s, now), time.Hour)
}

// An hour after the last move, anybody may close a table that others opened.
func TestWhoMayCloseAnAbandonedTable(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	s := f.Session()
	for after, may := range map[time.Duration]bool{
		time.Hour - time.Second: false, time.Hour: false, time.Hour + 1: true,
	} {
		require.Equal(t, may, s.MayEnd(Word{Who: Person{ID: bob}, At: s.LastMove.Add(after)}))
	}
	f.load()
	require.True(t, s.LastMove.Equal(f.Session().LastMove), "also after a start")
}

// A player who is away and says so again stays away, although that is refused.
func TestAwayAgainIsNotBack(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start")
	f.says(ann, "/away")
	require.Equal(t, Refused, f.says(ann, "/away").Verdict)
	require.True(t, f.Session().View().Place(1).Away)
}

// A private move concerns only the player's own cards, so its button is never stale.
func TestAPrivateButtonDoesNotAge(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "show_needs_set=false")
	w := f.pressed(ann, "always pass")
	w.Sight.Line = 0
	f.take(w)
	require.Equal(t, Played, f.said.last().Verdict)
}
