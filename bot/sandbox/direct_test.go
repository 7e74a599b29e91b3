package sandbox_test

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
)

func TestADirectConversationIsBetweenTwo(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{})
	b := newBot(t, sb)
	b.Identify.Intents = discordgo.IntentDirectMessages | discordgo.IntentGuildMessages | discordgo.IntentGuilds
	b.open()
	dm, err := b.UserChannelCreate(sb.User("Ann").ID)
	require.NoError(t, err)
	_, err = sb.Say("Ann", dm.ID, "only you")
	require.NoError(t, err)
	in := b.next("MESSAGE_CREATE").Struct.(*discordgo.MessageCreate)
	require.Equal(t, "only you", in.Content, "content comes without the intent")
	require.Empty(t, in.GuildID)
	_, err = sb.Say("Bob", dm.ID, "me too")
	require.Error(t, err)
	require.Empty(t, sb.Messages(dm.ID, "Bob"))
	_, err = b.ChannelMessageSend(dm.ID, "hello Ann")
	require.NoError(t, err)
	require.Len(t, sb.Messages(dm.ID, "Ann"), 2)

	// Ephemeral answers come to the bot by the same intent, without a guild.
	b.next("MESSAGE_CREATE")
	m := board(t, b)
	b.next("MESSAGE_CREATE")
	_, err = sb.Click("Ann", "card-night", m.ID, "none")
	require.NoError(t, err)
	require.NoError(t, b.InteractionRespond(b.pressed(),
		answerWith(4, &discordgo.InteractionResponseData{Content: "psst", Flags: discordgo.MessageFlagsEphemeral})))
	told := b.next("MESSAGE_CREATE").Struct.(*discordgo.MessageCreate)
	require.Equal(t, []string{"psst", ""}, []string{told.Content, told.GuildID})
}

func TestWhoTypesIsSeen(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{})
	b := newBot(t, sb)
	b.Identify.Intents |= discordgo.IntentGuildMessageTyping
	b.Identify.Intents &^= discordgo.IntentMessageContent
	b.open()
	require.NoError(t, sb.Type("Ann", "card-night"))
	require.Equal(t, sb.User("Ann").ID, b.next("TYPING_START").Struct.(*discordgo.TypingStart).UserID)
}
