package bot

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/store"
)

func TestCustomIDsComeBackAsTheyWereWritten(t *testing.T) {
	for _, c := range []customID{
		{moveButton, sight{Table: 12, Line: 345}, "none"},
		{formButton, sight{Table: 1, Line: 0}, "set"},
		{boardButton, sight{}, "sets,,all,2"},
		{textButton, sight{Table: 9_007_199_254_740_993, Line: 1 << 30}, ""},
	} {
		require.LessOrEqual(t, len(c.String()), 100, "Discord's limit")
		back, ok := parseCustomID(c.String())
		require.True(t, ok, c.String())
		require.Equal(t, c, back)
	}
}

func TestForgedCustomIDsAreRefused(t *testing.T) {
	for _, id := range []string{
		"", "move", "move:1", "move:1:2", "move:-1:2:none", "move:1:-2:none", "move:1e3:2:none", "move:0x1:2:none",
		"move:01:2:none", "move:+1:2:none", "move: 1:2:none", "move:1:2٣:none", "move:99999999999999999999:1:none",
		strings.Repeat(":", 100),
	} {
		_, ok := parseCustomID(id)
		require.False(t, ok, id)
	}
}

func TestTheSameWordsComeThroughEveryDoor(t *testing.T) {
	m := fromMessage(discord.Said{ID: "100", Channel: "7", Guild: "8", Author: discord.UserRef{ID: "9", Name: "*Ann*"}, Content: "set a b c"})
	require.Equal(t, typed, m.Door)
	require.Equal(t, store.Source("m100"), m.Source)
	require.Equal(t, `\*Ann\*`, m.Who.Name, "names are escaped before they are printed")

	m = fromMessage(discord.Said{ID: "100", Channel: "7", Guild: "8", Content: "set a b c", MentionsMe: true})
	require.Equal(t, mention, m.Door)
	m = fromMessage(discord.Said{ID: "100", Channel: "7", Guild: "8", Content: "nice one", MentionsMe: true, ReplyToMe: true})
	require.Equal(t, typed, m.Door, "a reply to the table may be talk, although Discord counts it as a mention")

	at := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	i := fromInteraction(discord.Interaction{Ticket: discord.Ticket{ID: "55", Token: "s"}, Channel: "7", Guild: "8", User: discord.UserRef{ID: "9"}, At: at}, modal, "set a b c", sight{Table: 1, Line: 2})
	require.Equal(t, store.Source("i55"), i.Source)
	require.Equal(t, "set a b c", i.Words)
	require.True(t, i.Private())
}
