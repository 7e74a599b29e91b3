package gateway

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/store/ids"
)

// A flood is a gateway that sends messages as fast as the client reads them. Every tenth message is a claim in a
// channel with a table, and the others are talk in channels without one.
type flood struct {
	conn net.Conn
	seq  int
	id   int64
}

const (
	tableChannel = 175928847299117065
	talkChannel  = 175928847299117066
)

// bulk is the number of messages per round.
const bulk = 2000

// message returns a MESSAGE_CREATE in Discord's format.
func (f *flood) message(n int) []byte {
	channel, words := talkChannel,
		"did anybody see the game last night? what a finish that was, I could not believe my eyes"
	if n%10 == 0 {
		channel, words = tableChannel, "set a b c"
	}
	f.seq++
	f.id += 1 << 22
	return fmt.Appendf(nil,
		`{"t":"MESSAGE_CREATE","s":%d,"op":0,"d":{"type":0,"tts":false,`+
			`"timestamp":"2026-11-20T19:00:00.123000+00:00","pinned":false,`+
			`"nonce":"1175928847299117063","mentions":[],"mention_roles":[],"mention_everyone":false,`+
			`"member":{"roles":["175928847299117070","175928847299117071"],"premium_since":null,"pending":false,`+
			`"nick":"Annie","mute":false,`+
			`"joined_at":"2024-01-02T03:04:05.678000+00:00","flags":0,"deaf":false,`+
			`"communication_disabled_until":null,"banner":null,"avatar":null},`+
			`"id":"%d","flags":0,"embeds":[],"edited_timestamp":null,"content":%q,"components":[],"channel_type":0,`+
			`"channel_id":"%d",`+
			`"author":{"username":"ann_the_first","public_flags":0,"primary_guild":null,"id":"175928847299117080",`+
			`"global_name":"Ann","discriminator":"0",`+
			`"collectibles":null,"clan":null,"avatar_decoration_data":null,`+
			`"avatar":"8342729096ea3675442027381ff50dfe"},"attachments":[],"guild_id":"175928847299117064"}}`,
		f.seq, f.id, words, channel)
}

func (f *flood) frames() []byte {
	var b bytes.Buffer
	for n := range bulk {
		text := f.message(n)
		b.Write([]byte{0x80 | frameText, 126, byte(len(text) >> 8), byte(len(text))})
		b.Write(text)
	}
	return b.Bytes()
}

// loopback returns a handler that behaves like Discord when a bot starts, and passes each connection on after READY.
// address is the gateway's address. If it is empty, the gateway is on the same server as the handler.
func loopback(t testing.TB, address string, connected func(*websocket.Conn)) http.Handler {
	up := websocket.Upgrader{}
	mux := http.NewServeMux()
	mux.HandleFunc("/api/v9/users/@me", func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"id":"99","username":"settable","bot":true}`)
	})
	mux.HandleFunc("/api/v9/applications/@me", func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"id":"5150","name":"settable","flags":0}`)
	})
	mux.HandleFunc("/api/v9/gateway", func(w http.ResponseWriter, r *http.Request) {
		here := fmt.Sprintf("ws://%s", r.Context().Value(http.LocalAddrContextKey))
		fmt.Fprintf(w, `{"url":%q}`, cmp.Or(address, here))
	})
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, r *http.Request) {
		ws, err := up.Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer ws.Close()
		ws.WriteMessage(websocket.TextMessage, []byte(`{"op":10,"d":{"heartbeat_interval":41250}}`))
		ws.ReadMessage()
		ws.WriteMessage(websocket.TextMessage,
			[]byte(`{"op":0,"s":1,"t":"READY","d":{"v":9,"session_id":"abc","user":{"id":"99"},`+
				`"application":{"id":"5150"},"guilds":[{"id":"175928847299117064","unavailable":true}]}}`))
		connected(ws)
		for {
			if _, _, err := ws.ReadMessage(); err != nil {
				return
			}
		}
	})
	return mux
}

// newFlood starts a gateway and returns its client. The returned channel delivers the flood once a client has sent an
// IDENTIFY.
func newFlood(b *testing.B) (*http.Client, <-chan *flood) {
	floods := make(chan *flood, 1)
	srv := httptest.NewServer(loopback(b, "", func(ws *websocket.Conn) {
		floods <- &flood{conn: ws.NetConn(), seq: 1, id: 175928847299117063}
	}))
	b.Cleanup(srv.Close)
	to, err := url.Parse(srv.URL)
	require.NoError(b, err)
	return &http.Client{Transport: discordtest.Redirect{To: to}}, floods
}

// round sends one round of messages and waits until done reports that it was handled.
func (f *flood) round(b *testing.B, done func()) time.Duration {
	frames := f.frames()
	start := time.Now()
	if _, err := f.conn.Write(frames); err != nil {
		b.Fatal(err)
	}
	done()
	return time.Since(start)
}

// allEventStructs are all structs that discordgo decodes events into. It is set before init deletes most of them.
var allEventStructs = maps.Clone(eventStructs)

// No event but READY is decoded by discordgo.
func TestDiscordgoDecodesOnlyReady(t *testing.T) {
	require.Greater(t, len(allEventStructs), 50)
	require.Len(t, eventStructs, 1)
	require.Contains(t, eventStructs, "READY")
}

// BenchmarkGateway handles the same events alternately with discordgo's defaults (state on, one goroutine per event)
// and with a Session. A Session must be able to handle 10,000 events a second on one core (-cpu 1).
func BenchmarkGateway(b *testing.B) {
	client, floods := newFlood(b)
	var handled atomic.Int64
	dg, err := discordgo.New("Bot x")
	require.NoError(b, err)
	dg.Client, dg.LogLevel = client, -1
	all := make(chan struct{}, 1)
	dg.AddHandler(func(_ *discordgo.Session, m *discordgo.MessageCreate) {
		if handled.Add(1)%bulk == 0 {
			all <- struct{}{}
		}
	})
	require.NoError(b, dg.Open())
	defer dg.Close()
	theirs := <-floods

	c := Config{Token: "x", HTTP: client, MessageContent: true,
		WantsAll: func(c ids.Channel) bool { return c == tableChannel }}
	s, err := Dial(context.Background(), restOf(c), c)
	require.NoError(b, err)
	defer s.Close(context.Background())
	ours := <-floods
	if _, ready := (<-s.Events()).(discord.Ready); !ready {
		b.Fatal("no READY")
	}
	moves := func() {
		for n := 0; n < bulk/10; {
			if e, ok := (<-s.Events()).(discord.TypedMessage); ok &&
				e.Channel == ids.Channel(tableChannel) {
				n++
			}
		}
	}
	var plain, session []float64
	undecoded := eventStructs
	for b.Loop() {
		eventStructs = allEventStructs
		plain = append(plain, bulk/theirs.round(b, func() { <-all }).Seconds())
		eventStructs = undecoded
		session = append(session, bulk/ours.round(b, moves).Seconds())
	}
	d, o := median(plain), median(session)
	b.ReportMetric(d, "discordgo-events/s")
	b.ReportMetric(o, "events/s")
	b.ReportMetric(o/d, "×discordgo")
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
