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
	"settable/store/ids"
)

// A player who has just taken a set may call again at once. A claim of cards that were just swept away counts as
// late, but isn't announced.
func TestCallJustAfterATake(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	taken := f.word(ann, f.set())
	f.take(taken)
	call := f.word(ann, "set")
	call.At = taken.At.Add(100 * time.Millisecond)
	f.take(call)
	require.Equal(t, Played, f.outlet.lastAnswer().Verdict)

	f = newStage(t, "twenty", "ann join, bob join, ann start")
	v := f.Session().Course.Game.View(1)
	found := cards.Sets(append(v.Faces(games.Watcher), v.Faces(1)...))
	require.NotEmpty(t, found)
	claim := games.ClaimOf(found[0]).String()
	f.answerTo(ann, "none")
	require.Equal(t, Played, f.answerTo(bob, "none").Verdict)
	told := f.outlet.allMessages()
	require.Equal(t, "table.swept", f.answerTo(ann, claim).Phrase.Key)
	require.Equal(t, told, f.outlet.allMessages())
}

// The table sends no reminder if it is only waiting for an away player. A reminder is sent on time even if another
// timer fires first.
func TestWhenRemindersAreSent(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, eve join, ann start", "turn=3600")
	turn := f.Session().Thinkers()[0]
	away := map[ids.User]ids.User{ann: bob, bob: eve, eve: ann}[turn]
	require.Equal(t, Played, f.answerTo(away, "/away").Verdict)
	var c clock
	c.expect(f.Session(), time.Now())
	require.NotZero(t, c.due)
	require.Zero(t, c.remindAt)

	f = newStage(t, "poker", "ann join, bob join, ann start", "turn=60")
	f.clock.expect(f.Session(), time.Now())
	half := f.clock.remindAt
	f.handleDue(half.Add(-time.Second))
	require.Zero(t, f.outlet.reminded)
	f.handleDue(half)
	require.Equal(t, 1, f.outlet.reminded)
}

// A reminder is deleted when its turn ends, but not when a player joins. When the bot stops, the reminder stays for
// the next run.
func TestWhenRemindersAreDeleted(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "turn=60")
	turn := f.playerNamed("turn")
	require.True(t, f.KeepReminder(f.Session().turnEnd()))
	f.outlet.deleted = 0
	f.answerTo(eve, "join")
	require.Zero(t, f.outlet.deleted)
	f.answerTo(turn, "check")
	require.Equal(t, 1, f.outlet.deleted)
	f.Close()
	require.Equal(t, PlayedOut, f.Run())
	require.Equal(t, 1, f.outlet.deleted)
}

// Cards that the dealer owes are dealt and shown once writes succeed again.
func TestOwedCardsAreShown(t *testing.T) {
	f := tableOwingCards(t)
	line, shown := f.Session().Line, f.outlet.shows()
	f.retry()
	require.Equal(t, []string{"dealer deal"}, f.linesAfter(line))
	require.Equal(t, shown+1, f.outlet.shows())
}

// A second interruption changes neither the clock's stop time nor the time of the next retry.
func TestFirstInterruptionStopsTheClock(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "turn=60")
	since, due := time.Now().Add(-time.Minute), time.Now().Add(time.Hour)
	f.change(func(s *Session) { s.HaltedSince = since })
	f.halt(time.Time{})
	require.Equal(t, since, f.Session().HaltedSince)
	f.clock.retryAt = due
	f.diskRefused(false)
	require.Equal(t, due, f.clock.retryAt)
}

// A table whose game is over announces neither that the bot is restarting nor that it is back. A table that is
// falling asleep still carries out the orders that have arrived.
func TestEndedTableAnnouncesNothing(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	done := make(chan struct{})
	f.answerTo(ann, "/away")
	f.answerTo(bob, "/away")
	require.True(t, f.Session().Asleep())
	f.clock.restAt = time.Now().Add(-time.Second)
	f.Order(Close{Done: done})
	require.Equal(t, PlayedOut, f.Run())
	<-done
	require.True(t, f.Session().Over())
	f.resume(Resume{Restarted: true})
	require.NotContains(t, f.outlet.allMessages(), "table.restarting")
	require.NotContains(t, f.outlet.allMessages(), "table.back")
}

// A table counts as closed if its channel is gone, even if its game was already over or its journal was ended by
// another process.
func TestTableOfADeletedChannelVanishes(t *testing.T) {
	f := newStage(t, "classic", "ann join, ann start")
	f.answerTo(ann, "/leave")
	require.True(t, f.Session().Over())
	f.vanish()
	require.True(t, f.Session().isClosed)

	f = newStage(t, "classic", "ann join, ann start")
	end := games.Action{At: time.Now(), Seat: games.Dealer, Move: games.End{}}
	require.NoError(t, f.journal.Append(context.Background(), f.Session().House(f.moment(), 0, end).Entry))
	f.vanish()
	require.True(t, f.Session().isClosed)
	require.Zero(t, f.clock.retryAt)
}

// unreadableJournal is a journal that can't be read.
type unreadableJournal struct{ Journal }

func (unreadableJournal) Lines(context.Context, store.TableID) ([]store.Line, error) {
	return nil, errors.New("blind")
}

// A table that can't read its journal schedules a retry.
func TestUnreadableJournal(t *testing.T) {
	f := newStage(t, "classic", "ann join, ann start")
	f.journal.Journal = unreadableJournal{f.journal.Journal}
	f.reload()
	require.True(t, f.Session().OutcomeUnknown)
	require.NotZero(t, f.clock.retryAt)
}

// A house player's move counts as activity neither of the player who added the house player nor of the player it stands
// in for.
func TestHouseMovesAreNoActivity(t *testing.T) {
	f := newTable(t, classic.Game, nil)
	require.Equal(t, Played, f.answerTo(ann, "/join").Verdict)
	before := f.Session()
	for _, words := range []string{"/house easy", "/start"} {
		require.Equal(t, Played, f.answerTo(ann, words).Verdict)
	}
	require.Len(t, before.Names, 1, "planning must not change the session")
	require.Len(t, before.Seats, 1)
	f.load()
	moved := f.Session().LastMove
	w := f.Session().houseWord(2, mustClaim(t, f), f.at.Add(time.Minute))
	f.take(w)
	require.Equal(t, Played, f.outlet.lastAnswer().Verdict)
	f.load()
	require.True(t, moved.Equal(f.Session().LastMove), "the time survives a restart")

	f = newTable(t, classic.Game, nil)
	f.answerTo(ann, "/join")
	f.answerTo(bob, "/join")
	f.answerTo(ann, "/start")
	seat := f.Session().Seats[bob]
	f.answerTo(bob, "/away")
	require.Equal(t, Played, f.answerTo(ann, "/"+games.Cover{Seat: seat}.String()).Verdict)
	s := f.Session()
	wrong, _ := classic.Rules{}.Parse("set a b z")
	p := s.Plan(s.houseWord(seat, wrong, f.at), f.moment())
	require.Equal(t, Refused, p.Answer.Verdict)
	require.Empty(t, p.Entry.Played, "bob is still away")
	p = s.Plan(s.houseWord(seat, mustClaim(t, f), f.at.Add(time.Minute)), f.moment())
	require.Equal(t, Played, p.Answer.Verdict)
	require.Equal(t, s.LastMove, p.next.LastMove)
}

func mustClaim(t *testing.T, f *testTable) games.Move {
	m, ok := classic.Rules{}.Parse(f.set())
	require.True(t, ok)
	return m
}

func TestHousePlayersHaveNoDeadline(t *testing.T) {
	f := newStage(t, "poker", "ann join, ann house easy, ann start")
	turn := f.Session().View().Turn
	require.True(t, f.Session().View().Seat(turn).IsHouse(), "the seat left of the dealer acts first")
	require.Empty(t, f.Session().Thinkers())
	plays := clock{chooseMove: classic.Game.Player}
	require.Len(t, plays.house(f.Session()), 1)
	require.Empty(t, (&clock{}).house(f.Session()), "no house player is set up")
	require.Empty(t, plays.house(newStage(t, "poker", "ann join, ann house easy").Session()), "the game has not begun")
	require.Equal(t, "kick nobody", seatWords("kick nobody", f.Session().View(), f.Session().Seats))
}

// An entry wakes the table only if it was asleep. Secret lines don't change the Sight. If a move has no text of its
// own, the answer describes the dealt cards.
func TestEffectsOfAMove(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start")
	s := f.Session()
	p := f.planTyped(f.playerNamed("turn"), "check")
	require.False(t, p.Entry.Woke)
	require.Equal(t, s.Sight+1, p.next.Sight)
	p = f.planCommand(ann, "always pass")
	require.Equal(t, s.Sight, p.next.Sight)
	require.Equal(t, s.Line+1, p.next.Line)
	f.answerTo(ann, "/away")
	f.answerTo(bob, "/away")
	require.True(t, f.Session().Asleep())
	require.True(t, f.planCommand(ann, "back").Entry.Woke)

	f = newStage(t, "english", "ann join, bob join, ann start")
	require.False(t, silent(f.answerTo(ann, "turn").Events))
}

// A house player has a different random source for each look, seat and table.
func TestRandomSourceOfTheHouse(t *testing.T) {
	drawn := map[uint64]bool{}
	for id := range 3 {
		for n := range 27 {
			s := Session{Row: store.Table{ID: store.TableID(id)}}
			drawn[glance{sight: n % 3, looks: n / 3 % 3}.luck(s, games.Seat(n/9)).Uint64()] = true
		}
	}
	require.Len(t, drawn, 81)
}
