package table

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store/ids"
)

func everyoneSits(Word) bool { return true }

// An inbox holds a limited number of moves, keeps their order and wakes the table for each. It accepts any number of
// orders.
func TestInboxIsBoundedAndOrdered(t *testing.T) {
	m := newInbox(everyoneSits)
	for i := range seatedShare {
		require.True(t, m.Put(Word{Words: string(rune('A' + i))}))
	}
	require.False(t, m.Put(Word{Words: "too much"}))
	m.Order(Redraw{})
	require.Equal(t, []Order{Redraw{}}, m.takeOrders())
	for i := range seatedShare {
		<-m.wakeUp // otherwise the table would sleep
		s, ok := m.takeWord()
		require.True(t, ok)
		require.Equal(t, string(rune('A'+i)), s.Words)
	}
	require.Empty(t, m.wakeUp)
	_, ok := m.takeWord()
	require.False(t, ok)
	require.True(t, m.Put(Word{Words: "last"}))
	m.Close()
	require.False(t, m.Put(Word{Words: "late"}))
	require.Equal(t, []Word{{Words: "last"}}, m.takeWords())
}

// Whatever bystanders send, and in whatever order, no seated player loses a move as long as they keep to their share.
// Seated players' moves are played in the order of arrival, and so are those of each bystander. Bystanders share a
// limited room, and each of them gets only a part of it. If too many of them are waiting, seated players come first.
func TestBystandersTakeNoRoomFromPlayers(t *testing.T) {
	const seated = 5
	sits := func(w Word) bool { return w.Who.ID <= seated }
	for seed := range uint64(300) {
		luck := rand.New(rand.NewPCG(seed, 39))
		m := newInbox(sits)
		waiting, last, lastSeated := map[ids.User]int{}, map[ids.User]int{}, 0
		strangers := 0
		serve := func() {
			w, ok := m.takeWord()
			if !ok {
				return
			}
			n := int(w.Message)
			waiting[w.Who.ID]--
			require.Greater(t, n, last[w.Who.ID], "words of one user are out of order")
			last[w.Who.ID] = n
			if sits(w) {
				require.Greater(t, n, lastSeated, "words of seated players are out of order")
				lastSeated = n
				return
			}
			if strangers > crowd {
				for p := range ids.User(seated) {
					require.Zero(t, waiting[p+1], "seated players must come first in a crowd")
				}
			}
			strangers--
		}
		crowded := luck.IntN(40)
		for n := 1; n <= 400; n++ {
			who := ids.User(1 + luck.IntN(seated+crowded))
			w := Word{Who: Person{ID: who}, Message: ids.Message(n)}
			took := m.Put(w)
			if sits(w) {
				require.Equal(t, waiting[who] < seatedShare, took)
			} else {
				require.Equal(t, waiting[who] < bystanderShare && strangers < bystandersRoom, took)
			}
			if took {
				waiting[who]++
				if !sits(w) {
					strangers++
				}
			}
			if luck.IntN(4) == 0 {
				serve()
			}
		}
		for m.Waiting() > 0 {
			serve()
		}
	}
}
