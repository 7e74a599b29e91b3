package table

import (
	"bytes"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
)

// Only who presses or commands reads an answer alone.
func TestWhichDoorsArePrivate(t *testing.T) {
	for door, private := range map[Door]bool{
		Typed: false, Mention: false, Button: true, Modal: true, Slash: true, House: false,
	} {
		require.Equal(t, private, Word{Door: door}.Private(), door)
	}
	require.Equal(t, "set", Word{Words: "set a b c"}.Verb())
}

// What whoever sits down is called is written with their line, and what they are called otherwise then; who
// walks in with a claim, too. What the table was before does not know them.
func TestWhoIsMet(t *testing.T) {
	f := stage(t, "classic", "ann join")
	require.Len(t, f.journal.called, 1)
	before := f.Session()
	f.says(ann, "start")
	require.Len(t, f.journal.called, 1)
	require.Equal(t, Played, f.says(bob, f.set()).Verdict)
	require.Len(t, f.journal.called, 2)
	require.Equal(t, store.PlayerID(bob), f.journal.called[1].Player)
	require.Len(t, before.Names, 1)
	require.Len(t, before.Seats, 1)
	require.Equal(t, games.SeatLetter(9), before.Name(9))
}

// When the house starts a game for a player, the line names that player's own seat.
func TestTheHouseStartsOnTheSeatOfItsPlayer(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join")
	for player, seat := range f.Session().Seats {
		w := Word{Door: House, Who: Person{ID: player}, Move: games.Start{}, At: f.at}
		require.Equal(t, seat, f.Session().Plan(w, f.moment()).Lines[0].Action.Seat)
	}
	start := Word{Door: House, Who: Person{ID: bob}, Move: games.Start{}, At: f.at}
	f.says(bob, "/leave")
	p := f.Session().Plan(start, f.moment())
	require.Empty(t, p.Lines)
	require.True(t, p.Answer.Phrase.Silent(), "the player has just left")
}

// Buttons that are drawn after a secret line, or before a start, are of the table as it stands; those
// from before the cards moved are not.
func TestWhichButtonsAreFresh(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "show_needs_set=false")
	old := f.Session().Sight
	turn := f.someone("turn")
	f.says(turn, "/always pass")
	press := func(line int) Answer {
		w := f.pressed(f.someone("turn"), "check")
		w.Sight.Line = line
		return f.Session().Plan(w, f.moment()).Answer
	}
	f.load()
	require.Equal(t, old, f.Session().Sight)
	require.Equal(t, Played, press(old).Verdict)
	require.Equal(t, "table.stale", press(old-1).Phrase.Key)
}

// Whatever keeps the clock keeps it until it is over, in each order.
func TestTheClockStandsForAll(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "turn=60")
	obey := func(orders ...Order) bool {
		for _, o := range orders {
			f.Order(o)
		}
		f.obey()
		return f.Session().HaltedSince.IsZero()
	}
	require.False(t, obey(Hidden{}, Pause{}))
	require.False(t, obey(Visible{}))
	require.True(t, obey(Unpause{}))
	require.False(t, obey(Hidden{}, Pause{}))
	require.False(t, obey(Unpause{}))
	require.True(t, obey(Visible{}))
	f.clock.remindedTurn, f.said.calmed = time.Now(), 0
	obey(ShowAgain{})
	require.Equal(t, 1, f.said.calmed, "whose turn was another's is not reminded under a new picture")
}

// Nothing is told of nothing, and what comes of a press is told to who pressed: that their hand
// changed, too.
func TestWhatAnAnswerTells(t *testing.T) {
	require.Empty(t, eventNotices(nil, []games.Event{}))
	f := stage(t, "twenty", "ann join, bob join")
	p := f.meant(ann, "start")
	require.Equal(t, "games.began", p.Answer.Events[0].Say().Key)
	require.Len(t, p.Notices, 2, "what was done, and what was dealt")
	f.says(ann, "start")
	require.True(t, f.meant(ann, "draw").Answer.HandChanged)
	require.False(t, f.plan(ann, "draw").Answer.HandChanged, "all read that")
	require.False(t, f.meant(ann, "none").Answer.HandChanged)
	require.Len(t, Hand(f.Session().Course.Game, 1), 1)
}

// What the clock and the dealer say is as old as the deadline that it is about.
func TestWhenTheClockSpeaks(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "turn=60")
	at := f.Session().Course.Deadline()
	p := f.Session().House(f.moment(), 0, games.Action{At: at, Seat: games.Clock, Move: games.Tick{}})
	require.True(t, at.Equal(p.Word.At))
	require.True(t, at.Equal(p.Entry().Played[0].Line.At))
}

// Adopting a plan leaves the clock as it stood, and notes once when people could see what changed.
func TestWhatIsAdopted(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	since, seen := f.at, time.Now()
	s := f.Session()
	p := s.Plan(f.word(ann, f.set()), f.moment())
	s.HaltedSince, s.diskRefuses = since, true
	next := s.Adopt(p, seen)
	require.Equal(t, since, next.HaltedSince)
	require.True(t, next.diskRefuses)
	require.Equal(t, seen, next.past[0].adoptedAt)
	again := next.Adopt(next.Plan(f.word(bob, "/leave"), f.moment()), seen.Add(time.Second))
	require.Equal(t, seen, again.past[0].adoptedAt)

	f.clock.pause, f.judged.newest = time.Minute, 7
	f.adopt(f.Session().Plan(f.word(eve, "what a night"), f.moment()))
	require.Equal(t, time.Minute, f.clock.pause, "nothing was written")
	require.Zero(t, f.judged.saved)
}

// Once the disk takes lines again what waits for it is written at once. A clock that stands for
// another reason stands from the newest word on.
func TestTheClockAfterAMove(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	f.refuse(ann, f.set())
	waits := f.clock.retryAt
	require.Equal(t, Played, f.says(ann, f.set()).Verdict)
	require.Less(t, f.clock.retryAt, waits)
	require.NotZero(t, f.clock.retryAt)

	f.clock.retryAt = time.Time{}
	f.change(func(s *Session) { s.HaltedSince = f.at.Add(-time.Minute) })
	f.says(bob, f.set())
	require.Equal(t, f.at, f.Session().HaltedSince)
	require.Zero(t, f.clock.retryAt)
}

// A table that does not play on tells what people were not told, and one whose end cannot be written
// says so in the log.
func TestTheEndOfATable(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	told := len(f.said.heard())
	f.untoldEvents = eventsOf([]games.Step{f.step(bob, "/leave")})
	f.ShowUntold()
	require.Greater(t, len(f.said.heard()), told)

	var log bytes.Buffer
	f.Log = slog.New(slog.NewTextHandler(&log, nil))
	f.journal.fail(store.ErrTrouble)
	f.closeUp()
	require.Contains(t, log.String(), "closing a table for the house players failed")
	f.vanish()
	require.Equal(t, retryFirst, f.clock.pause)
	f.journal.fail(nil)
	log.Reset()
	f.retry()
	require.True(t, f.Session().isClosed)
	require.Contains(t, log.String(), "of a deleted channel")
	f.closeUp()
	require.NotContains(t, log.String(), "closing a table for the house players failed", "it is over")
}

// What one line came from is known, the first one's, too.
func TestTheFirstSource(t *testing.T) {
	require.Equal(t, map[store.Source]bool{"m1": true}, newestSources([]store.Line{{Source: "m1"}}))
}
