package gateway

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

func at(n int) discord.Passed {
	return discord.Passed{ID: discord.MessageID(string(rune('0'+n)) + "00000000000000000")}
}

func TestAFullQueueLosesEventsAndSaysWhere(t *testing.T) {
	q := newQueue(3)
	for n := 1; n <= 3; n++ {
		require.True(t, q.put(at(n)))
	}
	require.False(t, q.put(at(4)))
	require.False(t, q.put(at(5)))
	take := func() discord.Event { e, ok := q.next(); require.True(t, ok); return e }
	require.Equal(t, at(1), take())
	require.False(t, q.put(at(6)), "the place taken by the gap is not free yet")
	require.Equal(t, at(2), take())
	require.True(t, q.put(at(7)))
	require.False(t, q.put(at(8)), "full again")
	var rest []discord.Event
	for range 4 {
		rest = append(rest, take())
	}
	gap := func(n int) discord.Gap {
		return discord.Gap{Since: discord.At(at(n).ID), Why: "more events than could be read"}
	}
	require.Equal(t, []discord.Event{at(3), gap(3), at(7), gap(7)}, rest)
	lost, _ := q.counts()
	require.Equal(t, 4, lost)
}

func TestTheQueueEndsWithItsReader(t *testing.T) {
	q := newQueue(3)
	q.put(at(1))
	go q.pump()
	require.Equal(t, at(1), <-q.out)
	q.end()
	_, open := <-q.out
	require.False(t, open)
}
