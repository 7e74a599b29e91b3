package bot_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/meter"
	"settable/bot/sandbox"
	"settable/store"
)

// A bot that has lost its tables to another process stops immediately. It writes and posts nothing, not even an
// announcement, and leaves the last interaction unanswered. The other process continues from the same position.
func TestBotStopsWhenItLosesItsTables(t *testing.T) {
	lost, m := make(chan struct{}), meter.New()
	n := newBot(t, func(n *testBot, _ *sandbox.Options) { n.config.Lost, n.config.Meter = lost, m })
	n.deal()
	n.say("Ann", "set a b c")
	n.shows("Ann takes **A B C**")
	said := func() (all []string) {
		for _, m := range n.sb.Messages(n.channel, "Ann") {
			all = append(all, m.Content)
		}
		return all
	}
	before, lines := said(), n.words()
	close(lost)
	select {
	case <-n.stopped:
	case <-time.After(20 * time.Second):
		require.Fail(t, "the bot did not stop")
	}
	n.stop()
	require.ErrorIs(t, n.stopErr, store.ErrLost)
	require.Equal(t, before, said(), "a lost bot must announce nothing")
	require.Equal(t, lines, n.words())
	now, _ := scrape(t, m)
	require.Zero(t, now[`settable_tables{state="open"}`], "the metrics of a lost bot must disappear")
	require.NotZero(t, now["settable_gateway_events_total"])

	n.config.Lost = nil
	n.start()
	n.say("Ann", "set "+findSet(readCards(n.alt())))
	n.wait("the next one", func() bool { return len(n.words()) > len(lines) })
}
