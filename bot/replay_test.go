package bot_test

import (
	"bytes"
	"context"
	"fmt"
	"image/gif"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/sqlite"
)

func (n *testBot) replay(who string, options ...world.Option) world.Message {
	n.t.Helper()
	id, err := n.sb.Slash(who, n.channel, "replay", options...)
	require.NoError(n.t, err)
	out, err := n.sb.WaitOutcome(n.ctx(), id)
	require.NoError(n.t, err)
	require.NotNil(n.t, out.Message, "the interaction is %s", out.State)
	require.True(n.t, out.Message.Ephemeral(), "only the caller may see the replay")
	require.Len(n.t, out.Message.Attachments, 1, "there is no picture: %s", out.Message.Content)
	return *out.Message
}

// pressReplay presses a button of a replay and returns the updated message.
func (n *testBot) pressReplay(who string, m world.Message, label string) world.Message {
	n.t.Helper()
	id, err := n.sb.Click(who, n.channel, m.ID, buttonLabelled(n.t, m, label))
	require.NoError(n.t, err)
	n.answer(id)
	all := n.sb.Messages(n.channel, who)
	i := slices.IndexFunc(all, func(x world.Message) bool { return x.ID == m.ID })
	require.GreaterOrEqual(n.t, i, 0, "the message is gone: %s", m.Content)
	return all[i]
}

// Users can step through a finished game as spectators saw it.
func TestReplay(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := newBot(t)
	require.Contains(t, n.slash("Bob", "replay"), "There are no finished games in this channel yet")
	n.deal(world.Opt("penalty", "none"))
	n.say("Bob", "set a b c")
	n.shows("Bob takes **A B C**")
	n.say("Cid", "set d e f")
	n.shows("Cid takes **D E F**")
	for _, who := range []string{"Ann", "Bob", "Cid"} {
		n.slash(who, "end")
	}
	ended := n.shows("has ended")
	require.Contains(t, labels(ended), "Replay")

	m := n.replay("Dee")
	require.Contains(t, m.Content, "**Classic SET**, step 1 of ")
	require.Contains(t, m.Content, "Ann sits down.")
	require.Contains(t, m.Attachments[0].Description, "Classic SET")
	m = n.pressReplay("Dee", m, "Next set or showdown")
	require.Contains(t, m.Content, "Ann starts the game.")
	require.Len(t, readCards(m.Attachments[0].Description), 12, "the picture must show the cards")
	for !strings.Contains(m.Content, "Bob takes") {
		m = n.pressReplay("Dee", m, "Next set or showdown")
	}
	require.Contains(t, m.Content, "Bob takes **A B C**")
	require.Contains(t, n.pressReplay("Dee", m, "Back").Content, " of ")
	m = n.pressReplay("Dee", m, "Last")
	require.Contains(t, m.Content, "The game is over.")
	for _, b := range m.Buttons() {
		onward := slices.Contains([]string{"Next", "Last", "Next set or showdown"}, b.Label)
		require.Equal(t, onward, b.Disabled, b.Label)
	}
	require.Contains(t, n.pressReplay("Dee", m, "First").Content, "step 1 of")

	id, err := n.sb.Click("Dee", n.channel, m.ID, buttonLabelled(t, m, "Make a GIF"))
	require.NoError(t, err)
	out, err := n.sb.WaitOutcome(n.ctx(), id)
	require.NoError(t, err)
	require.True(t, out.Message.Ephemeral())
	var film world.Message
	n.wait("the film", func() bool {
		all := n.sb.Messages(n.channel, "Dee")
		film = all[len(all)-1]
		return strings.Contains(film.Content, "as a GIF")
	})
	require.Equal(t, "replay.gif", film.Attachments[0].Filename)
	moving, err := n.sb.Attachment(film.Attachments[0].ID, "Dee")
	require.NoError(t, err)
	g, err := gif.DecodeAll(bytes.NewReader(moving))
	require.NoError(t, err)
	require.Contains(t, m.Content, fmt.Sprintf("of %d", len(g.Image)+1), "the film omits the frame before the start")
	require.Less(t, len(moving), 2<<20)

	// A replay that is started from the table's message is the same each time.
	for range 2 {
		require.Contains(t, n.clicked("Cid", ended.ID, buttonLabelled(t, ended, "Replay")), "step 1 of")
	}
}

// If there is no replay, the answer gives the reason.
func TestMissingReplays(t *testing.T) {
	n := newBot(t)
	n.deal()
	n.slash("Ann", "end")
	ended := n.shows("closed")
	require.Contains(t, n.slash("Bob", "replay", world.Opt("ago", 2)), "There's only 1 finished game in this channel")
	m := n.replay("Bob")
	require.Equal(t, m.Content, n.pressReplay("Bob", m, "Older game").Content, "there is no older game")

	n.slash("Ann", "play", world.Sub("classic"))
	n.shows("about to begin") // the current game has no replay yet, but the previous one does
	require.Contains(t, n.replay("Bob").Content, "step 1 of")
	going := readStore(n, func(ctx context.Context, st *sqlite.DB) (store.Table, error) {
		all, err := st.OpenTables(ctx)
		return all[0], err
	})
	forged := strings.Replace(buttonLabelled(t, ended, "Replay"), "replay:1:", fmt.Sprintf("replay:%d:", going.ID), 1)
	require.NotContains(t, n.forged("Bob", ended.ID, forged), "moment", "a signature is valid for one table only")
}

// If the game was compacted, the answer says so.
func TestCompactedGameHasNoReplay(t *testing.T) {
	n := newBot(t)
	n.deal()
	n.slash("Ann", "end")
	n.shows("closed")
	n.stop()
	st, err := sqlite.Open(t.Context(), n.path, sqlite.Options{})
	require.NoError(t, err)
	_, compacted, err := st.Compact(t.Context(), time.Now().Add(100*24*time.Hour), 0, 1)
	require.NoError(t, err)
	require.Equal(t, 1, compacted)
	require.NoError(t, st.Close())
	n.start()
	require.Contains(t, n.slash("Bob", "replay"), "its moves are no longer stored")
}

// Hands that were never shown stay hidden in every step of the replay, in pictures and in words.
func TestReplayKeepsHiddenHandsHidden(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := sit(t, []string{"Ann", "Bob"}, [][]cards.Card{deckWithSets(t, 2, 1, 0), deckWithSets(t, 2, 0, 0)})
	anns := f.cardsOf(1)
	f.move("Bob", "bet 1")
	f.move("Ann", "drop")
	f.slash("Ann", "end")
	f.shows("closed")
	m := f.replay("Bob")
	for {
		require.Len(t, m.Attachments, 1, "there is no picture: %s", m.Content)
		for _, card := range anns {
			require.NotContains(t, m.Content, card)
			require.NotContains(t, m.Attachments[0].Description, card)
		}
		i := slices.IndexFunc(m.Buttons(), func(b world.Component) bool { return b.Label == "Next" })
		require.GreaterOrEqual(t, i, 0, "there is no button for the next frame: %s", m.Content)
		if m.Buttons()[i].Disabled {
			break
		}
		m = f.pressReplay("Bob", m, "Next")
	}
	require.Contains(t, m.Content, "closed")
}
