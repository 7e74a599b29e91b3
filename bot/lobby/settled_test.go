package lobby

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/ids"
)

// Discord's ids contain a timestamp in milliseconds and a counter. A message that follows the last line within the same
// millisecond must still be played.
func TestMessagesAlreadyPlayed(t *testing.T) {
	const last = "175928847299117063" // the example in Discord's documentation of snowflakes
	at := ids.MessageAt(ids.Time(ids.Message(175928847299117063)))
	require.EqualValues(t, 0, judgedUpTo(""))
	require.EqualValues(t, 175928847299117063, judgedUpTo(store.Source("m"+last)), "the message and all earlier ones")
	require.Equal(t, at-1, judgedUpTo(store.Source("i"+last)),
		"ids of presses and messages from the same millisecond have no order")
}
