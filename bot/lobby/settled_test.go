package lobby

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/store"
)

// Discord's ids contain milliseconds and a counter: a message in the same millisecond as the last line, but after it,
// must still be played.
func TestMessagesAlreadyPlayed(t *testing.T) {
	const last = "175928847299117063" // the example in Discord's documentation of snowflakes
	at := Number(discord.IDAt(discord.At(last)))
	require.EqualValues(t, 0, judgedUpTo(""))
	require.EqualValues(t, 175928847299117063, judgedUpTo(store.Source("m"+last)), "a message and all before it")
	require.Equal(t, at-1, judgedUpTo(store.Source("i"+last)),
		"a press comes in no order with the messages of its millisecond")
}
