package sandbox_test

import (
	"context"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
)

// bot is a real discordgo session connected to a sandbox. A Go channel receives every raw event in order.
type bot struct {
	*discordgo.Session
	t      *testing.T
	sb     *sandboxtest.Server
	events chan *discordgo.Event
}

const intents = discordgo.IntentsGuilds | discordgo.IntentsGuildMessages | discordgo.IntentMessageContent |
	discordgo.IntentsGuildMessageReactions

func connect(t *testing.T, sb *sandboxtest.Server) *bot {
	t.Helper()
	b := newBot(t, sb)
	b.open()
	b.next("READY")
	b.next("GUILD_CREATE")
	return b
}

// open connects and waits for the first heartbeat. A discordgo session that is closed before its first heartbeat
// reconnects forever.
func (b *bot) open() {
	b.t.Helper()
	b.awaitHeartbeat(func() { require.NoError(b.t, b.Open()) })
	b.t.Cleanup(func() { b.Close() })
}

// awaitHeartbeat calls do, which must connect the bot, and waits for the first heartbeat after that.
func (b *bot) awaitHeartbeat(do func()) {
	b.t.Helper()
	before := b.sb.Heartbeats()
	do()
	require.NoError(b.t, b.sb.Wait(soon(b.t), func() bool { return b.sb.Heartbeats() > before }))
}

func newBot(t *testing.T, sb *sandboxtest.Server) *bot {
	t.Helper()
	s, err := discordgo.New("Bot " + sb.Token())
	require.NoError(t, err)
	s.Client, s.SyncEvents, s.StateEnabled, s.MaxRestRetries = sb.Client(), true, false, 0
	s.LogLevel = -1
	s.Identify.Intents = intents
	b := &bot{Session: s, t: t, sb: sb, events: make(chan *discordgo.Event, 10000)}
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { b.events <- e })
	return b
}

// next waits for the next event of this kind and discards all events before it.
func (b *bot) next(kind string) *discordgo.Event {
	b.t.Helper()
	for {
		select {
		case e := <-b.events:
			if e.Type == kind {
				return e
			}
		case <-b.t.Context().Done():
			b.t.Fatalf("no %s event", kind)
		case <-time.After(20 * time.Second):
			b.t.Fatalf("no %s event within 20 s", kind)
		}
	}
}

func start(t *testing.T, o sandbox.Options) *sandboxtest.Server {
	t.Helper()
	return sandboxtest.Start(t, o)
}

func soon(t *testing.T) context.Context {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(stop)
	return ctx
}

func TestPostedMessageIsDelivered(t *testing.T) {
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	id, err := sb.Say("Ann", "card-night", "set a b c")
	require.NoError(t, err)
	in := b.next("MESSAGE_CREATE").Struct.(*discordgo.MessageCreate)
	require.Equal(t, id, in.ID)
	require.Equal(t, "set a b c", in.Content)
	require.Equal(t, "Ann", in.Author.GlobalName)
	require.Equal(t, sb.Guild(), in.GuildID)

	out, err := b.ChannelMessageSend(in.ChannelID, "Ann takes a b c.")
	require.NoError(t, err)
	require.Equal(t, out.ID, b.next("MESSAGE_CREATE").Struct.(*discordgo.MessageCreate).ID)
	seen := sb.Messages("card-night", "Bob")
	require.Len(t, seen, 2)
	require.Equal(t, "Ann takes a b c.", seen[1].Content)
}
