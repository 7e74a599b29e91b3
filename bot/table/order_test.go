package table

import (
	"context"
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

// The turn clock doesn't run while Discord is down or while the table can't be shown. The journal records the lost
// time, and the player still gets the full turn.
func TestClockIsStoppedWhileNoOneCanPlay(t *testing.T) {
	for name, c := range map[string]struct {
		stop, goOn Order
		told       string
	}{
		"offline":  {Freeze{}, Resume{}, "table.back"},
		"hidden":   {Hidden{}, Visible{}, "table.shown_again"},
		"paused":   {Pause{}, Unpause{}, "table.back"},
		"unserved": {Freeze{Why: Unserved}, Resume{Why: Unserved}, "table.back"},
		"unread":   {Freeze{Why: Unread}, Resume{Why: Unread}, "table.back"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, end, _ := runningTable(t, poker.Rules{}, games.Options{"turn": "30"})
				line, deadline := f.Session().Line, f.Session().Course.Deadline()
				f.Order(c.stop)
				time.Sleep(10 * time.Minute)
				synctest.Wait()
				require.Equal(t, line, f.Session().Line)
				require.False(t, f.Session().HaltedSince.IsZero())
				f.Order(c.goOn)
				synctest.Wait()
				require.Equal(t, []string{"clock away"}, f.linesAfter(line))
				require.True(t, f.Session().HaltedSince.IsZero(), "the clock runs again")
				require.Equal(t, deadline.Add(10*time.Minute), f.Session().Course.Deadline())
				require.Contains(t, f.outlet.allMessages(), c.told)
				time.Sleep(40 * time.Second)
				synctest.Wait()
				require.Contains(t, f.linesAfter(line), "clock ")
				f.Close()
				<-end
			})
		})
	}
}

// If two interruptions overlap, the clock continues when both have ended. A very short interruption isn't recorded.
func TestClockContinuesAfterAllInterruptions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, end, _ := runningTable(t, poker.Rules{}, games.Options{"turn": "30"})
		line := f.Session().Line
		f.Order(Hidden{})
		synctest.Wait()
		time.Sleep(toleratedGap - time.Millisecond)
		f.Order(Visible{})
		synctest.Wait()
		require.Equal(t, line, f.Session().Line, "a short gap must not be recorded")
		for _, long := range []time.Duration{toleratedGap, mentionFrom} {
			require.NotContains(t, f.outlet.allMessages(), "table.back")
			f.Order(Pause{})
			synctest.Wait()
			time.Sleep(long)
			f.Order(Unpause{})
			synctest.Wait()
			line++
			require.Equal(t, line, f.Session().Line, "a gap of %s is recorded", long)
		}
		require.Contains(t, f.outlet.allMessages(), "table.back")
		f.Order(Hidden{})
		f.Order(Freeze{})
		time.Sleep(time.Minute)
		f.Order(Visible{})
		synctest.Wait()
		require.False(t, f.Session().HaltedSince.IsZero(), "Discord is still unreachable")
		time.Sleep(time.Minute)
		f.Order(Resume{})
		synctest.Wait()
		require.True(t, f.Session().HaltedSince.IsZero())
		require.Equal(t, 2*time.Minute+toleratedGap+mentionFrom, f.Session().Course.Lost)
		f.Close()
		<-end
	})
}

// Each interruption ends independently. When the last one ends, the clock continues, one line records all the lost
// time, and the table announces that the bot is back.
func TestInterruptionsEndIndependently(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, end, _ := runningTable(t, poker.Rules{}, games.Options{"turn": "30"})
		line, shown := f.Session().Line, f.outlet.shows()
		f.Order(Freeze{})
		time.Sleep(time.Minute)
		f.Order(Freeze{Why: Unserved})
		f.Order(Resume{Restarted: true})
		time.Sleep(time.Minute)
		synctest.Wait()
		require.Equal(t, line, f.Session().Line)
		require.Equal(t, shown, f.outlet.shows())
		f.Order(Resume{Why: Unserved})
		synctest.Wait()
		require.Equal(t, []string{"clock away"}, f.linesAfter(line))
		require.Equal(t, 2*time.Minute, f.Session().Course.Lost)
		require.True(t, f.Session().HaltedSince.IsZero())
		require.Equal(t, shown+1, f.outlet.shows())
		f.Close()
		<-end
	})
}

// The order ShowAgain shows the table in a new message, and Redraw draws it again after a change of settings.
func TestOrdersShowTheTableAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, end, _ := runningTable(t, classic.Rules{}, nil)
		for _, o := range []Order{ShowAgain{}, Redraw{}} {
			shown := f.outlet.shows()
			f.Order(o)
			synctest.Wait()
			require.Equal(t, shown+1, f.outlet.shows(), "%T", o)
		}
		f.Close()
		<-end
	})
}

// The bot can close a table at any time. The table announces this.
func TestBotClosesATable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, end, _ := runningTable(t, poker.Rules{}, nil)
		done := make(chan struct{})
		f.Order(Close{Done: done})
		<-done
		require.Equal(t, PlayedOut, <-end)
		require.True(t, f.Session().Over())
		has, err := f.journal.Journal.(store.Store).Balance(t.Context(), 1, ann)
		require.NoError(t, err)
		require.EqualValues(t, 100, has.Balance, "her chips returned to her balance")
	})
}

// When the data of a player who has left is deleted, an anonymous player takes their place, even if they opened the
// table.
func TestForgettingAPlayerWhoLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, end, _ := runningTable(t, classic.Rules{}, nil)
		const nobody = ids.User(-5)
		f.Table.Names = func(context.Context, []ids.User) (map[ids.User]string, error) {
			return map[ids.User]string{nobody: "somebody"}, nil
		}
		seat, shown := f.Session().Seats[ann], f.outlet.shows()
		f.Put(f.word(ann, "/leave"))
		done := make(chan struct{})
		synctest.Wait()
		f.Order(Forget{ForgottenPlayer: store.ForgottenPlayer{Player: ann, As: nobody}, Done: done})
		<-done
		s := f.Session()
		require.NotContains(t, s.Seats, ann)
		require.Equal(t, seat, s.Seats[nobody])
		require.Equal(t, "somebody", s.Name(seat))
		require.Equal(t, nobody, s.Row.Opener)
		require.Greater(t, f.outlet.shows(), shown+1, "the table must be shown with the new name")
		unnamed := s.renameForgotten(store.ForgottenPlayer{Player: bob, As: -6}, "")
		require.Equal(t, games.SeatLetter(s.Seats[bob]), unnamed.Name(s.Seats[bob]))
		require.Equal(t, "Name", s.Name(s.Seats[bob]), "the name has changed for another player")
		require.Equal(t, unnamed.Seats, unnamed.renameForgotten(store.ForgottenPlayer{Player: 99, As: -7}, "").Seats)
		f.Close()
		<-end
	})
}

// PutWhenRoom waits until there is room, the table closes or its context ends.
func TestPutWhenRoomWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newInbox(everyoneSits)
		for range seatedShare {
			require.True(t, m.Put(Word{Words: "first"}))
		}
		ctx, giveUp := context.WithCancel(t.Context())
		go m.PutWhenRoom(ctx, Word{Words: "given up"})
		time.Sleep(time.Second)
		giveUp()
		synctest.Wait()
		go m.PutWhenRoom(t.Context(), Word{Words: "late"})
		time.Sleep(time.Second)
		synctest.Wait()
		require.Equal(t, seatedShare, m.Waiting())
		_, any := m.takeWord()
		require.True(t, any)
		time.Sleep(time.Second)
		synctest.Wait()
		require.Equal(t, seatedShare, m.Waiting())
		go m.PutWhenRoom(t.Context(), Word{Words: "too late"})
		m.Close()
		time.Sleep(time.Second)
		synctest.Wait()
		<-m.closing
		all := m.takeWords()
		require.Equal(t, "late", all[len(all)-1].Words)
		require.Len(t, all, seatedShare)
		require.Empty(t, m.takeWords())
	})
}

// A player who wants to leave during a hand is told how many chips they would lose, and leaves only after confirming.
func TestLeavingDuringAHandNeedsConfirmation(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start, turn bet 2")
	who := map[ids.User]ids.User{ann: bob, bob: ann}[f.Session().Thinkers()[0]]
	w := f.word(who, "/leave")
	p := f.Session().Plan(w, f.moment())
	require.Equal(t, NeedsConfirmation, p.Answer.Verdict)
	require.Equal(t, "table.leave_costs", p.Answer.Phrase.Key)
	require.Empty(t, p.Entry.Played)
	w.Confirmed, w.AgreedCost = true, 1
	require.Equal(t, NeedsConfirmation, f.Session().Plan(w, f.moment()).Answer.Verdict, "the player agreed to a smaller stake")
	w.AgreedCost = 2
	require.Equal(t, Played, f.Session().Plan(w, f.moment()).Answer.Verdict)
	require.Equal(t, Played, f.planCommand(f.Session().Thinkers()[0], "leave").Answer.Verdict, "the player has bet nothing")
}
