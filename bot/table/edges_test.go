package table

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/classic"
	"settable/store"
)

// A player who has just taken a set may call at once. If cards were swept away, nobody was first.
func TestWhatHappenedAMomentBefore(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	taken := f.word(ann, f.set())
	f.take(taken)
	call := f.word(ann, "set")
	call.At = taken.At.Add(100 * time.Millisecond)
	f.take(call)
	require.Equal(t, Played, f.said.last().Verdict)

	f = stage(t, "twenty", "ann join, bob join, ann start")
	v := f.Session().Course.Game.View(1)
	found := cards.Sets(append(v.Faces(games.Watcher), v.Faces(1)...))
	require.NotEmpty(t, found)
	claim := games.ClaimOf(found[0]).String()
	f.says(ann, "none")
	require.Equal(t, Played, f.says(bob, "none").Verdict)
	told := f.said.heard()
	require.Equal(t, "table.swept", f.says(ann, claim).Phrase.Key)
	require.Equal(t, told, f.said.heard())
}

// The deadline of a seat that is away is nobody's turn. A reminder comes at its time, whatever else rings.
func TestWhenSomebodyIsReminded(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, eve join, ann start", "turn=3600")
	turn := f.Session().Thinkers()[0]
	away := map[store.PlayerID]store.PlayerID{ann: bob, bob: eve, eve: ann}[turn]
	require.Equal(t, Played, f.says(away, "/away").Verdict)
	var c clock
	c.expect(f.Session(), time.Now())
	require.NotZero(t, c.due)
	require.Zero(t, c.remindAt)

	f = stage(t, "poker", "ann join, bob join, ann start", "turn=60")
	f.clock.expect(f.Session(), time.Now())
	half := f.clock.remindAt
	f.ring(half.Add(-time.Second))
	require.Zero(t, f.said.reminded)
	f.ring(half)
	require.Equal(t, 1, f.said.reminded)
}

// A reminder is called off when its turn is over, but neither when somebody joins nor at a stop: the next run
// takes it over.
func TestWhenNobodyIsToBeRemindedAnyMore(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "turn=60")
	turn := f.someone("turn")
	require.True(t, f.KeepReminder(f.Session().turnEnd()))
	f.said.calmed = 0
	f.says(eve, "join")
	require.Zero(t, f.said.calmed)
	f.says(turn, "check")
	require.Equal(t, 1, f.said.calmed)
	f.Close()
	require.Equal(t, PlayedOut, f.Run())
	require.Equal(t, 1, f.said.calmed)
}

// Cards that were owed are written and shown once the disk takes lines again.
func TestCardsThatWereOwedAreShown(t *testing.T) {
	f := owing(t)
	line, shown := f.Session().Line, f.said.shows()
	f.retry()
	require.Equal(t, []string{"dealer deal"}, f.written(line))
	require.Equal(t, shown+1, f.said.shows())
}

// The clock stands still from when it first stopped, and a failed line is tried
// again when that was first due.
func TestWhatStoppedFirst(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "turn=60")
	since, due := time.Now().Add(-time.Minute), time.Now().Add(time.Hour)
	f.change(func(s *Session) { s.HaltedSince = since })
	f.halt(time.Time{})
	require.Equal(t, since, f.Session().HaltedSince)
	f.clock.retryAt = due
	f.diskRefused(false)
	require.Equal(t, due, f.clock.retryAt)
}

// A table that is over says neither that the bot is back nor that it leaves. Orders
// that came while it fell asleep are obeyed.
func TestATableThatIsOverSaysNoMore(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	done := make(chan struct{})
	f.says(ann, "/away")
	f.says(bob, "/away")
	require.True(t, f.Session().Asleep())
	f.clock.restAt = time.Now().Add(-time.Second)
	f.Order(Close{Done: done})
	require.Equal(t, PlayedOut, f.Run())
	<-done
	require.True(t, f.Session().Over())
	f.resume(Resume{Restarted: true})
	require.NotContains(t, f.said.heard(), "table.restarting")
	require.NotContains(t, f.said.heard(), "table.back")
}

// A table whose channel is gone ends as Vanished, also if it was over before or something else closed it.
func TestATableWithoutItsChannelIsGone(t *testing.T) {
	f := stage(t, "classic", "ann join, ann start")
	f.says(ann, "/leave")
	require.True(t, f.Session().Over())
	f.vanish()
	require.True(t, f.Session().isClosed)

	f = stage(t, "classic", "ann join, ann start")
	end := games.Action{At: time.Now(), Seat: games.Dealer, Move: games.End{}}
	require.NoError(t, f.journal.Append(context.Background(), f.Session().House(f.moment(), 0, end).Entry()))
	f.vanish()
	require.True(t, f.Session().isClosed)
	require.Zero(t, f.clock.retryAt)
}

// blind is a journal that can't be read.
type blind struct{ Journal }

func (blind) Lines(context.Context, store.TableID) ([]store.Line, error) {
	return nil, errors.New("blind")
}

// A table that can't read its journal knows that, and tries again.
func TestAJournalThatCannotBeRead(t *testing.T) {
	f := stage(t, "classic", "ann join, ann start")
	f.journal.Journal = blind{f.journal.Journal}
	f.reload()
	require.True(t, f.Session().OutcomeUnknown)
	require.NotZero(t, f.clock.retryAt)
}

// A word of the house does not count as a word of its people: not of whoever asked
// for a house player, nor of whoever that player stands in for.
func TestWhatTheHouseSaysIsNobodysWord(t *testing.T) {
	f := lay(t, classic.Game, nil)
	require.Equal(t, Played, f.says(ann, "/join").Verdict)
	before := f.Session()
	for _, words := range []string{"/house easy", "/start"} {
		require.Equal(t, Played, f.says(ann, words).Verdict)
	}
	require.Len(t, before.Names, 1, "a session is a value")
	require.Len(t, before.Seats, 1)
	f.load()
	moved := f.Session().LastMove
	w := f.Session().houseWord(2, mustClaim(t, f), f.at.Add(time.Minute))
	f.take(w)
	require.Equal(t, Played, f.said.last().Verdict)
	f.load()
	require.True(t, moved.Equal(f.Session().LastMove), "after a start, too")

	f = lay(t, classic.Game, nil)
	f.says(ann, "/join")
	f.says(bob, "/join")
	f.says(ann, "/start")
	seat := f.Session().Seats[bob]
	f.says(bob, "/away")
	require.Equal(t, Played, f.says(ann, "/"+games.Cover{Seat: seat}.String()).Verdict)
	s := f.Session()
	wrong, _ := classic.Rules{}.Parse("set a b z")
	p := s.Plan(s.houseWord(seat, wrong, f.at), f.moment())
	require.Equal(t, Refused, p.Answer.Verdict)
	require.Empty(t, p.Lines, "nor is bob back")
	p = s.Plan(s.houseWord(seat, mustClaim(t, f), f.at.Add(time.Minute)), f.moment())
	require.Equal(t, Played, p.Answer.Verdict)
	require.Equal(t, s.LastMove, p.next.LastMove)
}

func mustClaim(t *testing.T, f *felt) games.Move {
	m, ok := classic.Rules{}.Parse(f.set())
	require.True(t, ok)
	return m
}

// Nobody waits for a house player.
func TestNobodyWaitsForTheHouse(t *testing.T) {
	f := stage(t, "poker", "ann join, ann house easy, ann start")
	turn := f.Session().View().Turn
	require.True(t, f.Session().View().Place(turn).IsHouse(), "the first to speak sits left of the dealer")
	require.Empty(t, f.Session().Thinkers())
	plays := clock{chooseMove: classic.Game.Player}
	require.Len(t, plays.house(f.Session()), 1)
	require.Empty(t, (&clock{}).house(f.Session()), "nobody plays for it")
	require.Empty(t, plays.house(stage(t, "poker", "ann join, ann house easy").Session()), "not yet")
	require.Equal(t, "kick nobody", seatWords("kick nobody", f.Session().View(), f.Session().Seats))
}

// An entry wakes only a table that slept. Secret lines are not shown, and a press is
// answered with the cards that came of it.
func TestWhatComesOfAMove(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start")
	s := f.Session()
	p := f.plan(f.someone("turn"), "check")
	require.False(t, p.Entry().Woke)
	require.Equal(t, s.Sight+1, p.next.Sight)
	p = f.meant(ann, "always pass")
	require.Equal(t, s.Sight, p.next.Sight)
	require.Equal(t, s.Line+1, p.next.Line)
	f.says(ann, "/away")
	f.says(bob, "/away")
	require.True(t, f.Session().Asleep())
	require.True(t, f.meant(ann, "back").Entry().Woke)

	f = stage(t, "english", "ann join, bob join, ann start")
	require.False(t, silent(f.says(ann, "turn").Events))
}

// A house player has different luck at each look, seat and table.
func TestLuckOfTheHouse(t *testing.T) {
	drawn := map[uint64]bool{}
	for id := range 3 {
		for n := range 27 {
			s := Session{Row: store.Table{ID: store.TableID(id)}}
			drawn[glance{sight: n % 3, looks: n / 3 % 3}.luck(s, games.Seat(n/9)).Uint64()] = true
		}
	}
	require.Len(t, drawn, 81)
}
