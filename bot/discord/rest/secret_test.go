package rest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
)

// everyMethod calls each method of the client once.
func everyMethod(ctx context.Context, r *Client) []error {
	m := discord.Message{Content: "x", Files: []discord.File{{Name: "a.png", Content: []byte("p")}}}
	var errs []error
	add := func(err error) { errs = append(errs, err) }
	_, err := r.Post(ctx, 2, m)
	add(err)
	add(r.Edit(ctx, 2, 8, m))
	add(r.Delete(ctx, 2, 8))
	add(r.React(ctx, 2, 8, "👀"))
	_, err = r.MessagesAfter(ctx, 2, 8, 50)
	add(err)
	add(r.Answer(ctx, ticket, m, true))
	add(r.Update(ctx, ticket, m))
	add(r.Defer(ctx, ticket, true))
	add(r.DeferUpdate(ctx, ticket))
	add(r.OpenModal(ctx, ticket, discord.Modal{CustomID: "m", Title: "T",
		Fields: []discord.Field{{ID: "w", Label: "L"}}}))
	add(r.Choices(ctx, ticket, []discord.Choice{{Name: "a", Value: "b"}}))
	add(r.EditAnswer(ctx, ticket, m))
	add(r.DeleteAnswer(ctx, ticket))
	_, err = r.PutCommands(ctx, nil)
	add(err)
	return errs
}

// Neither the log nor any method's error contains a secret, no matter how the error is printed and unwrapped.
func TestErrorsContainNoSecret(t *testing.T) {
	echo := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			reply(status, fmt.Sprintf(`{"code":50035,"message":"Bad %s %s","errors":{"x":%q}}`, r.URL,
				r.Header.Get("Authorization"),
				strings.Split(r.URL.Path, "/")))(w, r)
		}
	}
	refused := httptest.NewServer(http.NotFoundHandler())
	refused.Close()
	nowhere, err := url.Parse(refused.URL)
	require.NoError(t, err)
	for name, answer := range map[string]http.HandlerFunc{
		"refused with an echo": echo(400), "hung up": hangUp, "502": echo(502), "401": echo(401),
		"not JSON": reply(200, `<html>`), "no server": nil,
	} {
		t.Run(name, func(t *testing.T) {
			var text bytes.Buffer
			r, _ := newScriptedServer(t, answer)
			if answer == nil {
				r.http = discordtest.Redirect{To: nowhere}
			}
			r.log = slog.New(slog.NewTextHandler(&text, &slog.HandlerOptions{Level: slog.LevelDebug}))
			for _, err := range everyMethod(t.Context(), r) {
				for ; err != nil; err = errors.Unwrap(err) {
					fmt.Fprintf(&text, "%v\n%+v\n%#v\n", err, err, err)
					r.log.Error("failed", "err", err)
				}
			}
			require.NotEmpty(t, text.String())
			for line := range strings.Lines(text.String()) {
				for _, secret := range []string{botToken, pressToken, "discord.com", "Authorization"} {
					require.NotContains(t, line, secret)
				}
			}
		})
	}
}

// The server redirects with 301 and similar codes, but the client doesn't follow.
func TestRedirectsAreNotFollowed(t *testing.T) {
	for _, status := range []int{301, 302, 307, 308} {
		r, d := newScriptedServer(t, func(w http.ResponseWriter, q *http.Request) {
			http.Redirect(w, q, "https://elsewhere.example/"+q.URL.Path, status)
		})
		_, err := r.Post(t.Context(), 1, discord.Message{Content: "two"})
		var e *Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, status, e.Status)
		require.Len(t, d.requests(), 1)
	}
}
