package bot_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot"
	"settable/bot/discord"
	"settable/bot/discord/gateway"
	"settable/bot/discord/rest"
	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/store/sqlite"
)

// The bot records every new session on disk before starting it, so that the daily count of sessions survives
// restarts.
func TestNewSessionsAreRecordedFirst(t *testing.T) {
	t.Parallel()
	sb := sandboxtest.Start(t, sandbox.Options{MessageContent: true})
	path := bot.EmptyDatabase(t)
	begun := time.Now()
	for life := 1; life <= 3; life++ {
		st, err := sqlite.Open(t.Context(), path, sqlite.Options{})
		require.NoError(t, err)
		client := sb.Client()
		token := discord.Secret(sb.Token())
		s, err := gateway.Dial(t.Context(), rest.New(rest.Config{Token: token, HTTP: client}), gateway.Config{
			Token: token, HTTP: client, Identify: st.Identify, Identified: st.Identified,
		})
		require.NoError(t, err)
		require.IsType(t, discord.Ready{}, <-s.Events())
		all, err := st.Identified(t.Context(), begun)
		require.NoError(t, err)
		require.Len(t, all, life)
		require.Equal(t, life, sb.Identified())
		require.NoError(t, s.Close(t.Context()))
		client.CloseIdleConnections()
		require.NoError(t, st.Close())
	}
}
