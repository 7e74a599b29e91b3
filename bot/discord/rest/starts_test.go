package rest

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

func TestStartsResponseIsRead(t *testing.T) {
	plenty := discord.Starts{Shards: 1, AtOnce: 1, Left: math.MaxInt}
	for said, want := range map[string]discord.Starts{
		`{"url":"wss://x","shards":9,"session_start_limit":{"total":1000,"remaining":997,"reset_after":14400500,` +
			`"max_concurrency":16}}`: {Shards: 9, AtOnce: 16, Left: 997, Reset: 4*time.Hour + 500*time.Millisecond},
		`{"url":"wss://x","shards":1,"session_start_limit":{"remaining":0}}`: {Shards: 1, AtOnce: 1},
		`{"url":"wss://x"}`: plenty,
		`{"url":"wss://x","shards":-3,"session_start_limit":{"remaining":5,"max_concurrency":-1}}`: {
			Shards: 1, AtOnce: 1, Left: 5},
	} {
		r, _ := newScriptedServer(t, reply(200, said))
		got, err := r.Starts(t.Context())
		require.NoError(t, err)
		require.Equal(t, want, got, said)
	}
}
