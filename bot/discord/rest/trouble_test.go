package rest

import (
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/bot/sandbox/sandboxtest"
)

// A post that is at first refused, lost, rate-limited or cut off appears exactly once in the end.
func TestRetriedPostAppearsOnce(t *testing.T) {
	t.Parallel()
	for name, trouble := range map[string]func(*sandboxtest.Server){
		"502 before":        func(s *sandboxtest.Server) { s.FailREST(2, 502) },
		"502 after":         func(s *sandboxtest.Server) { s.LoseREST(2, 502) },
		"lost request":      func(s *sandboxtest.Server) { s.FailREST(2, 0) },
		"lost response":     func(s *sandboxtest.Server) { s.LoseREST(2, 0) },
		"rate limit":        func(s *sandboxtest.Server) { s.Limit(3, 20*time.Millisecond, false) },
		"global rate limit": func(s *sandboxtest.Server) { s.Limit(2, 20*time.Millisecond, true) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newFixture(t, typed)
			trouble(r.Sandbox)
			id, err := r.rest.Post(t.Context(), r.Channel, discord.Message{Content: "once"})
			require.NoError(t, err)
			all := r.Sandbox.Messages("card-night", "Ann")
			require.Len(t, all, 1)
			require.Equal(t, id.String(), all[0].ID)
			require.Positive(t, r.rest.Counts().Retries)
		})
	}
}

// A lost response isn't an error if the second attempt finds that the first one succeeded.
func TestLostResponseIsNotAnError(t *testing.T) {
	t.Parallel()
	r := newFixture(t, typed)
	id, err := r.rest.Post(t.Context(), r.Channel, discord.Message{Content: "x",
		Rows: []discord.Row{{Buttons: []discord.Button{{Label: "x", CustomID: "x"}}}}})
	require.NoError(t, err)
	_, err = r.Sandbox.Click("Bob", "card-night", id.String(), "x")
	require.NoError(t, err)
	press := discordtest.Await[discord.Press](t, r.Session)
	r.Sandbox.LoseREST(1, 502)
	require.NoError(t, r.rest.Answer(t.Context(), press.Ticket, discord.Message{Content: "heard"}, true))
	require.Len(t, r.Sandbox.Messages("card-night", "Bob"), 2)
	r.Sandbox.LoseREST(1, 0)
	require.NoError(t, r.rest.Edit(t.Context(), r.Channel, id, discord.Message{Content: "y"}))
	require.Equal(t, "y", r.Seen("Ann").Content)
	r.Sandbox.LoseREST(1, 502)
	require.NoError(t, r.rest.Delete(t.Context(), r.Channel, id))
	require.Empty(t, r.Sandbox.Messages("card-night", "Ann"))
}

func TestSameNoncePostsOnce(t *testing.T) {
	t.Parallel()
	r := newFixture(t, typed)
	a, err := r.rest.Post(t.Context(), r.Channel, discord.Message{Content: "one", Nonce: "t1-17"})
	require.NoError(t, err)
	b, err := r.rest.Post(t.Context(), r.Channel, discord.Message{Content: "one", Nonce: "t1-17"})
	require.NoError(t, err)
	require.Equal(t, a, b)
	require.Len(t, r.Sandbox.Messages("card-night", "Ann"), 1)
}

// The bot sends a channel five messages per window and never causes a 429.
func TestChannelLimitIsKept(t *testing.T) {
	t.Parallel()
	o := typed
	o.Window = 300 * time.Millisecond
	r := newFixture(t, o)
	var wg sync.WaitGroup
	for range 14 {
		wg.Go(func() {
			if _, err := r.rest.Post(t.Context(), r.Channel, discord.Message{Content: "x"}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	require.Len(t, r.Sandbox.Messages("card-night", "Ann"), 14)
	require.Zero(t, r.Sandbox.Invalid())
}

// An outage causes only one log line, no matter which requests fail and how often.
func TestOutageIsLoggedOnce(t *testing.T) {
	r, d := newScriptedServer(t, reply(503, `<html>`))
	var lines strings.Builder
	r.log = slog.New(slog.NewTextHandler(&lines, nil))
	for range 20 {
		_, err := r.Post(t.Context(), 2, discord.Message{Content: "hi"})
		require.ErrorIs(t, err, discord.ErrDown)
		require.ErrorIs(t, r.Edit(t.Context(), 2, 8, discord.Message{Content: "hi"}), discord.ErrDown)
	}
	require.Len(t, d.requests(), 200)
	require.Equal(t, 1, strings.Count(lines.String(), "\n"), lines.String())
}

// If several processes run the same bot, an interaction that another process has already answered causes only a
// warning.
func TestProcessesOfOneBotMayOverlap(t *testing.T) {
	may := func(bool) error { return nil }
	require.True(t, New(Config{May: may}).hasSiblings)
	require.False(t, New(Config{}).hasSiblings)
	r, _ := newScriptedServer(t,
		reply(400, `{"code":40060,"message":"Interaction has already been acknowledged."}`))
	var lines strings.Builder
	r.log, r.hasSiblings = slog.New(slog.NewTextHandler(&lines, nil)), true
	for range 10 {
		require.ErrorIs(t, r.Defer(t.Context(), ticket, true), discord.ErrAnswered)
	}
	require.Equal(t, 1, strings.Count(lines.String(), "\n"), lines.String())
	require.Contains(t, lines.String(), "level=WARN")
	require.Contains(t, lines.String(), "another process answered an interaction first")
}

// If interactions have already been answered by another program, the bot logs once that another program uses its token.
func TestOtherUserOfTheTokenIsDetected(t *testing.T) {
	r, _ := newScriptedServer(t,
		reply(400, `{"code":40060,"message":"Interaction has already been acknowledged."}`))
	var lines strings.Builder
	r.log = slog.New(slog.NewTextHandler(&lines, nil))
	for range 10 {
		require.ErrorIs(t, r.Answer(t.Context(), ticket, discord.Message{Content: "hi"}, true), discord.ErrAnswered)
	}
	require.Equal(t, 1, strings.Count(lines.String(), "\n"), lines.String())
	require.Contains(t, lines.String(), "another program uses this bot's token")
}
