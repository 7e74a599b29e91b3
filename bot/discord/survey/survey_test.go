package survey

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// answer is the transport to something that answers every question in the same way.
type answer struct {
	status int
	body   string
}

func (a answer) RoundTrip(*http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	w.WriteHeader(a.status)
	w.WriteString(a.body)
	return w.Result(), nil
}

// A proxy on the way that wants to know who asks, or has a page of its own, knows nothing of the token and of
// channels.
func TestOnlyDiscordRefusesATokenOrAChannel(t *testing.T) {
	for status, refused := range map[int]error{http.StatusUnauthorized: discord.ErrUnauthorized,
		http.StatusForbidden: discord.ErrMissingAccess, http.StatusNotFound: discord.ErrUnknownChannel} {
		ask := func(body string) error {
			_, err := Survey{HTTP: &http.Client{Transport: answer{status, body}}}.Bot(t.Context())
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
