package sandbox_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"math"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
)

func picture(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewRGBA(image.Rect(0, 0, w, h))))
	return b.Bytes()
}

func TestPictureAttributes(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	shot := picture(t, 11, 7)
	multi, body, err := discordgo.MultipartBodyWithJSON(map[string]any{
		"content": "the table", "allowed_mentions": map[string]any{"parse": []string{}},
		"attachments": []any{map[string]any{"id": "0", "filename": "table.png", "description": "Twelve cards."}},
	}, []*discordgo.File{{Name: "table.png", ContentType: "image/png", Reader: bytes.NewReader(shot)}})
	require.NoError(t, err)
	url := discordgo.EndpointChannelMessages(sb.Channel("card-night"))
	raw, err := b.RequestRaw("POST", url, multi, body, url, 0)
	require.NoError(t, err)
	var m discordgo.Message
	require.NoError(t, json.Unmarshal(raw, &m))
	require.Len(t, m.Attachments, 1)
	a := m.Attachments[0]
	require.Equal(t, []int{11, 7, len(shot)}, []int{a.Width, a.Height, a.Size})
	require.Contains(t, string(raw), `"description":"Twelve cards."`)

	seen, err := sb.Attachment(a.ID, "Bob")
	require.NoError(t, err)
	require.Equal(t, shot, seen)

	// An edit that lists only the new picture removes the old one.
	next := picture(t, 5, 5)
	multi, body, err = discordgo.MultipartBodyWithJSON(
		map[string]any{"attachments": []any{map[string]any{"id": "0"}}},
		[]*discordgo.File{{Name: "next.png", ContentType: "image/png", Reader: bytes.NewReader(next)}})
	require.NoError(t, err)
	_, err = b.RequestRaw("PATCH", discordgo.EndpointChannelMessage(m.ChannelID, m.ID), multi, body, url, 0)
	require.NoError(t, err)
	b.next("MESSAGE_UPDATE")
	now := sb.Messages("card-night", "Bob")[0]
	require.Len(t, now.Attachments, 1)
	require.Equal(t, "next.png", now.Attachments[0].Filename)
	require.NotNil(t, now.EditedTimestamp)
	_, err = sb.Attachment(a.ID, "Bob")
	require.Error(t, err, "the edit removed the old picture")
}

func ptr[T any](v T) *T { return &v }

func TestHistoryIsReadAfterAnID(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	var ids []string
	for i := range 5 {
		id, err := sb.Say("Ann", "card-night", strconv.Itoa(i))
		require.NoError(t, err)
		ids = append(ids, id)
	}
	read := func(limit int, after string) string {
		list, err := b.ChannelMessages(sb.Channel("card-night"), limit, "", after, "")
		require.NoError(t, err)
		words := ""
		for _, m := range list {
			words += m.Content
		}
		return words
	}
	require.Equal(t, "43210", read(0, ""))
	require.Equal(t, "43", read(2, ""), "the newest")
	require.Equal(t, "32", read(2, ids[1]), "the next two messages")
	require.Equal(t, "4", read(2, ids[3]))
	_, err := b.ChannelMessages(sb.Channel("card-night"), 101, "", "", "")
	requireCode(t, err, 400, 50035)
	for i := 1; i < 5; i++ {
		require.Less(t, ids[i-1], ids[i])
	}
	made, err := world.IDTime(ids[0])
	require.NoError(t, err)
	require.WithinDuration(t, time.Now(), made, time.Minute)
}

func TestReactionsAndDeletions(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	id, err := sb.Say("Ann", "card-night", "hello")
	require.NoError(t, err)
	ch := sb.Channel("card-night")
	require.NoError(t, b.MessageReactionAdd(ch, id, "✅"))
	require.NoError(t, sb.React("Bob", "card-night", id, "✅", true))
	b.next("MESSAGE_REACTION_ADD")
	require.Equal(t, "✅", b.next("MESSAGE_REACTION_ADD").Struct.(*discordgo.MessageReactionAdd).Emoji.Name)
	read, err := b.ChannelMessages(ch, 1, "", "", "")
	require.NoError(t, err)
	require.Equal(t, 2, read[0].Reactions[0].Count)
	require.True(t, read[0].Reactions[0].Me)
	require.False(t, sb.Messages("card-night", "Cid")[0].Reactions[0].Me)
	requireCode(t, b.MessageReactionAdd(ch, id, "nonsense"), 400, 10014)
	requireCode(t, b.ChannelMessageDelete(ch, id), 403, 50013)
	_, err = b.ChannelMessageEdit(ch, id, "other words")
	requireCode(t, err, 403, 50005)
	require.NoError(t, sb.Edit("Ann", "card-night", id, "hello again"))
	require.Equal(t, "hello again", b.next("MESSAGE_UPDATE").Struct.(*discordgo.MessageUpdate).Content)
	require.NoError(t, sb.Delete("Ann", "card-night", id))
	require.Equal(t, id, b.next("MESSAGE_DELETE").Struct.(*discordgo.MessageDelete).ID)
	require.Empty(t, sb.Messages("card-night", "Cid"))
	_, err = b.ChannelMessageSend("1", "nowhere")
	requireCode(t, err, 404, 10003)
}

func TestChannelByIDAndByName(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{})
	id := sb.AddChannel("42")
	require.Equal(t, id, sb.Channel("42"))
	require.Equal(t, id, sb.Channel(id))
	status, _, m := rest(t, sb, "GET", "/channels/"+id, "")
	require.Equal(t, 200, status)
	require.Equal(t, "42", m["name"])
	status, _, m = rest(t, sb, "GET", "/channels/42", "")
	require.Equal(t, 404, status, "a channel name is not an id")
	require.EqualValues(t, 10003, m["code"])
	require.NoError(t, sb.RemoveChannel("42"))
	require.Empty(t, sb.Channel(id))
	require.NotEmpty(t, sb.Channel("side-table"))
}

func TestOnlyAllowedMentionsPing(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	ann, bob := sb.User("Ann").ID, sb.User("Bob").ID
	words := "@everyone <@" + ann + "> <@" + bob + ">"
	send := func(a *discordgo.MessageAllowedMentions) world.Message {
		m, err := b.ChannelMessageSendComplex(sb.Channel("side-table"),
			&discordgo.MessageSend{Content: words, AllowedMentions: a})
		require.NoError(t, err)
		list := sb.Messages("side-table", "Ann")
		require.Equal(t, m.ID, list[len(list)-1].ID)
		return list[len(list)-1]
	}
	m := send(nil)
	require.True(t, m.MentionEveryone, "without allowed_mentions, a name can ping everyone")
	require.Len(t, m.Mentions, 2)
	m = send(&discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}})
	require.False(t, m.MentionEveryone)
	require.Empty(t, m.Mentions)
	m = send(&discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}, Users: []string{bob}})
	require.Equal(t, "Bob", m.Mentions[0].Name())
}

func TestFiveMessagesInAWindowThen429(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true, Window: time.Minute})
	for i := range 6 {
		status, header, body := rest(t, sb, "POST", "/channels/"+sb.Channel("card-night")+"/messages",
			`{"content":"x"}`)
		require.Equal(t, "5", header.Get("X-RateLimit-Limit"))
		require.NotEmpty(t, header.Get("X-RateLimit-Bucket"))
		if i < 5 {
			require.Equal(t, 200, status)
			require.Equal(t, strconv.Itoa(4-i), header.Get("X-RateLimit-Remaining"))
			continue
		}
		require.Equal(t, 429, status)
		require.Equal(t, "user", header.Get("X-RateLimit-Scope"))
		left := body["retry_after"].(float64)
		require.Positive(t, left)
		require.LessOrEqual(t, left, 60.0)
		require.Equal(t, strconv.Itoa(int(math.Ceil(left))), header.Get("Retry-After"))
		require.Equal(t, false, body["global"])
	}
	status, _, _ := rest(t, sb, "POST", "/channels/"+sb.Channel("side-table")+"/messages", `{"content":"x"}`)
	require.Equal(t, 200, status, "the other channel has its own window")
	require.Equal(t, 1, sb.Invalid())
}

func TestGlobalLimitIsReported(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{})
	sb.Limit(1, 1500*time.Millisecond, true)
	status, header, body := rest(t, sb, "GET", "/users/@me", "")
	require.Equal(t, 429, status)
	require.Equal(t, "true", header.Get("X-RateLimit-Global"))
	require.Equal(t, "2", header.Get("Retry-After"))
	require.Equal(t, map[string]any{"code": 0.0, "message": "You are being rate limited.", "retry_after": 1.5,
		"global": true}, body)
	status, _, _ = rest(t, sb, "GET", "/users/@me", "")
	require.Equal(t, 200, status)
}

func TestEditsOfOldMessagesAreLimited(t *testing.T) {
	t.Parallel()
	var later atomic.Int64
	sb := start(t, sandbox.Options{
		OldEdits: 2, Now: func() time.Time { return time.Now().Add(time.Duration(later.Load())) }})
	ch := "/channels/" + sb.Channel("card-night") + "/messages"
	_, _, m := rest(t, sb, "POST", ch, `{"content":"old"}`)
	later.Store(int64(2 * time.Hour))
	at := ch + "/" + m["id"].(string)
	for range 2 {
		status, _, _ := rest(t, sb, "PATCH", at, `{"content":"new"}`)
		require.Equal(t, 200, status)
	}
	status, _, body := rest(t, sb, "PATCH", at, `{"content":"newer"}`)
	require.Equal(t, 429, status)
	require.EqualValues(t, 30046, body["code"])
}

func TestMissingPermissions(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{})
	ch := "/channels/" + sb.Channel("card-night")
	require.NoError(t, sb.Deny("card-night", world.PermissionSendMessages))
	status, _, body := rest(t, sb, "POST", ch+"/messages", `{"content":"x"}`)
	require.Equal(t, []any{403, 50013.0}, []any{status, body["code"]})
	require.NoError(t, sb.Deny("card-night", world.PermissionViewChannel))
	status, _, body = rest(t, sb, "GET", ch, "")
	require.Equal(t, []any{403, 50001.0}, []any{status, body["code"]})
	require.NoError(t, sb.Deny("card-night", 0))
	status, _, _ = rest(t, sb, "POST", ch+"/messages", `{"content":"x"}`)
	require.Equal(t, 200, status)
}
