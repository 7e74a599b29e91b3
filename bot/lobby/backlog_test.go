package lobby

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/table"
	"settable/store/ids"
)

// Only a limited number of Words can wait while a channel is being read. Users without a seat can't use up the room
// that is reserved for players.
func TestBacklogIsBounded(t *testing.T) {
	const ann = 1
	b := &Backlog{posting: t.Context(), isSeated: func(w table.Word) bool { return w.Who.ID == ann }}
	hold := func(who ids.User) (waits, room bool) {
		return b.HoldWord(table.Word{Who: table.Person{ID: who}})
	}
	waits, _ := hold(ann)
	require.False(t, waits)
	b.StartHolding()
	held := 0
	for i := range 400 {
		waits, room := hold(ids.User(2 + i%100))
		require.True(t, waits)
		if room {
			held++
		}
	}
	require.Less(t, held, 100)
	for range 16 {
		_, room := hold(ann)
		require.True(t, room)
	}
	require.Len(t, b.next(nil), held+16)
	require.Empty(t, b.next(nil))
	waits, _ = hold(ann)
	require.False(t, waits, "new words no longer wait")
}
