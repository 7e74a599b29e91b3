package lobby

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/table"
	"settable/store"
)

func TestDoorsOfWords(t *testing.T) {
	ann := discord.UserRef{ID: 9, Name: "*Ann*"}
	m := FromMessage(discord.TypedMessage{ID: 100, Channel: 7, Guild: 8, Author: ann, Content: "set a b c"})
	require.Equal(t, table.Typed, m.Door)
	require.Equal(t, store.Source("m100"), m.Source)
	require.Equal(t, `\*Ann\*`, m.Who.Name, "names are escaped")

	m = FromMessage(discord.TypedMessage{ID: 100, Channel: 7, Guild: 8, Content: "set a b c", MentionsMe: true})
	require.Equal(t, table.Mention, m.Door)
	m = FromMessage(discord.TypedMessage{
		ID: 100, Channel: 7, Guild: 8, Content: "nice one", ReplyToMe: true,
	})
	require.Equal(t, table.Typed, m.Door, "a reply can be talk")
	m = FromMessage(discord.TypedMessage{
		ID: 100, Channel: 7, Guild: 8, Content: "game?", MentionsMe: true, ReplyToMe: true,
	})
	require.Equal(t, table.Mention, m.Door, "the bot answers a mention inside a reply")

	at := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	sent := discord.Interaction{
		Ticket: discord.Ticket{ID: "55", Token: "s", Channel: 7}, Guild: 8,
		User: discord.UserRef{ID: 9}, At: at,
	}
	i := FromInteraction(sent, table.Modal, "set a b c", table.Sight{Table: 1, Line: 2})
	require.Equal(t, store.Source("i55"), i.Source)
	require.Equal(t, "set a b c", i.Words)
	require.True(t, i.Private())
}
