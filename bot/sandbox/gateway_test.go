package sandbox_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
)

func TestContentIsHiddenWithoutTheIntent(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{})
	b := newBot(t, sb)
	b.Identify.Intents &^= discordgo.IntentMessageContent
	b.open()
	say := func(words string) string {
		_, err := sb.Say("Ann", "card-night", words)
		require.NoError(t, err)
		return b.next("MESSAGE_CREATE").Struct.(*discordgo.MessageCreate).Content
	}
	require.Empty(t, say("set a b c"))
	require.Equal(t, "<@"+sb.Application()+"> set a b c", say("<@"+sb.Application()+"> set a b c"))
	m, err := b.ChannelMessageSend(sb.Channel("card-night"), "mine")
	require.NoError(t, err)
	require.Equal(t, "mine", b.next("MESSAGE_CREATE").Struct.(*discordgo.MessageCreate).Content)
	_, err = sb.Reply("Bob", "card-night", m.ID, "a reply mentions the bot")
	require.NoError(t, err)
	require.Equal(t, "a reply mentions the bot",
		b.next("MESSAGE_CREATE").Struct.(*discordgo.MessageCreate).Content)
}

// closeCode sends an IDENTIFY on a plain WebSocket and returns the gateway's close code.
func closeCode(t *testing.T, sb *sandboxtest.Server, query, payload string) int {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.Dial("ws"+sb.URL()[4:]+"/?"+query, nil)
	require.NoError(t, err)
	defer ws.Close()
	require.NoError(t, ws.WriteMessage(websocket.TextMessage, []byte(payload)))
	for {
		_, _, err := ws.ReadMessage()
		var closed *websocket.CloseError
		if errors.As(err, &closed) {
			return closed.Code
		}
		require.NoError(t, err)
	}
}

func TestGatewayCloseCodes(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{Token: "good"})
	id := func(token string, intents int) string {
		return fmt.Sprintf(`{"op":2,"d":{"token":%q,"intents":%d,"properties":{}}}`, token, intents)
	}
	for _, c := range []struct {
		name, query, payload string
		want                 int
	}{
		{"a wrong token", "v=10", id("bad", 1), 4004},
		{"the privileged intent that is off", "v=9", id("good", 1<<15), 4014},
		{"an intent that does not exist", "v=9", id("good", 1<<30), 4013},
		{"an old version", "v=5", id("good", 1), 4012},
		{"words before identifying", "v=10", `{"op":3,"d":{}}`, 4003},
		{"an unknown opcode", "v=10", `{"op":99}`, 4001},
		{"no JSON", "v=10", `hello`, 4002},
		{"resuming with a wrong token", "v=10", `{"op":6,"d":{"token":"bad","session_id":"x","seq":1}}`, 4004},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, closeCode(t, sb, c.query, c.payload))
		})
	}
	impatient := start(t, sandbox.Options{Token: "good", Heartbeat: 200 * time.Millisecond})
	require.Equal(t, 4009, closeCode(t, impatient, "v=10", id("good", 1)), "closed because of a missing heartbeat")
}

func TestResumeDeliversEverythingMissed(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	b.awaitHeartbeat(func() {
		sb.DropSockets()
		require.NoError(t, sb.Wait(soon(t), func() bool { return !sb.Online() }))
		for i := range 3 {
			_, err := sb.Say("Ann", "card-night", fmt.Sprint("word ", i))
			require.NoError(t, err)
		}
	})
	for i := range 3 {
		require.Equal(t, fmt.Sprint("word ", i), b.next("MESSAGE_CREATE").Struct.(*discordgo.MessageCreate).Content)
	}
	b.next("RESUMED")
	b.awaitHeartbeat(sb.DropSockets) // the second disconnection
	b.next("RESUMED")
	require.Equal(t, 1, sb.Identified())
}

func TestOp7MakesTheBotResume(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	b.awaitHeartbeat(sb.Reconnect)
	b.next("RESUMED")
	require.Equal(t, 1, sb.Identified())
}

func TestOp9MakesTheBotIdentifyAgain(t *testing.T) {
	t.Parallel()
	for _, resumable := range []bool{true, false} {
		sb := start(t, sandbox.Options{MessageContent: true})
		b := connect(t, sb)
		sb.InvalidSession(resumable)
		b.next("READY")
		require.Equal(t, 2, sb.Identified())
	}
}

// raw is a plain WebSocket connection to the gateway, without discordgo.
type raw struct {
	*websocket.Conn
	t *testing.T
}

func dial(t *testing.T, sb *sandboxtest.Server) raw {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.Dial("ws"+sb.URL()[4:]+"/?v=10", nil)
	require.NoError(t, err)
	t.Cleanup(func() { ws.Close() })
	require.NoError(t, ws.SetReadDeadline(time.Now().Add(20*time.Second)))
	return raw{ws, t}
}

type rawFrame struct {
	Op int             `json:"op"`
	T  string          `json:"t"`
	S  int             `json:"s"`
	D  json.RawMessage `json:"d"`
}

func (r raw) read() (f rawFrame) {
	r.t.Helper()
	require.NoError(r.t, r.ReadJSON(&f))
	return f
}

func TestSessionEndedByTheBotIsNotResumed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		code int
		want rawFrame
	}{
		{1000, rawFrame{Op: 9, D: json.RawMessage("false")}},
		{1001, rawFrame{Op: 9, D: json.RawMessage("false")}},
		{1012, rawFrame{T: "RESUMED", S: 3}},
		{4900, rawFrame{T: "RESUMED", S: 3}},
	} {
		sb := start(t, sandbox.Options{Token: "good"})
		one := dial(t, sb)
		one.read()
		require.NoError(t, one.WriteMessage(websocket.TextMessage,
			[]byte(`{"op":2,"d":{"token":"good","intents":1,"properties":{}}}`)))
		var ready struct {
			Session string `json:"session_id"`
		}
		require.NoError(t, json.Unmarshal(one.read().D, &ready))
		require.Equal(t, "GUILD_CREATE", one.read().T)
		require.NoError(t, one.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(c.code, "")))
		require.NoError(t, sb.Wait(soon(t), func() bool { return !sb.Online() }))

		two := dial(t, sb)
		two.read()
		require.NoError(t, two.WriteMessage(websocket.TextMessage,
			[]byte(`{"op":6,"d":{"token":"good","session_id":"`+ready.Session+`","seq":2}}`)))
		require.Equal(t, c.want, two.read(), "closed with %d", c.code)
	}
}

func TestSilentServerDelaysEverything(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	sb.Silence(true)
	_, err := sb.Say("Ann", "card-night", "anybody?")
	require.NoError(t, err)
	ws := dial(t, sb)
	require.NoError(t, ws.SetReadDeadline(time.Now().Add(100*time.Millisecond)))
	_, _, err = ws.ReadMessage()
	require.ErrorContains(t, err, "timeout", "a silent server must not send HELLO")
	require.Empty(t, b.events)
	sb.Silence(false)
	require.Equal(t, "anybody?", b.next("MESSAGE_CREATE").Struct.(*discordgo.MessageCreate).Content)
}

func TestEventsCanBeHeldReorderedAndDoubled(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	word := func() string { return b.next("MESSAGE_CREATE").Struct.(*discordgo.MessageCreate).Content }
	sb.HoldEvents()
	for _, w := range []string{"one", "two", "three"} {
		_, err := sb.Say("Ann", "card-night", w)
		require.NoError(t, err)
	}
	require.Empty(t, b.events)
	sb.ReleaseEvents(2, 0)
	require.Equal(t, []string{"three", "one", "two"}, []string{word(), word(), word()})
	sb.Duplicate(1)
	_, err := sb.Say("Ann", "card-night", "twice")
	require.NoError(t, err)
	require.Equal(t, []string{"twice", "twice"}, []string{word(), word()})
}

func TestDispatchSendsMalformedEvents(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	odd := fmt.Sprintf(
		`{"id":"1","channel_id":%q,"content":"boo","author":{"id":"2"},"components":[{"type":99}]}`,
		sb.Channel("card-night"))
	require.NoError(t, sb.Dispatch("MESSAGE_CREATE", json.RawMessage(odd)))
	require.JSONEq(t, odd, string(b.next("MESSAGE_CREATE").RawData))
	require.Error(t, sb.Dispatch("MESSAGE_CREATE", json.RawMessage("{")))
}

func TestKickedBotSeesNothing(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	id := sb.AddChannel("back-room")
	require.Equal(t, id, b.next("CHANNEL_CREATE").Struct.(*discordgo.ChannelCreate).ID)
	require.NoError(t, sb.RemoveChannel("back-room"))
	require.Equal(t, id, b.next("CHANNEL_DELETE").Struct.(*discordgo.ChannelDelete).ID)
	sb.Kick()
	require.Equal(t, sb.Guild(), b.next("GUILD_DELETE").Struct.(*discordgo.GuildDelete).ID)
	_, err := b.ChannelMessages(sb.Channel("card-night"), 10, "", "", "")
	requireCode(t, err, 403, 50001)
	sb.Invite()
	b.next("GUILD_CREATE")
}

// requireCode requires a REST error with this HTTP status and Discord error code.
func requireCode(t *testing.T, err error, status, code int) {
	t.Helper()
	var no *discordgo.RESTError
	require.ErrorAs(t, err, &no)
	require.Equal(t, status, no.Response.StatusCode, "%s", no.ResponseBody)
	require.NotNil(t, no.Message, "%s", no.ResponseBody)
	require.Equal(t, code, no.Message.Code, "%s", no.ResponseBody)
}
