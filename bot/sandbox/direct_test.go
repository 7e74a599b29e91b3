package sandbox_test

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
)

func TestDirectMessagesArePrivate(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{})
	b := newBot(t, sb)
	b.Identify.Intents = discordgo.IntentDirectMessages | discordgo.IntentGuildMessages | discordgo.IntentGuilds
	b.open()
	dm, err := sb.Direct("Ann")
	require.NoError(t, err)
	_, err = sb.Say("Ann", dm, "only you")
	require.NoError(t, err)
	in := b.next("MESSAGE_CREATE").Struct.(*discordgo.MessageCreate)
	require.Equal(t, "only you", in.Content, "direct messages have content without the intent")
	require.Empty(t, in.GuildID)
	_, err = sb.Say("Bob", dm, "me too")
	require.Error(t, err)
	require.Empty(t, sb.Messages(dm, "Bob"))
	_, err = b.ChannelMessageSend(dm, "hello Ann")
	require.NoError(t, err)
	require.Len(t, sb.Messages(dm, "Ann"), 2)

	// A bot with only the direct-message intent receives events for its ephemeral answers, and these events have no
	// guild id.
	b.next("MESSAGE_CREATE")
	m := postBoard(t, b)
	b.next("MESSAGE_CREATE")
	_, err = sb.Click("Ann", "card-night", m.ID, "none")
	require.NoError(t, err)
	require.NoError(t, b.InteractionRespond(b.nextInteraction(),
		answerWith(4, &discordgo.InteractionResponseData{Content: "psst", Flags: discordgo.MessageFlagsEphemeral})))
	told := b.next("MESSAGE_CREATE").Struct.(*discordgo.MessageCreate)
	require.Equal(t, []string{"psst", ""}, []string{told.Content, told.GuildID})
}
