package sandbox_test

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
)

// rest sends a request with the bot's token to the API, with a JSON body unless the body is nil.
func rest(t *testing.T, sb *sandboxtest.Server, method, path, body string) (int, http.Header,
	map[string]any) {
	t.Helper()
	var in io.Reader
	if body != "" {
		in = strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, "https://discord.com/api/v10"+path, in)
	require.NoError(t, err)
	r.Header.Set("Authorization", "Bot "+sb.Token())
	r.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return answer(t, sb, r)
}

func answer(t *testing.T, sb *sandboxtest.Server, r *http.Request) (int, http.Header, map[string]any) {
	t.Helper()
	res, err := sb.Client().Do(r)
	require.NoError(t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	var out map[string]any
	if res.Header.Get("Content-Type") == "application/json" && len(raw) > 0 && raw[0] == '{' {
		require.NoError(t, json.Unmarshal(raw, &out), "%s", raw)
	}
	return res.StatusCode, res.Header, out
}

func TestPlainRoutesMatchTheDescription(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true, Global: 1000})
	app, guild, ann := sb.Application(), sb.Guild(), sb.User("Ann").ID
	for _, path := range []string{
		"/gateway", "/gateway/bot", "/users/@me", "/applications/@me",
		"/channels/" + sb.Channel("card-night"), "/channels/" + sb.Channel("card-night") + "/messages",
		"/guilds/" + guild,
		"/guilds/" + guild + "/members/" + ann,
		"/guilds/" + guild + "/scheduled-events", "/applications/" + app + "/commands",
	} {
		status, _, _ := rest(t, sb, "GET", path, "")
		require.Equal(t, 200, status, path)
	}
	event := `{"name":"Card night","privacy_level":2,"entity_type":3,"scheduled_start_time":"2099-01-01T20:00:00Z",
		"scheduled_end_time":"2099-01-01T23:00:00Z","entity_metadata":{"location":"#card-night"}}`
	status, _, made := rest(t, sb, "POST", "/guilds/"+guild+"/scheduled-events", event)
	require.Equal(t, 200, status, made)
	status, _, _ = rest(t, sb, "GET", "/guilds/"+guild+"/scheduled-events/"+made["id"].(string), "")
	require.Equal(t, 200, status)
	amend := func(body string) (int, map[string]any) {
		status, _, out := rest(t, sb, "PATCH", "/guilds/"+guild+"/scheduled-events/"+made["id"].(string), body)
		return status, out
	}
	status, made2 := amend(`{"scheduled_start_time":"2099-01-01T21:00:00Z"}`)
	require.Equal(t, []any{200, "2099-01-01T21:00:00Z", 1.0}, []any{status, made2["scheduled_start_time"], made2["status"]})
	status, _ = amend(`{"scheduled_start_time":"2020-01-01T21:00:00Z"}`)
	require.Equal(t, 400, status, "the start is in the past")
	status, _ = amend(`{"status":3}`)
	require.Equal(t, 400, status, "the event has not begun")
	status, _ = amend(`{"status":4}`)
	require.Equal(t, 200, status)
	status, refused := amend(`{"name":"Another night"}`)
	require.Equal(t, []any{400, 180000.0}, []any{status, refused["code"]})
	status, _, _ = rest(t, sb, "DELETE", "/guilds/"+guild+"/scheduled-events/"+made["id"].(string), "")
	require.Equal(t, 204, status)
}

func TestRefusedLogins(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{})
	ask := func(change func(*http.Request)) (int, map[string]any) {
		r, err := http.NewRequestWithContext(t.Context(), "GET", "https://discord.com/api/v10/users/@me", nil)
		require.NoError(t, err)
		r.Header.Set("Authorization", "Bot "+sb.Token())
		r.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
		change(r)
		status, _, body := answer(t, sb, r)
		return status, body
	}
	status, _ := ask(func(*http.Request) {})
	require.Equal(t, 200, status)
	status, body := ask(func(r *http.Request) { r.Header.Set("Authorization", "Bot wrong") })
	require.Equal(t, []any{401, 0.0}, []any{status, body["code"]})
	status, _ = ask(func(r *http.Request) { r.Header.Del("Authorization") })
	require.Equal(t, 401, status)
	status, body = ask(func(r *http.Request) { r.Header.Set("User-Agent", "curl/8") })
	require.Equal(t, []any{403, 40333.0}, []any{status, body["code"]})
	status, body = ask(func(r *http.Request) { r.URL.Path = "/api/v7/users/@me" })
	require.Equal(t, []any{400, 50041.0}, []any{status, body["code"]})
	status, _ = ask(func(r *http.Request) { r.URL.Path = "/api/v10/nowhere" })
	require.Equal(t, 404, status)
	status, _ = ask(func(r *http.Request) { r.Method = "DELETE" })
	require.Equal(t, 405, status)
	sb.Revoke()
	status, _ = ask(func(*http.Request) {})
	require.Equal(t, 401, status)

	_, err := sb.Client().Get("https://example.org/")
	require.ErrorContains(t, err, "would leave this machine")
	r, err := http.NewRequestWithContext(t.Context(), "GET", sb.URL()+"/api/v10/gateway", nil)
	require.NoError(t, err)
	r.Host = "evil.example:80"
	res, err := http.DefaultTransport.RoundTrip(r)
	require.NoError(t, err)
	res.Body.Close()
	require.Equal(t, 403, res.StatusCode, "only loopback names are allowed, whatever address they resolve to")
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()

	_, err = sandbox.Start(sandbox.Options{Addr: "0.0.0.0:0"})
	require.ErrorContains(t, err, "loopback only")
}

func TestFailRESTFailsOnce(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{})
	sb.FailREST(1, 502)
	status, header, _ := rest(t, sb, "GET", "/users/@me", "")
	require.Equal(t, []any{502, "text/html"}, []any{status, header.Get("Content-Type")})
	status, _, _ = rest(t, sb, "GET", "/users/@me", "")
	require.Equal(t, 200, status)
	sb.FailREST(1, 0)
	r, err := http.NewRequestWithContext(t.Context(), "POST", sb.URL()+"/api/v10/users/@me/channels",
		strings.NewReader("{}"))
	require.NoError(t, err)
	_, err = sb.Client().Do(r)
	require.Error(t, err, "the connection must be lost")
}

// multipartMessage returns a request that posts a file of this size with a description.
func multipartMessage(t *testing.T, sb *sandboxtest.Server, size int, about string) *http.Request {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	note, err := json.Marshal(map[string]any{
		"attachments": []any{map[string]any{"id": "0", "filename": "f.bin", "description": about}}})
	require.NoError(t, err)
	require.NoError(t, w.WriteField("payload_json", string(note)))
	f, err := w.CreateFormFile("files[0]", "f.bin")
	require.NoError(t, err)
	_, err = f.Write(make([]byte, size))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	r, err := http.NewRequestWithContext(t.Context(), "POST",
		"https://discord.com/api/v9/channels/"+sb.Channel("card-night")+"/messages", &b)
	require.NoError(t, err)
	r.Header.Set("Authorization", "Bot "+sb.Token())
	r.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	r.Header.Set("Content-Type", w.FormDataContentType())
	return r
}
