package table

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What people say waits in bounded room, comes out in its order, and wakes the
// table for each; orders are never refused.
func TestAnInboxIsBoundedAndKeepsTheOrder(t *testing.T) {
	wake := make(chan struct{}, 1)
	m := newInbox(func() {
		select {
		case wake <- struct{}{}:
		default:
		}
	})
	for i := range inboxSize {
		require.True(t, m.Put(Word{Words: string(rune('A' + i))}))
	}
	require.False(t, m.Put(Word{Words: "too much"}))
	m.Order(Redraw{})
	require.Equal(t, []Order{Redraw{}}, m.ordered())
	for i := range inboxSize {
		<-wake // else the table would sleep on it
		s, ok := m.next()
		require.True(t, ok)
		require.Equal(t, string(rune('A'+i)), s.Words)
	}
	require.Empty(t, wake)
	_, ok := m.next()
	require.False(t, ok)
	require.True(t, m.Put(Word{Words: "last"}))
	m.Close()
	require.False(t, m.Put(Word{Words: "late"}))
	require.Equal(t, []Word{{Words: "last"}}, m.rest())
}
