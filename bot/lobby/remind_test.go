package lobby

import (
	"testing"

	"settable/store/ids"

	"github.com/stretchr/testify/require"
)

// The reminder is deleted even if the player moves before it is posted.
func TestLateReminderIsDeleted(t *testing.T) {
	r := &reminder{}
	require.Empty(t, r.cancel())
	require.True(t, r.setPosted(5))
	r = &reminder{}
	require.False(t, r.setPosted(5))
	require.Equal(t, ids.Message(5), r.cancel())
}
