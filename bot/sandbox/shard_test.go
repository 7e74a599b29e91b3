package sandbox_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/bot/sandbox/world"
)

// socket is a plain WebSocket connection to the gateway, without discordgo.
type socket struct {
	t  *testing.T
	ws *websocket.Conn
}

func call(t *testing.T, sb *sandboxtest.Server) *socket {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.Dial("ws"+sb.URL()[4:]+"/?v=10", nil)
	require.NoError(t, err)
	t.Cleanup(func() { ws.Close() })
	return &socket{t, ws}
}

func (s *socket) identify(shard string) {
	s.t.Helper()
	const d = `{"op":2,"d":{"token":"good","intents":33281,"properties":{}%s}}`
	require.NoError(s.t, s.ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, d, shard)))
}

type dispatch struct {
	Op int    `json:"op"`
	T  string `json:"t"`
	D  struct {
		Shard   []int  `json:"shard"`
		Guild   string `json:"guild_id"`
		ID      string `json:"id"`
		Content string `json:"content"`
		Guilds  []struct {
			ID string `json:"id"`
		} `json:"guilds"`
	} `json:"d"`
}

// next waits for a frame with this opcode and event name, and discards all frames before it.
func (s *socket) next(op int, name string) dispatch {
	s.t.Helper()
	require.NoError(s.t, s.ws.SetReadDeadline(time.Now().Add(20*time.Second)))
	for {
		var head struct {
			Op int             `json:"op"`
			T  string          `json:"t"`
			D  json.RawMessage `json:"d"`
		}
		require.NoError(s.t, s.ws.ReadJSON(&head))
		if head.Op != op || head.T != name {
			continue
		}
		d := dispatch{Op: head.Op, T: head.T}
		json.Unmarshal(head.D, &d.D) // D is a boolean in an op 9
		return d
	}
}

func TestCloseCodesOfInvalidShards(t *testing.T) {
	t.Parallel()
	sharded := start(t, sandbox.Options{Token: "good", Shards: 4, MustShard: true, MaxConcurrency: 16,
		Heartbeat: 200 * time.Millisecond})
	free := start(t, sandbox.Options{Token: "good", Heartbeat: 200 * time.Millisecond})
	for _, c := range []struct {
		sb    *sandboxtest.Server
		shard string
		want  int
	}{
		{free, `,"shard":[4,4]`, 4010},
		{free, `,"shard":[-1,4]`, 4010},
		{free, `,"shard":[0,0]`, 4010},
		{free, `,"shard":[0]`, 4010},
		{free, `,"shard":[0,1,2]`, 4010},
		{free, `,"shard":[]`, 4010},
		{free, `,"shard":"0 of 2"`, 4002},
		{free, `,"shard":[0,1]`, 4009}, // the gateway accepted the session, but received no heartbeat
		{free, `,"shard":null`, 4009},
		{free, `,"shard":[3,4]`, 4009},
		{sharded, ``, 4011},
		{sharded, `,"shard":[0,1]`, 4011},
		{sharded, `,"shard":[2,3]`, 4011},
		{sharded, `,"shard":[4,4]`, 4010},
		{sharded, `,"shard":[1,4]`, 4009},
		{sharded, `,"shard":[6,8]`, 4009},
	} {
		const d = `{"op":2,"d":{"token":"good","intents":1,"properties":{}%s}}`
		require.Equal(t, c.want, closeCode(t, c.sb, "v=10", fmt.Sprintf(d, c.shard)), c.shard)
	}
}

// The gateway accepts one shard of each bucket every five seconds. Other shards receive an invalid session and retry.
func TestOneIdentifyPerBucketEveryFiveSeconds(t *testing.T) {
	t.Parallel()
	begun := time.Now()
	var ahead atomic.Int64
	sb := start(t, sandbox.Options{Token: "good", Shards: 4, MaxConcurrency: 2, MessageContent: true,
		Now: func() time.Time { return begun.Add(time.Duration(ahead.Load())) }})
	status, _, body := rest(t, sb, "GET", "/gateway/bot", "")
	require.Equal(t, 200, status)
	limit := body["session_start_limit"].(map[string]any)
	require.Equal(t, []any{4.0, 2.0, 1000.0},
		[]any{body["shards"], limit["max_concurrency"], limit["remaining"]})
	at := func(k int) string { return fmt.Sprintf(`,"shard":[%d,4]`, k) }
	first, second, third := call(t, sb), call(t, sb), call(t, sb)
	first.identify(at(0))
	require.Equal(t, []int{0, 4}, first.next(0, "READY").D.Shard)
	second.identify(at(1))
	require.Equal(t, []int{1, 4}, second.next(0, "READY").D.Shard, "another bucket may identify immediately")
	third.identify(at(2))
	third.next(9, "")
	ahead.Store(int64(4 * time.Second))
	third.identify(at(2))
	third.next(9, "")
	ahead.Store(int64(5 * time.Second))
	third.identify(at(2))
	require.Equal(t, []int{2, 4}, third.next(0, "READY").D.Shard)
	fourth := call(t, sb)
	fourth.identify(at(3))
	fourth.next(0, "READY")
	require.Equal(t, [][2]int{{0, 4}, {1, 4}, {2, 4}, {3, 4}}, sb.Shards())
	_, _, body = rest(t, sb, "GET", "/gateway/bot", "")
	require.Equal(t, 994.0, body["session_start_limit"].(map[string]any)["remaining"], "each IDENTIFY must be counted")

	alone := start(t, sandbox.Options{Token: "good", MessageContent: true})
	for range 3 {
		s := call(t, alone)
		s.identify("")
		require.Equal(t, []int{0, 1}, s.next(0, "READY").D.Shard)
	}
}

// Each shard receives the events of its servers. The first shard also receives events that belong to no server.
func TestShardsReceiveTheirServersEvents(t *testing.T) {
	t.Parallel()
	const shards = 3
	var ahead atomic.Int64
	sb := start(t, sandbox.Options{Token: "good", Guilds: 6, Shards: shards, MaxConcurrency: 16,
		MessageContent: true, Now: func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }})
	guilds := sandboxtest.Guilds(sb)
	require.Len(t, guilds, 6)
	for n := 1; n <= 10; n++ {
		for i, g := range guilds {
			id, err := strconv.ParseUint(g, 10, 64)
			require.NoError(t, err)
			require.EqualValues(t, i%n, id>>22%uint64(n), "server %d of %d shards", i, n)
		}
	}
	var sockets []*socket
	for k := range shards {
		s := call(t, sb)
		s.identify(fmt.Sprintf(`,"shard":[%d,%d]`, k, shards))
		var told []string
		for _, g := range s.next(0, "READY").D.Guilds {
			told = append(told, g.ID)
		}
		require.Equal(t, []string{guilds[k], guilds[k+shards]}, told)
		require.Equal(t, guilds[k], s.next(0, "GUILD_CREATE").D.ID)
		require.Equal(t, guilds[k+shards], s.next(0, "GUILD_CREATE").D.ID)
		sockets = append(sockets, s)
	}
	ahead.Store(int64(5 * time.Second))
	whole := call(t, sb)
	whole.identify("")
	require.Len(t, whole.next(0, "READY").D.Guilds, 6)
	for i, name := range []string{"card-night", "side-table-2", "card-night-3", "side-table-4", "card-night-5",
		"side-table-6"} {
		_, err := sb.Say("Ann", name, fmt.Sprint("in ", i))
		require.NoError(t, err)
	}
	for k, s := range sockets {
		for _, i := range []int{k, k + shards} {
			d := s.next(0, "MESSAGE_CREATE").D
			require.Equal(t, []string{fmt.Sprint("in ", i), guilds[i]}, []string{d.Content, d.Guild})
		}
	}
	for i := range guilds {
		require.Equal(t, fmt.Sprint("in ", i), whole.next(0, "MESSAGE_CREATE").D.Content)
	}

	// A message that the bot posts in a server is reported to that server's shard.
	status, _, body := rest(t, sb, "POST", "/channels/"+sb.Channel("side-table-2")+"/messages",
		`{"content":"dealt"}`)
	require.Equal(t, 200, status, body)
	require.Equal(t, guilds[1], sockets[1].next(0, "MESSAGE_CREATE").D.Guild)
	status, _, _ = rest(t, sb, "PUT", "/applications/"+sb.Application()+"/commands",
		`[{"name":"play","description":"d"}]`)
	require.Equal(t, 200, status)
	_, err := sb.Slash("Bob", "card-night-3", "play")
	require.NoError(t, err)
	require.Equal(t, guilds[2], sockets[2].next(0, "INTERACTION_CREATE").D.Guild)
	direct, err := sb.Direct("Bob")
	require.NoError(t, err)
	_, err = sb.Slash("Bob", direct, "play")
	require.NoError(t, err)
	require.Empty(t, sockets[0].next(0, "INTERACTION_CREATE").D.Guild)

	// A bot that leaves one server stays on the others.
	sb.Do(func(w *world.World) { w.Kick(guilds[4]) })
	require.Equal(t, guilds[4], sockets[1].next(0, "GUILD_DELETE").D.ID)
	status, _, _ = rest(t, sb, "POST", "/channels/"+sb.Channel("card-night-5")+"/messages", `{"content":"x"}`)
	require.Equal(t, 403, status)
	status, _, _ = rest(t, sb, "GET", "/guilds/"+guilds[1], "")
	require.Equal(t, 200, status)
	sb.Do(func(w *world.World) { w.Invite(guilds[4]) })
	require.Equal(t, guilds[4], sockets[1].next(0, "GUILD_CREATE").D.ID)
	_, err = sb.Say("Ann", "card-night", "the end")
	require.NoError(t, err)
	require.Equal(t, "the end", sockets[0].next(0, "MESSAGE_CREATE").D.Content, "no event came in between")
}
