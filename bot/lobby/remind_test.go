package lobby

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// The move may be made before the reminder is posted. The reminder is deleted either way.
func TestLateReminderIsDeleted(t *testing.T) {
	r := &reminder{}
	require.Empty(t, r.cancel())
	require.True(t, r.setPosted(5))
	r = &reminder{}
	require.False(t, r.setPosted(5))
	require.Equal(t, discord.MessageID(5), r.cancel())
}
