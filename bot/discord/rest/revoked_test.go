package rest

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/gateway"
	"settable/store/ids"
)

// After a 401, the bot sends nothing more, and the session ends with a log line that says what to do.
func TestUnauthorizedStopsTheBot(t *testing.T) {
	t.Parallel()
	r := newFixture(t, typed)
	before := r.rest.Counts().requests()
	r.Sandbox.Revoke()
	_, err := r.rest.Post(t.Context(), r.Channel, discord.Message{Content: "x"})
	require.ErrorIs(t, err, discord.ErrUnauthorized)
	for range r.Events() {
	}
	var refused *gateway.Refused
	require.ErrorAs(t, r.Err(), &refused)
	require.Equal(t, 401, refused.Code)
	for _, err := range everyMethod(t.Context(), r.rest) {
		require.Error(t, err)
	}
	require.Equal(t, before+1, r.rest.Counts().requests())
	require.Equal(t, 1, r.Sandbox.Invalid())
}

// A 401 for an expired interaction doesn't stop the bot.
func TestExpiredInteractionDoesNotStopTheBot(t *testing.T) {
	r, _ := newScriptedServer(t, reply(401, `{"code":50027,"message":"Invalid Webhook Token"}`),
		reply(200, `{"id":"8"}`))
	err := r.EditAnswer(t.Context(), ticket, discord.Message{Content: "x"})
	require.ErrorIs(t, err, discord.ErrGone)
	require.NotErrorIs(t, err, discord.ErrUnauthorized)
	_, err = r.Post(t.Context(), 2, discord.Message{Content: "x"})
	require.NoError(t, err)
}

// A 401 from a proxy doesn't show whether the token is valid. It still counts towards a ban, because it could come from
// the proxy in front of Discord.
func TestProxy401DoesNotStopTheBot(t *testing.T) {
	for _, body := range []string{`<html>sign in`, ``, `{"error":"sign in"}`} {
		r, _ := newScriptedServer(t, reply(401, body, "WWW-Authenticate", "Basic"), reply(200, `{"id":"8"}`))
		_, err := r.Post(t.Context(), 2, discord.Message{Content: "x"})
		require.ErrorContains(t, err, "401")
		require.NotErrorIs(t, err, discord.ErrUnauthorized)
		_, err = r.Post(t.Context(), 2, discord.Message{Content: "x"})
		require.NoError(t, err)
	}
	r, d := newScriptedServer(t, reply(401, `<html>sign in`))
	for range 1200 {
		require.Error(t, r.Delete(t.Context(), 2, 8))
	}
	require.Len(t, d.requests(), 1000)
}

// A refusal with an error code isn't retried, whatever its status. For example, Discord sends code 30046 with status
// 429, and counts each attempt.
func TestRefusalWithACodeIsNotRetried(t *testing.T) {
	for code, want := range map[string]error{"30046": discord.ErrTooOld, "10008": discord.ErrUnknownMessage,
		"10062": discord.ErrGone, "40060": discord.ErrAnswered} {
		for _, status := range []int{400, 404, 429, 503} {
			r, d := newScriptedServer(t, reply(status, `{"code":`+code+`,"message":"No.","retry_after":30}`),
				reply(200, `{"id":"8"}`))
			err := r.Edit(t.Context(), 2, 8, discord.Message{Content: "x"})
			require.ErrorIs(t, err, want)
			require.NotErrorIs(t, err, discord.ErrLimited)
			require.NoError(t, r.Edit(t.Context(), 2, 9, discord.Message{Content: "x"}),
				"the route must not be blocked")
			require.Len(t, d.requests(), 2)
		}
	}
}

// A bot whose requests are all refused stops after a tenth of the refusals that would ban its address. It logs this
// once.
func TestBreakerPreventsABan(t *testing.T) {
	r, d := newScriptedServer(t, reply(http.StatusForbidden, `{"code":50013,"message":"Missing Permissions"}`))
	var text bytes.Buffer
	r.log = slog.New(slog.NewTextHandler(&text, nil))
	for n := range 1200 {
		require.Error(t, r.Delete(t.Context(), ids.Channel(n+1), 8))
	}
	require.Len(t, d.requests(), 1000)
	require.ErrorIs(t, r.Delete(t.Context(), 9000, 8), discord.ErrBreaker)
	require.Equal(t, 1, strings.Count(text.String(), "sending nothing to Discord for up to ten minutes"))
}
