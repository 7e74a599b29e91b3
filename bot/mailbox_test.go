package bot

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What people say waits in bounded room, comes out in its order, and wakes the
// table for each; orders are never refused.
func TestAMailboxIsBoundedAndKeepsTheOrder(t *testing.T) {
	m := newMailbox()
	for i := range inboxSize {
		require.True(t, m.put(said{Words: string(rune('A' + i))}))
	}
	require.False(t, m.put(said{Words: "too much"}))
	m.order(nudge{})
	require.Equal(t, []order{nudge{}}, m.ordered())
	for i := range inboxSize {
		<-m.wake // else the table would sleep on it
		s, ok := m.next()
		require.True(t, ok)
		require.Equal(t, string(rune('A'+i)), s.Words)
	}
	require.Empty(t, m.wake)
	_, ok := m.next()
	require.False(t, ok)
	require.True(t, m.put(said{Words: "last"}))
	m.close()
	require.False(t, m.put(said{Words: "late"}))
	require.Equal(t, []said{{Words: "last"}}, m.rest())
}
