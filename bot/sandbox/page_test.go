package sandbox_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
)

// fetch sends a request to the page's server with the headers of a browser.
func fetch(t *testing.T, sb *sandboxtest.Server, method, address, body string,
	change func(*http.Request)) (int, http.Header, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	require.NoError(t, err)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if change != nil {
		change(r)
	}
	res, err := sb.Client().Do(r)
	require.NoError(t, err)
	defer res.Body.Close()
	out, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, res.Header, string(out)
}

func TestPageRefusesOtherOrigins(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{})
	status, header, body := fetch(t, sb, "GET", sb.Page(), "", nil)
	require.Equal(t, 200, status)
	require.Contains(t, body, "<html")
	require.Contains(t, header.Get("Content-Security-Policy"), "default-src 'self'")
	status, _, _ = fetch(t, sb, "GET", sb.URL()+"/p/wrong/", "", nil)
	require.Equal(t, 404, status)
	say := `{"as":"` + sb.User("Ann").ID + `","do":"send","channel":"` + sb.Channel("card-night") +
		`","content":"hi"}`
	for _, origin := range []string{"https://evil.example", "null", "http://127.0.0.1:1"} {
		status, _, _ = fetch(t, sb, "POST", sb.Page()+"act", say, func(r *http.Request) {
			r.Header.Set("Origin", origin)
		})
		require.Equal(t, 403, status, origin)
	}
	status, _, _ = fetch(t, sb, "POST", sb.Page()+"act", say, func(r *http.Request) {
		r.Header.Set("Content-Type", "text/plain")
	})
	require.Equal(t, 400, status, "a form on another site can't send JSON")
	require.Empty(t, sb.Messages("card-night", "Ann"))
	status, _, _ = fetch(t, sb, "POST", sb.Page()+"act", say, func(r *http.Request) {
		r.Header.Set("Origin", sb.URL())
	})
	require.Equal(t, 200, status)
	require.Len(t, sb.Messages("card-night", "Ann"), 1)

	_, res, err := websocket.DefaultDialer.Dial("ws"+sb.Page()[4:]+"live?as=Ann",
		http.Header{"Origin": {"https://evil.example"}})
	require.Error(t, err)
	require.Equal(t, 403, res.StatusCode)
	_, res, err = websocket.DefaultDialer.Dial("ws"+sb.Page()[4:]+"live?as=Nobody", nil)
	require.Error(t, err)
	require.Equal(t, 404, res.StatusCode)
}

// screen is one person's open page.
type screen struct {
	t    *testing.T
	sb   *sandboxtest.Server
	ws   *websocket.Conn
	user string
}

func look(t *testing.T, sb *sandboxtest.Server, user string) *screen {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.Dial("ws"+sb.Page()[4:]+"live?as="+sb.User(user).ID,
		http.Header{"Origin": {sb.URL()}})
	require.NoError(t, err)
	t.Cleanup(func() { ws.Close() })
	return &screen{t, sb, ws, user}
}

// await reads frames until one of this kind arrives, and discards all others.
func (s *screen) await(kind string) map[string]any {
	s.t.Helper()
	require.NoError(s.t, s.ws.SetReadDeadline(time.Now().Add(20*time.Second)))
	for {
		var f map[string]any
		require.NoError(s.t, s.ws.ReadJSON(&f))
		if f["t"] == kind {
			if d, ok := f["d"].(map[string]any); ok {
				return d
			}
			return f
		}
	}
}

// act sends an action in the same format as the page.
func (s *screen) act(what string, more map[string]any) map[string]any {
	s.t.Helper()
	d := map[string]any{"as": s.sb.User(s.user).ID, "do": what, "channel": s.sb.Channel("card-night")}
	for k, v := range more {
		d[k] = v
	}
	raw, err := json.Marshal(d)
	require.NoError(s.t, err)
	status, _, body := fetch(s.t, s.sb, "POST", s.sb.Page()+"act", string(raw), nil)
	require.Equal(s.t, 200, status, body)
	var out map[string]any
	require.NoError(s.t, json.Unmarshal([]byte(body), &out))
	return out
}

func TestPageUpdatesAndActions(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	ann, bob := look(t, sb, "Ann"), look(t, sb, "Bob")
	hello := ann.await("hello")
	require.Len(t, hello["users"], 5)
	require.Len(t, hello["channels"], 2)
	require.Equal(t, true, hello["users"].([]any)[0].(map[string]any)["manage"])
	require.Equal(t, false, ann.await("bot")["online"])
	b := connect(t, sb)
	require.Equal(t, true, ann.await("bot")["online"])
	play(t, b)
	require.Len(t, ann.await("commands")["d"], 2)

	id := ann.act("send", map[string]any{"content": "hello"})["id"].(string)
	require.Equal(t, "hello", bob.await("message")["content"])
	ann.act("edit", map[string]any{"message": id, "content": "hello all"})
	require.Equal(t, "hello all", bob.await("edit")["content"])
	bob.act("react", map[string]any{"message": id, "emoji": "👍", "on": true})
	require.Equal(t, "👍", ann.await("react")["emoji"].(map[string]any)["name"])
	reply := bob.act("send", map[string]any{"content": "hi", "reply_to": id})["id"].(string)
	for _, s := range []*screen{ann, bob} {
		require.Equal(t, id, s.await("message")["referenced_message"].(map[string]any)["id"])
	}
	bob.act("remove", map[string]any{"message": reply})
	require.Equal(t, reply, ann.await("delete")["id"])

	m := postBoard(t, b)
	require.Equal(t, m.ID, bob.await("message")["id"])
	click := bob.act("click", map[string]any{"message": m.ID, "custom_id": "none"})["interaction"]
	require.NoError(t, b.InteractionRespond(b.nextInteraction(),
		answerWith(5, &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral})))
	require.Equal(t, click, bob.await("thinking")["interaction"])

	bob.act("click", map[string]any{"message": m.ID, "custom_id": "none"})
	chosen := b.nextInteraction()
	status, _, _ := rest(t, sb, "POST", "/interactions/"+chosen.ID+"/"+chosen.Token+"/callback",
		`{"type":9,"data":{"custom_id":"f","title":"Form","components":[{"type":18,"label":"Words",
			"component":{"type":3,"custom_id":"w","options":[{"label":"X","value":"x"}]}}]}}`)
	require.Equal(t, 204, status)
	form := bob.await("modal")
	require.Equal(t, "Form", form["title"])
	bob.act("submit", map[string]any{
		"interaction": form["interaction"], "custom_id": "f", "fields": map[string]string{"w": "x"}})
	var in discordgo.Interaction
	require.NoError(t, json.Unmarshal(b.next("INTERACTION_CREATE").RawData, &struct{ ID, Token *string }{&in.ID, &in.Token}))
	require.NoError(t, b.InteractionRespond(&in, answerWith(4, &discordgo.InteractionResponseData{
		Content: "for Bob", Flags: discordgo.MessageFlagsEphemeral,
		Files: []*discordgo.File{{Name: "h.png", ContentType: "image/png",
			Reader: bytes.NewReader(picture(t, 2, 2))}},
	})))
	private := bob.await("message")
	require.Equal(t, "for Bob", private["content"])
	media := private["attachments"].([]any)[0].(map[string]any)["url"].(string)
	status, header, _ := fetch(t, sb, "GET", sb.Page()+media, "", nil)
	require.Equal(t, []any{200, "image/png"}, []any{status, header.Get("Content-Type")})
	open, _, _ := strings.Cut(media, "?")
	for _, as := range []string{"", "?as=" + url.QueryEscape(sb.User("Ann").ID)} {
		status, _, _ = fetch(t, sb, "GET", sb.Page()+open+as, "", nil)
		require.Equal(t, 404, status, "only its owner can see a private picture")
	}
	bob.act("dismiss", map[string]any{"message": private["id"]})
	require.Equal(t, private["id"], bob.await("delete")["id"])

	ann.act("slash", map[string]any{
		"name": "play", "options": []any{
			map[string]any{"name": "classic", "type": 1,
				"options": []any{map[string]any{"name": "deal", "type": 3, "value": "slow"}}}}})
	require.NoError(t, b.InteractionRespond(b.nextInteraction(),
		answerWith(4, &discordgo.InteractionResponseData{Content: "dealt"})))
	traffic := ann.await("traffic")
	require.NotContains(t, traffic["what"].(string)+traffic["body"].(string), sb.Token())
}

func TestPanelCausesFaultsAndHidesTheToken(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	ann := look(t, sb, "Ann")
	ann.await("hello")
	b := connect(t, sb)
	for range 4 { // HELLO, IDENTIFY, READY and GUILD_CREATE arrive in any order relative to REST
		f := ann.await("traffic")
		require.NotContains(t, f["body"], sb.Token(), "%v", f["what"])
	}
	ann.act("fault", map[string]any{"fault": "429", "n": 1, "ms": 1000})
	status, _, _ := rest(t, sb, "GET", "/users/@me", "")
	require.Equal(t, 429, status)
	ann.act("fault", map[string]any{"fault": "500"})
	status, _, _ = rest(t, sb, "GET", "/users/@me", "")
	require.Equal(t, 502, status)
	ann.act("fault", map[string]any{"fault": "latency", "ms": 1})
	status, _, _ = rest(t, sb, "GET", "/users/@me", "")
	require.Equal(t, 200, status)
	ann.act("fault", map[string]any{"fault": "silent"})
	ann.act("fault", map[string]any{"fault": "silent"})
	b.awaitHeartbeat(func() { ann.act("fault", map[string]any{"fault": "op7"}) })
	b.next("RESUMED")
	b.awaitHeartbeat(func() { ann.act("fault", map[string]any{"fault": "drop"}) })
	b.next("RESUMED")
	ann.act("fault", map[string]any{"fault": "op9"})
	b.next("READY")
	status, _, body := fetch(t, sb, "POST", sb.Page()+"act", `{"as":"Ann","do":"fault","fault":"flood"}`, nil)
	require.Equal(t, 400, status)
	require.JSONEq(t, `{"message":"Unknown fault \"flood\"."}`, body)
}

func TestFailedPressIsShown(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true, AnswerWithin: 1})
	b := connect(t, sb)
	m := postBoard(t, b)
	ann := look(t, sb, "Ann")
	ann.await("hello")
	id := ann.act("click", map[string]any{"message": m.ID, "custom_id": "none"})["interaction"]
	failed := ann.await("failed")
	require.Equal(t, []any{id, "The application did not respond"}, []any{failed["interaction"], failed["why"]})
}

// The page's code is small and contains nothing that could turn text from a user into markup.
func TestPageIsSmallAndEscapesText(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("page/files/*")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	size := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		size += len(text)
		for _, door := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
			"DOMParser", "setHTML", "createContextualFragment", "eval("} {
			require.NotContains(t, string(text), door, file)
		}
	}
	require.Less(t, size, 150_000)
}
