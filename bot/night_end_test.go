package bot_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games/gamestest"
	"settable/games/poker"
	"settable/store"
	"settable/store/ids"
)

// After /night end, the bot announces the end once and posts the standings after the current hand, even if it
// restarts in between. Bets aren't returned, whoever ends the night (Rights 11).
func TestNightEndsAfterItsHand(t *testing.T) {
	for _, who := range []string{"Bob", "Ann"} { // the opener of the night, and a member with Manage Server
		t.Run(who, func(t *testing.T) {
			gamestest.SkipUnderRace(t)
			n := pokerEvening(t)
			require.Contains(t, n.slash("Bob", "night", world.Sub("start", world.Opt("buy_in", 5))), "begins")
			n.shows("Bob buys in for 5 chips")
			n.press("Cid", ":join")
			n.shows("Cid buys in for 5 chips")
			n.move("Bob", "start", "Hand 1")
			n.move("Cid", "bet 2", "Cid bets 2")
			require.Contains(t, n.slash(who, "night", world.Sub("end")), "The poker night ends after this hand.")
			require.Contains(t, n.slash(who, "night", world.Sub("end")), "The poker night is already set to end")
			n.stop()
			n.start()
			n.move("Bob", "drop", "Cid takes the pot, 2 chips")
			require.Contains(t, n.standings(), "1 hand")
			requireAudited(n, 1)
			require.Contains(t, n.slash(who, "night", world.Sub("end")), "There's no poker night in this channel")
		})
	}
}

func (n *testBot) standings() (text string) {
	n.t.Helper()
	n.wait("the standings of the night", func() bool { text = n.standingsPost().Content; return text != "" })
	return text
}

// droppedNight is a store whose open night is deleted as soon as it has been read.
type droppedNight struct{ store.Store }

func (s droppedNight) OpenNight(ctx context.Context, c ids.Channel) (store.Night, error) {
	n, err := s.Store.OpenNight(ctx, c)
	n.ID += 1000
	return n, err
}

// A night whose first table can't be shown is deleted. If a user sends /night end at that moment, the bot answers
// that there is no night, just as it would a moment later.
func TestNightIsDeletedWhileItEnds(t *testing.T) {
	var dropping atomic.Bool
	n := newBot(t, func(n *testBot, _ *sandbox.Options) {
		n.config.Games = append(n.config.Games, poker.Game)
		n.wrapStore = func(s store.Store) store.Store {
			if dropping.Load() {
				return droppedNight{s}
			}
			return s
		}
	})
	require.Contains(t, n.slash("Ann", "night", world.Sub("start")), "begins")
	n.shows("SET Poker")
	require.Contains(t, n.slash("Ann", "end"), "The table is closed")
	n.stop()
	dropping.Store(true)
	n.start()
	require.Contains(t, n.slash("Ann", "night", world.Sub("end")), "There's no poker night in this channel right now.")
	require.NotContains(t, n.log.String(), "ending night")
}
