package sandbox_test

import (
	"encoding/json"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
)

func TestSameNonceReturnsTheSameMessage(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	url := discordgo.EndpointChannelMessages(sb.Channel("card-night"))
	post := func(nonce string) string {
		raw, err := b.RequestWithBucketID("POST", url,
			map[string]any{"content": "once", "nonce": nonce, "enforce_nonce": true}, url)
		require.NoError(t, err)
		var m discordgo.Message
		require.NoError(t, json.Unmarshal(raw, &m))
		return m.ID
	}
	first := post("n1")
	require.Equal(t, first, post("n1"))
	require.NotEqual(t, first, post("n2"))
	// If the response to a post is lost, the message is still posted, and a retry with the same nonce returns it.
	sb.LoseREST(1, 502)
	_, err := b.RequestWithBucketID("POST", url,
		map[string]any{"content": "x", "nonce": "n3", "enforce_nonce": true}, url)
	require.Error(t, err)
	third := post("n3")
	list := sb.Messages("card-night", "Ann")
	require.Len(t, list, 3)
	require.Equal(t, third, list[2].ID)
}

func TestNonceExpiresAndIsPerChannel(t *testing.T) {
	t.Parallel()
	var later atomic.Int64
	o := sandbox.Options{State: filepath.Join(t.TempDir(), "sandbox.json"),
		Now: func() time.Time { return time.Now().Add(time.Duration(later.Load())) }}
	sb := start(t, o)
	post := func(channel string) any {
		status, _, m := rest(t, sb, "POST", "/channels/"+sb.Channel(channel)+"/messages",
			`{"content":"once","nonce":"n","enforce_nonce":true}`)
		require.Equal(t, 200, status)
		return m["id"]
	}
	here, there := post("card-night"), post("side-table")
	require.NotEqual(t, here, there)
	require.NoError(t, sb.Close())
	sb = start(t, o)
	require.Equal(t, here, post("card-night"), "the restart lost a nonce")
	later.Store(int64(6 * time.Minute))
	require.NotEqual(t, here, post("card-night"))
}
