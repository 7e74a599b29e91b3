package rest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

func TestPermissionsFollowDiscordsOrder(t *testing.T) {
	g := Guild{ID: "5", Owner: "3", roles: []roleFrame{{"5", "3072"}, {"70", "32768"}, {"71", "8"}}}
	const everyone, send = discord.ViewChannel | discord.SendMessages, discord.SendMessages
	for name, c := range map[string]struct {
		roles      []string
		overwrites []overwriteFrame
		want       discord.Permissions
	}{
		"@everyone":          {nil, nil, everyone},
		"a role":             {[]string{"70"}, nil, everyone | discord.AttachFiles},
		"administrator":      {[]string{"71"}, []overwriteFrame{{"5", "0", "0", "3072"}}, everyone | discord.Administrator},
		"denied to everyone": {nil, []overwriteFrame{{"5", "0", "0", "2048"}}, discord.ViewChannel},
		"allowed to a role":  {[]string{"70"}, []overwriteFrame{{"70", "0", "2048", "0"}, {"5", "0", "0", "2048"}}, everyone | discord.AttachFiles},
		"denied to the bot":  {[]string{"70"}, []overwriteFrame{{"99", "1", "0", "2048"}, {"70", "0", "2048", "0"}}, discord.ViewChannel | discord.AttachFiles},
		"of another":         {nil, []overwriteFrame{{"98", "1", "0", "2048"}, {"70", "0", "0", "2048"}}, everyone},
	} {
		got, err := allowed(g, "99", c.roles, c.overwrites)
		require.NoError(t, err, name)
		require.Equal(t, c.want, got, name)
	}
	require.Equal(t, discord.AttachFiles, (everyone | discord.EmbedLinks).Missing(send|discord.AttachFiles))
	require.Zero(t, discord.Administrator.Missing(discord.Needed))
	require.Equal(t, "Send Messages, Attach Files", (send | discord.AttachFiles).String())
	_, err := allowed(Guild{ID: "5", roles: []roleFrame{{"5", "many"}}}, "99", nil, nil)
	require.Error(t, err)
}
