package table

import (
	"bytes"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// Only answers to presses, forms and slash commands are private.
func TestWhichAnswersArePrivate(t *testing.T) {
	for door, private := range map[Door]bool{
		Typed: false, Mention: false, Button: true, Modal: true, Slash: true, House: false,
	} {
		require.Equal(t, private, Word{Door: door}.Private(), door)
	}
	require.Equal(t, "set", Word{Words: "set a b c"}.Verb())
}

// A player's name is written with the line that seats them, even if that line is a claim. A changed name is written
// with the player's next line. Planning doesn't add these names to the current session.
func TestNamesAreWrittenWithLines(t *testing.T) {
	f := newStage(t, "classic", "ann join")
	require.Len(t, f.journal.names, 1)
	before := f.Session()
	f.answerTo(ann, "start")
	require.Len(t, f.journal.names, 1)
	require.Equal(t, Played, f.answerTo(bob, f.set()).Verdict)
	require.Len(t, f.journal.names, 2)
	require.Equal(t, ids.User(bob), f.journal.names[1].Player)
	require.Len(t, before.Names, 1)
	require.Len(t, before.Seats, 1)
	require.Equal(t, games.SeatLetter(9), before.Name(9))
}

// When the house starts a game for a player, the line names that player's seat.
func TestHouseStartsTheGameForAPlayer(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join")
	for player, seat := range f.Session().Seats {
		w := Word{Door: House, Who: Person{ID: player}, Move: games.Start{}, At: f.at}
		require.Equal(t, seat, f.Session().Plan(w, f.moment()).Entry.Played[0].Line.Seat)
	}
	start := Word{Door: House, Who: Person{ID: bob}, Move: games.Start{}, At: f.at}
	f.answerTo(bob, "/leave")
	p := f.Session().Plan(start, f.moment())
	require.Empty(t, p.Entry.Played)
	require.True(t, p.Answer.Phrase.Silent(), "the player has just left")
	f.answerTo(bob, "/join")
	f.answerTo(ann, "/start")
	p = f.Session().Plan(start, f.moment())
	require.Empty(t, p.Entry.Played)
	require.NoError(t, p.Answer.Err, "the game has already begun")
}

// A button isn't stale if only secret lines have been written since it was drawn. It is stale if cards have moved.
func TestStaleButtons(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "show_needs_set=false")
	old := f.Session().Sight
	turn := f.playerNamed("turn")
	f.answerTo(turn, "/always pass")
	press := func(line int) Answer {
		w := f.pressWord(f.playerNamed("turn"), "check")
		w.Sight.Line = line
		return f.Session().Plan(w, f.moment()).Answer
	}
	f.load()
	require.Equal(t, old, f.Session().Sight)
	require.Equal(t, Played, press(old).Verdict)
	require.Equal(t, "table.stale", press(old-1).Phrase.Key)
}

// Interruptions can end in any order, and the clock stays stopped until all have ended.
func TestInterruptionsInAnyOrder(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "turn=60")
	give := func(orders ...Order) bool {
		for _, o := range orders {
			f.Order(o)
		}
		f.carryOutOrders()
		return f.Session().HaltedSince.IsZero()
	}
	require.False(t, give(Hidden{}, Pause{}))
	require.False(t, give(Visible{}))
	require.True(t, give(Unpause{}))
	require.False(t, give(Hidden{}, Pause{}))
	require.False(t, give(Unpause{}))
	require.True(t, give(Visible{}))
	f.clock.remindedTurn, f.outlet.deleted = time.Now(), 0
	give(ShowAgain{})
	require.Equal(t, 1, f.outlet.deleted, "a reminder for a past turn must be deleted")
}

// A move without events isn't announced. The answer to a press says what the move did and whether the player's hand
// has changed.
func TestAnnouncements(t *testing.T) {
	require.Empty(t, eventNotices(nil, []games.Event{}))
	f := newStage(t, "twenty", "ann join, bob join")
	p := f.planCommand(ann, "start")
	require.Equal(t, "games.began", p.Answer.Events[0].Say().Key)
	require.Len(t, p.Notices, 2, "one notice for the move and one for the deal")
	f.answerTo(ann, "start")
	require.True(t, f.planCommand(ann, "draw").Answer.HandChanged)
	require.False(t, f.planTyped(ann, "draw").Answer.HandChanged, "the drawn card is public")
	require.False(t, f.planCommand(ann, "none").Answer.HandChanged)
	require.Len(t, Hand(f.Session().Course.Game, 1), 1)
}

// A line by the clock has the time of the deadline that caused it.
func TestTimeOfClockLines(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "turn=60")
	at := f.Session().Course.Deadline()
	p := f.Session().House(f.moment(), 0, games.Action{At: at, Seat: games.Clock, Move: games.Tick{}})
	require.True(t, at.Equal(p.Word.At))
	require.True(t, at.Equal(p.Entry.Played[0].Line.At))
}

// Adopting a plan doesn't restart a stopped clock. It records the time before which players can't have seen the
// change.
func TestAdopt(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
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
	require.Equal(t, time.Minute, f.clock.pause, "no write has succeeded")
	require.Zero(t, f.judged.saved)
}

// After the first successful write, the table immediately writes all pending lines. If something else also stops the
// clock, it counts as stopped since the newest line.
func TestClockAfterAMove(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	f.refuse(ann, f.set())
	waits := f.clock.retryAt
	require.Equal(t, Played, f.answerTo(ann, f.set()).Verdict)
	require.Less(t, f.clock.retryAt, waits)
	require.NotZero(t, f.clock.retryAt)

	f.clock.retryAt = time.Time{}
	f.change(func(s *Session) { s.HaltedSince = f.at.Add(-time.Minute) })
	f.answerTo(bob, f.set())
	require.Equal(t, f.at, f.Session().HaltedSince)
	require.Zero(t, f.clock.retryAt)
}

// A stopped table still tells players about events they haven't seen. If its end can't be written, the table logs an
// error.
func TestEndOfATable(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	told := len(f.outlet.allMessages())
	f.untoldEvents = f.Session().Plan(f.word(bob, "/leave"), f.moment()).Answer.Events
	f.ShowUntold()
	require.Greater(t, len(f.outlet.allMessages()), told)

	var log bytes.Buffer
	f.Log = slog.New(slog.NewTextHandler(&log, nil))
	f.journal.fail(store.ErrTrouble)
	f.closeUp(0)
	require.Contains(t, log.String(), "closing a table for the house players failed")
	f.vanish()
	require.Equal(t, retryFirst, f.clock.pause)
	f.journal.fail(nil)
	log.Reset()
	f.retry()
	require.True(t, f.Session().isClosed)
	require.Contains(t, log.String(), "of a deleted channel")
	f.closeUp(0)
	require.NotContains(t, log.String(), "closing a table for the house players failed", "the game is already over")
}

// A loaded table remembers the source of every line, including the first.
func TestSourceOfTheFirstLine(t *testing.T) {
	require.Equal(t, map[store.Source]bool{"m1": true}, newestSources([]store.Line{{Source: "m1"}}))
}
