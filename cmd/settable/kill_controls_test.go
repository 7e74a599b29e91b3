package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot"
	"settable/bot/sandbox/traffic"
	"settable/games"
	"settable/games/gamestest"
	"settable/store"
)

// asBroken names the environment variable that selects a deliberate fault of the bot.
const asBroken = "SETTABLE_TEST_WORSE"

// brokenControls are deliberate faults by name.
var brokenControls = map[string]func(*bot.Config){
	"tells before it is written": func(c *bot.Config) { c.Store = lateStore{c.Store} },
	"shows another's hand": func(c *bot.Config) {
		c.Games = slices.Clone(c.Games)
		for i := range c.Games {
			c.Games[i].Rules = gamestest.ChangedRules{Rules: c.Games[i].Rules, Show: showNextPlayersHand}
		}
	},
}

// The kill tests detect each deliberate fault.
func TestKillsDetectEachBrokenControl(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no SIGKILL")
	}
	t.Parallel()
	for name := range brokenControls {
		t.Run(name, func(t *testing.T) {
			v := newEvening(t, 1, newTally())
			v.fault = name
			for i := 0; i < 2*roundsAnEvening && len(v.broken) == 0; i++ {
				v.round()
			}
			require.NotEmpty(t, v.broken)
			t.Log(strings.Join(v.broken, "\n"))
		})
	}
}

// A lateStore reports an entry as written before it writes it.
type lateStore struct{ store.Store }

func (s lateStore) Append(_ context.Context, e store.Entry) error {
	time.AfterFunc(50*time.Millisecond, func() { _ = s.Store.Append(context.Background(), e) })
	return nil
}

// showNextPlayersHand shows every player the next player's view.
func showNextPlayersHand(g games.Game, seat games.Seat) games.View {
	if seat == 1 || seat == 2 {
		seat = seat%2 + 1
	}
	return g.View(seat)
}

// The listener detects a message that shows an older state of a table than users have already seen. It accepts a late
// picture in an older message.
func TestListenerDetectsOlderStates(t *testing.T) {
	e := newListener()
	const post = `{"id":%q,"attachments":[{"filename":"table.png","description":"Cards"}],
		"components":[{"components":[{"custom_id":"move:3:%d.seal:set"}]}]}`
	shows := func(message string, line int) []string {
		e.hear(traffic.Exchange{Method: "PATCH", Status: 200, Path: "/api/v9/channels/7/messages/" + message,
			Answer: fmt.Appendf(nil, post, message, line)})
		return e.takeRegressions()
	}
	require.Empty(t, shows("20", 4))
	require.Empty(t, shows("20", 5))
	require.Equal(t, []string{"table 3: people saw line 5 in message 20, then line 4 in 20"}, shows("20", 4))
	require.NotEmpty(t, shows("21", 3))
	require.Empty(t, shows("9", 2))
	require.Empty(t, shows("21", 6))
	// Posting the same message again isn't a violation.
	e.hear(traffic.Exchange{Method: "POST", Status: 200, Path: "/api/v9/channels/7/messages",
		Body: fmt.Appendf(nil, post, "", 5), Answer: fmt.Appendf(nil, post, "21", 6)})
	require.Empty(t, e.takeRegressions())
}
