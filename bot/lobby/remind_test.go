package lobby

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// The move may overtake the reminder's post: it is taken away in either order.
func TestAReminderThatComesTooLateIsTakenAway(t *testing.T) {
	r := &reminder{}
	require.Empty(t, r.cancel())
	require.True(t, r.setPosted("5"))
	r = &reminder{}
	require.False(t, r.setPosted("5"))
	require.Equal(t, discord.MessageID("5"), r.cancel())
}
