package bot

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/store"
)

// slowLines is a store that delays each line until the test allows it.
type slowLines struct {
	store.Store
	may *atomic.Pointer[chan struct{}] // nil: writes immediately
}

func (s slowLines) Append(ctx context.Context, e store.Entry) error {
	if may := s.may.Load(); may != nil {
		<-*may
	}
	return s.Store.Append(ctx, e)
}

// If a player of the last game leaves just before the bot starts the next one, the bot waits until all players of the
// last game are back.
func TestNextGameStartsOnceTheLastPlayersReturn(t *testing.T) {
	var may atomic.Pointer[chan struct{}]
	set := func(q *virtualBot) {
		q.through = func(s store.Store) store.Store { return slowLines{s, &may} }
	}
	runVirtualBot(t, set, func(q *virtualBot) {
		q.slash(q.ann, "play", "poker", nil)
		q.say(q.bob, "join")
		q.slash(q.bob, "leave", "", nil)
		q.slash(q.bob, "join", "", nil)
		q.say(q.ann, "start")
		q.say(q.mover(), "drop")
		ended := q.table().Row
		q.slash(q.ann, "end", "", nil)
		q.wait(time.Minute)
		require.Nil(q.t, q.table())
		q.askAs(farHome, q.channel, q.ann, false, func(i discord.Interaction) discord.Event {
			again := message.ID{Kind: message.AgainButton, Table: int64(ended.ID)}
			return discord.Press{Interaction: i, CustomID: q.bot.lobby.Seal.For(farHome)(again)}
		})
		require.Contains(q.t, q.latest(), "Waiting for Bob from the last game")

		written := make(chan struct{})
		may.Store(&written)
		for _, e := range []discord.Slash{q.slashEvent(q.bob, "join", "", nil), q.slashEvent(q.ann, "leave", "", nil)} {
			q.wire.send(e) // Ann's word waits while Bob's word is being written, and comes before the word of the house
			synctest.Wait()
		}
		may.Store(nil)
		close(written)
		q.settle()
		require.Contains(q.t, q.latest(), "Ann leaves the table")
		require.Contains(q.t, q.latest(), "Waiting for Ann from the last game")
		q.slash(q.ann, "join", "", nil)
		require.Contains(q.t, q.latest(), "**Hand 1**")
	})
}

// If the new game starts without one of the last game's players just as they press "Play again", they are told so.
func TestPlayAgainDuringTheStart(t *testing.T) {
	var may atomic.Pointer[chan struct{}]
	set := func(q *virtualBot) {
		q.through = func(s store.Store) store.Store { return slowLines{s, &may} }
	}
	runVirtualBot(t, set, func(q *virtualBot) {
		q.slash(q.ann, "play", "english", nil)
		q.slash(q.bob, "join", "", nil)
		q.slash(q.cid, "join", "", nil)
		require.NoError(q.t, q.bot.lobby.Close(q.t.Context(), q.channel, 0))
		q.settle()
		q.wire.send(q.pressEvent(q.ann, "again:"))
		q.settle()
		q.slash(q.bob, "join", "", nil)

		press, written := q.pressEvent(q.cid, "again:"), make(chan struct{})
		may.Store(&written)
		q.wire.send(q.slashEvent(q.ann, "start", "", nil))
		synctest.Wait()
		answer := q.privateAnswers(q.cid, func() {
			q.wire.send(press)
			synctest.Wait()
			may.Store(nil)
			close(written)
			q.settle()
		})
		require.Contains(q.t, answer, "started without you")
	})
}
