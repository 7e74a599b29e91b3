package sandbox_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/bot/sandbox/world"
)

func say(t *testing.T, sb *sandboxtest.Server, channel, words string) (status, code int, id string) {
	t.Helper()
	status, _, out := rest(t, sb, "POST", "/channels/"+channel+"/messages", `{"content":"`+words+`"}`)
	if c, is := out["code"].(float64); is {
		code = int(c)
	}
	id, _ = out["id"].(string)
	return status, code, id
}

// In a private thread that the bot hasn't joined, interactions claim that the bot has full permissions, but all other
// requests fail until a user mentions the bot there.
func TestPrivateThreadRefusesTheBot(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	status, _, _ := rest(t, sb, "PUT", "/applications/"+sb.Application()+"/commands",
		`[{"name":"play","description":"Open a table"}]`)
	require.Equal(t, 200, status)
	var thread string
	sb.Do(func(w *world.World) {
		c, err := w.AddThread("card-night", "secret", true)
		require.NoError(t, err)
		thread = c.ID
	})
	status, code, _ := say(t, sb, thread, "hello")
	require.Equal(t, []int{403, 50001}, []int{status, code})
	for _, path := range []string{"/channels/" + thread, "/channels/" + thread + "/messages"} {
		status, _, _ := rest(t, sb, "GET", path, "")
		require.Equal(t, 403, status, path)
	}
	_, err := sb.Slash("Ann", thread, "play")
	require.NoError(t, err)
	asked := b.next("INTERACTION_CREATE")
	require.Contains(t, string(asked.RawData), `"app_permissions":"`)
	require.NotContains(t, string(asked.RawData), `"app_permissions":"0"`)
	require.Contains(t, string(asked.RawData), `"type":12`)
	_, err = sb.Say("Ann", thread, "come here, <@"+sb.Application()+">")
	require.NoError(t, err)
	b.next("THREAD_CREATE")
	status, _, _ = say(t, sb, thread, "hello")
	require.Equal(t, 200, status)
	status, _, here := rest(t, sb, "GET", "/channels/"+thread, "")
	require.Equal(t, 200, status)
	require.EqualValues(t, 12, here["type"])
}

func TestArchivedThreadRefusesEdits(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	var thread string
	archive := func(locked bool) { sb.Do(func(w *world.World) { require.NoError(t, w.Archive(thread, locked)) }) }
	sb.Do(func(w *world.World) {
		c, err := w.AddThread("card-night", "open", false)
		require.NoError(t, err)
		thread = c.ID
	})
	_, _, id := say(t, sb, thread, "hello")
	archive(false)
	edit := func() (int, any) {
		status, _, out := rest(t, sb, "PATCH", "/channels/"+thread+"/messages/"+id, `{"content":"x"}`)
		return status, out["code"]
	}
	status, code := edit()
	require.Equal(t, 400, status)
	require.EqualValues(t, 50083, code)
	status, _, _ = say(t, sb, thread, "a new message opens it")
	require.Equal(t, 200, status)
	status, _ = edit()
	require.Equal(t, 200, status)
	archive(true)
	status, _, _ = say(t, sb, thread, "not in a locked one")
	require.Equal(t, 400, status)
}

func TestTimedOutBotCanOnlyRead(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	home := sb.Channel("card-night")
	_, _, id := say(t, sb, home, "hello")
	sb.Do(func(w *world.World) { w.TimeOutBot("", time.Now().Add(time.Hour)) })
	require.Contains(t, string(b.next("GUILD_MEMBER_UPDATE").RawData), `"communication_disabled_until":"2`)
	status, code, _ := say(t, sb, home, "hello")
	require.Equal(t, []int{403, 50013}, []int{status, code})
	status, _, _ = rest(t, sb, "PATCH", "/channels/"+home+"/messages/"+id, `{"content":"x"}`)
	require.Equal(t, 403, status)
	status, _, _ = rest(t, sb, "GET", "/channels/"+home+"/messages", "")
	require.Equal(t, 200, status)
	_, _, me := rest(t, sb, "GET", "/guilds/"+sb.Guild()+"/members/"+sb.Application(), "")
	require.NotNil(t, me["communication_disabled_until"])
	sb.Do(func(w *world.World) { w.TimeOutBot("", time.Time{}) })
	status, _, _ = say(t, sb, home, "hello")
	require.Equal(t, 200, status)
}

func TestAutoModBlocksAWord(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	sb.Do(func(w *world.World) { w.Block("", "Rude") })
	status, code, _ := say(t, sb, sb.Channel("card-night"), "something rude")
	require.Equal(t, []int{400, 200000}, []int{status, code})
	_, err := sb.Say("Ann", "card-night", "RUDE")
	require.Error(t, err)
	status, _, id := say(t, sb, sb.Channel("card-night"), "polite")
	require.Equal(t, 200, status)
	status, _, _ = rest(t, sb, "PATCH", "/channels/"+sb.Channel("card-night")+"/messages/"+id, `{"content":"rude"}`)
	require.Equal(t, 400, status)
}

func TestAnotherBotSweepsAChannel(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	sb.Do(func(w *world.World) {
		c, err := w.Channel("card-night")
		require.NoError(t, err)
		c.SweptAfter = 10 * time.Millisecond
	})
	_, err := sb.Say("Ann", "card-night", "people are left alone")
	require.NoError(t, err)
	_, _, id := say(t, sb, sb.Channel("card-night"), "gone in a moment")
	require.Contains(t, string(b.next("MESSAGE_DELETE").RawData), id)
	require.Len(t, sb.Messages("card-night", "Ann"), 1)
}
