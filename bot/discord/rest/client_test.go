package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/store/ids"
)

func reply(status int, body string, kv ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(kv); i += 2 {
			w.Header().Set(kv[i], kv[i+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func TestPostUploadsFileWithDescription(t *testing.T) {
	r, d := newScriptedServer(t, reply(200, `{"id":"8"}`))
	id, err := r.Post(t.Context(), 2, discord.Message{
		Content: "Ann takes B F K.", Mention: []ids.User{3}, ReplyTo: 7,
		Files: []discord.File{{Name: "table.png", Description: "A two striped red diamonds",
			Content: []byte("\x89PNG")}},
		Rows: []discord.Row{{Buttons: []discord.Button{{Label: "Join", CustomID: "t:1:join"}}}},
	})
	require.NoError(t, err)
	require.Equal(t, ids.Message(8), id)
	got := d.requests()[0]
	require.Equal(t, "Bot "+botToken, got.auth)
	require.Equal(t, "/api/v9/channels/2/messages", got.path)
	kind, params, err := mime.ParseMediaType(got.kind)
	require.NoError(t, err)
	require.Equal(t, "multipart/form-data", kind)
	form, err := multipart.NewReader(bytes.NewReader(got.body), params["boundary"]).ReadForm(1 << 20)
	require.NoError(t, err)
	file := form.File["files[0]"][0]
	require.Equal(t, "table.png", file.Filename)
	require.Equal(t, "image/png", file.Header.Get("Content-Type"))
	var body map[string]any
	require.NoError(t, json.Unmarshal([]byte(form.Value["payload_json"][0]), &body))
	require.Regexp(t, `^[0-9a-z]{10,25}$`, body["nonce"])
	delete(body, "nonce")
	want := `{"content":"Ann takes B F K.","enforce_nonce":true,"allowed_mentions":{"parse":[],"users":["3"],
		"replied_user":false},
		"attachments":[{"id":"0","filename":"table.png","description":"A two striped red diamonds"}],
		"message_reference":{"message_id":"7","fail_if_not_exists":false},
		"components":[{"type":1,"components":[{"type":2,"style":2,"label":"Join","custom_id":"t:1:join"}]}]}`
	have, err := json.Marshal(body)
	require.NoError(t, err)
	require.JSONEq(t, want, string(have))
}

func TestNamesPingNoOne(t *testing.T) {
	for _, m := range []discord.Message{{Content: "@everyone"}, {Content: "x", Mention: nil}} {
		for _, b := range []messageBody{newBody(m), editBody(m)} {
			raw, err := json.Marshal(b)
			require.NoError(t, err)
			require.Contains(t, string(raw), `"allowed_mentions":{"parse":[],"users":[],"replied_user":false}`)
		}
	}
}

func TestEditReplacesEverything(t *testing.T) {
	raw, err := json.Marshal(editBody(discord.Message{Content: "over"}))
	require.NoError(t, err)
	require.JSONEq(t, `{"content":"over","embeds":[],"components":[],"attachments":[],
		"allowed_mentions":{"parse":[],"users":[],"replied_user":false}}`, string(raw))
	raw, err = json.Marshal(editBody(discord.Message{Content: "over", KeepFiles: true}))
	require.NoError(t, err)
	require.NotContains(t, string(raw), "attachments")
}

func TestRetryHasTheSameNonce(t *testing.T) {
	r, d := newScriptedServer(t, reply(502, `<html>`), hangUp, reply(429, `{"retry_after":0.01}`),
		reply(200, `{"id":"8"}`))
	_, err := r.Post(t.Context(), 2, discord.Message{Content: "hi"})
	require.NoError(t, err)
	got := d.requests()
	require.Len(t, got, 4)
	for _, a := range got {
		require.Equal(t, got[0].body, a.body)
	}
	require.Contains(t, string(got[0].body), `"enforce_nonce":true`)
}

func TestRetriesAreBounded(t *testing.T) {
	r, d := newScriptedServer(t, reply(502, `<html>`))
	_, err := r.Post(t.Context(), 2, discord.Message{Content: "hi"})
	require.ErrorIs(t, err, discord.ErrDown)
	require.Len(t, d.requests(), 5)
}

func TestLostResponseToAnAnswerIsASuccess(t *testing.T) {
	r, d := newScriptedServer(t, hangUp,
		reply(400, `{"code":40060,"message":"Interaction has already been acknowledged."}`))
	require.NoError(t, r.Answer(t.Context(), ticket, discord.Message{Content: "hi"}, true))
	require.Len(t, d.requests(), 2)
	r, _ = newScriptedServer(t,
		reply(400, `{"code":40060,"message":"Interaction has already been acknowledged."}`))
	require.ErrorIs(t, r.Answer(t.Context(), ticket, discord.Message{Content: "hi"}, true), discord.ErrAnswered)
}

func TestInteractionsLeaveNoBuckets(t *testing.T) {
	r, _ := newScriptedServer(t, reply(204, ``, "X-RateLimit-Remaining", "4", "X-RateLimit-Reset-After", "60"))
	for range 100 {
		require.NoError(t, r.Answer(t.Context(), ticket, discord.Message{Content: "hi"}, true))
		require.NoError(t, r.EditAnswer(t.Context(), ticket, discord.Message{Content: "ho"}))
	}
	require.Empty(t, r.limits.buckets)
	require.Empty(t, r.limits.lanes)
}

func TestRefusalsHaveKinds(t *testing.T) {
	for code, want := range kinds {
		r, _ := newScriptedServer(t, reply(400, fmt.Sprintf(`{"code":%d,"message":"No."}`, code)))
		err := r.Edit(t.Context(), 2, 8, discord.Message{Content: "x"})
		require.ErrorIs(t, err, want)
		require.NotErrorIs(t, err, discord.ErrDown)
		require.Equal(t, fmt.Sprintf("edit a message: HTTP 400, code %d: No.", code), err.Error())
	}
	r, _ := newScriptedServer(t, reply(401, `{"code":0,"message":"401: Unauthorized"}`))
	require.ErrorIs(t, r.Delete(t.Context(), 2, 8), discord.ErrUnauthorized)
}

func TestContextEndsAWaitForALimit(t *testing.T) {
	r, d := newScriptedServer(t, reply(429, `{"retry_after":9}`))
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	begun := time.Now()
	_, err := r.Post(ctx, 2, discord.Message{Content: "hi"})
	require.ErrorIs(t, err, discord.ErrLimited)
	require.Less(t, time.Since(begun), time.Second)
	require.Len(t, d.requests(), 1)
	_, err = r.Post(ctx, 2, discord.Message{Content: "hi"})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Len(t, d.requests(), 1, "the bucket is known to be empty")
}

// If Discord asks for a pause of several minutes, a message fails immediately instead of waiting, and later messages
// fail without another request.
func TestLongPauseFailsMessagesAtOnce(t *testing.T) {
	for _, global := range []string{"false", "true"} {
		r, d := newScriptedServer(t, reply(429, `{"message":"slow down","retry_after":300,"global":`+global+`}`))
		for range 3 {
			_, err := r.Post(t.Context(), 2, discord.Message{Content: "hi"})
			require.ErrorIs(t, err, discord.ErrLimited)
			require.False(t, IsRefusal(err))
		}
		require.Len(t, d.requests(), 1)
	}
}
