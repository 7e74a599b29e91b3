package gateway

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/store/ids"
)

func message(n int) discord.OtherMessage {
	return discord.OtherMessage{ID: discordtest.ID[ids.Message](string(rune('0'+n)) + "00000000000000000"),
		Channel: ids.Channel(n)}
}

func TestFullQueueMarksLostEvents(t *testing.T) {
	q := newQueue(3)
	for n := 1; n <= 3; n++ {
		require.True(t, q.put(message(n)))
	}
	require.False(t, q.put(message(4)))
	require.False(t, q.put(message(5)))
	take := func() discord.Event { e, ok := q.next(); require.True(t, ok); return e }
	require.Equal(t, message(1), take())
	require.False(t, q.put(message(6)), "the gap still takes a place")
	require.Equal(t, message(2), take())
	require.True(t, q.put(message(7)))
	require.False(t, q.put(message(8)), "the queue is full again")
	var rest []discord.Event
	for range 4 {
		rest = append(rest, take())
	}
	gap := func(n int) discord.Gap {
		return discord.Gap{Since: ids.Time(message(n).ID), Why: "too many unprocessed events"}
	}
	require.Equal(t, []discord.Event{message(3), gap(3), message(7), gap(7)}, rest)
	lost, _ := q.counts()
	require.Equal(t, 4, lost)
}

// No matter how many events some servers send, and in which order, a server with few waiting events loses none. The
// events of each server keep their order, and a Gap for that server marks each loss in the right position.
func TestNoisyGuildLeavesRoomForOthers(t *testing.T) {
	for seed := range uint64(100) {
		luck := rand.New(rand.NewPCG(seed, 6))
		q := newQueue(800)
		waiting, last, lost := map[ids.Guild]int{}, map[ids.Guild]int{}, map[ids.Guild]int{}
		take := func() {
			e, ok := q.next()
			require.True(t, ok)
			switch e := e.(type) {
			case discord.Gap:
				require.NotEmpty(t, e.Guild)
				lost[e.Guild] = 0
			case discord.TypedMessage:
				n, err := strconv.Atoi(e.Content)
				require.NoError(t, err)
				require.Greater(t, n, last[e.Guild])
				require.True(t, lost[e.Guild] == 0 || n < lost[e.Guild], "a loss without a gap")
				last[e.Guild] = n
				waiting[e.Guild]--
			}
		}
		for n := 1; n <= 3000; n++ {
			guild := ids.Guild(1) // the noisy server
			if luck.IntN(10) == 0 {
				guild = ids.Guild(2 + luck.IntN(5))
			}
			took := q.put(discord.TypedMessage{Guild: guild, Content: strconv.Itoa(n)})
			require.True(t, took || waiting[guild] > 100)
			if took {
				waiting[guild]++
			} else if lost[guild] == 0 {
				lost[guild] = n
			}
			if luck.IntN(5) == 0 {
				take()
			}
		}
		require.Positive(t, q.lost, "the queue never overflowed, so nothing was tested")
		for _, all := q.counts(); all > 0; _, all = q.counts() {
			take()
		}
		require.Empty(t, q.from)
	}
}

// A flood of messages on a server doesn't crowd out the interactions of the same server, and a flood of interactions
// doesn't crowd out messages.
func TestNoisyGuildLeavesRoomForItsInteractions(t *testing.T) {
	const most = 80
	said := discord.TypedMessage{Guild: 1}
	press := discord.Press{Interaction: discord.Interaction{Guild: 1}}
	for _, flood := range []struct{ many, few discord.Event }{{said, press}, {press, said}} {
		q := newQueue(most)
		for range 10 * most {
			q.put(flood.many)
		}
		require.Positive(t, q.lost)
		for range most / 8 {
			require.True(t, q.put(flood.few), "no room for %T", flood.few)
			q.put(flood.many)
		}
	}
}

func TestQueueEndsWithItsReader(t *testing.T) {
	q := newQueue(3)
	q.put(message(1))
	go q.pump()
	require.Equal(t, message(1), <-q.out)
	q.end()
	_, open := <-q.out
	require.False(t, open)
}
