package checkup

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
)

// A 401 or 403 from a proxy says nothing about the token or the channel.
func TestProxyRefusalsAreNotDiscords(t *testing.T) {
	for status, refused := range map[int]error{http.StatusUnauthorized: discord.ErrUnauthorized,
		http.StatusForbidden: discord.ErrMissingAccess, http.StatusNotFound: discord.ErrUnknownChannel} {
		ask := func(body string) error {
			answer := discordtest.Answer{Status: status, Body: body}
			_, err := Survey{HTTP: &http.Client{Transport: answer}}.Bot(t.Context())
			return err
		}
		require.ErrorIs(t, ask(`{"code":0,"message":"No."}`), refused)
		for _, body := range []string{`<html>sign in`, ``, `{"error":"sign in"}`} {
			err := ask(body)
			require.ErrorIs(t, err, discord.ErrDown, "%d %s", status, body)
			require.NotErrorIs(t, err, refused)
			require.ErrorContains(t, err, http.StatusText(status))
		}
	}
}
