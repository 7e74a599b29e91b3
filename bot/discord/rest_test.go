package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	botToken   = "b0t.t0k3n.s3cr3t"
	pressToken = "aW50ZXJhY3Rpb246c2VjcmV0"
)

var ticket = Ticket{ID: "71", Token: pressToken}

// redirect sends every request for Discord to a server of the test.
type redirect struct{ to *url.URL }

func (r redirect) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	if req.URL.Host == "discord.com" {
		out.URL.Scheme, out.URL.Host = r.to.Scheme, r.to.Host
	}
	return http.DefaultTransport.RoundTrip(out)
}

// asked is one request that arrived.
type asked struct {
	method, path, kind, auth string
	body                     []byte
}

// desk is an HTTP server that answers in a fixed order, the last answer for ever.
type desk struct {
	mu      sync.Mutex
	answers []http.HandlerFunc
	asked   []asked
}

func (d *desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	d.mu.Lock()
	d.asked = append(d.asked, asked{r.Method, r.URL.String(), r.Header.Get("Content-Type"), r.Header.Get("Authorization"), body})
	answer := d.answers[0]
	if len(d.answers) > 1 {
		d.answers = d.answers[1:]
	}
	d.mu.Unlock()
	answer(w, r)
}

func (d *desk) all() []asked {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.asked
}

func say(status int, body string, kv ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(kv); i += 2 {
			w.Header().Set(kv[i], kv[i+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// quick are timings for tests.
func quick() timings {
	return timings{
		handshake: 2 * time.Second,
		second:    1e6,
		backoff:   func(int) time.Duration { return time.Millisecond },
		invalid:   func() time.Duration { return time.Millisecond },
	}
}

func newDesk(t *testing.T, answers ...http.HandlerFunc) (*REST, *desk) {
	d := &desk{answers: answers}
	srv := httptest.NewServer(d)
	t.Cleanup(func() { srv.Close(); http.DefaultTransport.(*http.Transport).CloseIdleConnections() })
	to, err := url.Parse(srv.URL)
	require.NoError(t, err)
	r := NewREST(Config{Token: botToken, HTTP: &http.Client{Transport: redirect{to}}, times: quick()})
	r.app.Store(&Application{ID: "5150"})
	r.me.Store(&UserRef{ID: "99"})
	return r, d
}

func TestPostWritesAFormWithTheDescription(t *testing.T) {
	r, d := newDesk(t, say(200, `{"id":"8"}`))
	id, err := r.Post(t.Context(), "2", Message{
		Content: "Ann takes B F K.", Mention: []UserID{"3"}, ReplyTo: "7",
		Files: []File{{Name: "table.png", Description: "A two striped red diamonds", PNG: []byte("\x89PNG")}},
		Rows:  []Row{{Buttons: []Button{{Label: "Join", CustomID: "t:1:join"}}}},
	})
	require.NoError(t, err)
	require.Equal(t, MessageID("8"), id)
	got := d.all()[0]
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
	want := `{"content":"Ann takes B F K.","enforce_nonce":true,"allowed_mentions":{"parse":[],"users":["3"],"replied_user":false},
		"attachments":[{"id":"0","filename":"table.png","description":"A two striped red diamonds"}],
		"message_reference":{"message_id":"7","fail_if_not_exists":false},
		"components":[{"type":1,"components":[{"type":2,"style":2,"label":"Join","custom_id":"t:1:join"}]}]}`
	have, err := json.Marshal(body)
	require.NoError(t, err)
	require.JSONEq(t, want, string(have))
}

func TestNobodyIsPingedByAName(t *testing.T) {
	for _, m := range []Message{{Content: "@everyone"}, {Content: "x", Mention: nil}} {
		for _, b := range []messageBody{m.fresh(), m.edit()} {
			raw, err := json.Marshal(b)
			require.NoError(t, err)
			require.Contains(t, string(raw), `"allowed_mentions":{"parse":[],"users":[],"replied_user":false}`)
		}
	}
}

func TestAnEditReplacesEverything(t *testing.T) {
	raw, err := json.Marshal(Message{Content: "over"}.edit())
	require.NoError(t, err)
	require.JSONEq(t, `{"content":"over","embeds":[],"components":[],"attachments":[],
		"allowed_mentions":{"parse":[],"users":[],"replied_user":false}}`, string(raw))
	raw, err = json.Marshal(Message{Content: "over", KeepFiles: true}.edit())
	require.NoError(t, err)
	require.NotContains(t, string(raw), "attachments")
}

func TestARetryHasTheSameNonce(t *testing.T) {
	r, d := newDesk(t, say(502, `<html>`), hangUp, say(429, `{"retry_after":0.01}`), say(200, `{"id":"8"}`))
	_, err := r.Post(t.Context(), "2", Message{Content: "hi"})
	require.NoError(t, err)
	got := d.all()
	require.Len(t, got, 4)
	for _, a := range got {
		require.Equal(t, got[0].body, a.body)
	}
	require.Contains(t, string(got[0].body), `"enforce_nonce":true`)
}

func TestRetriesAreBounded(t *testing.T) {
	r, d := newDesk(t, say(502, `<html>`))
	_, err := r.Post(t.Context(), "2", Message{Content: "hi"})
	require.ErrorIs(t, err, ErrDown)
	require.Len(t, d.all(), 5)
}

func TestAFollowUpIsSentOnce(t *testing.T) {
	r, d := newDesk(t, hangUp)
	_, err := r.FollowUp(t.Context(), ticket, Message{Content: "hi"}, true)
	require.Error(t, err)
	require.Len(t, d.all(), 1)
}

func TestAnAnswerThatArrivedUnseenIsASuccess(t *testing.T) {
	r, d := newDesk(t, hangUp, say(400, `{"code":40060,"message":"Interaction has already been acknowledged."}`))
	require.NoError(t, r.Answer(t.Context(), ticket, Message{Content: "hi"}, true))
	require.Len(t, d.all(), 2)
	r, _ = newDesk(t, say(400, `{"code":40060,"message":"Interaction has already been acknowledged."}`))
	require.ErrorIs(t, r.Answer(t.Context(), ticket, Message{Content: "hi"}, true), ErrAnswered)
}

func TestInteractionsLeaveNothingBehind(t *testing.T) {
	r, _ := newDesk(t, say(204, ``, "X-RateLimit-Remaining", "4", "X-RateLimit-Reset-After", "60"))
	for range 100 {
		require.NoError(t, r.Answer(t.Context(), ticket, Message{Content: "hi"}, true))
		require.NoError(t, r.EditAnswer(t.Context(), ticket, Message{Content: "ho"}))
	}
	require.Empty(t, r.limits.buckets)
	require.Empty(t, r.limits.lanes)
}

func TestRefusalsHaveKinds(t *testing.T) {
	for code, want := range kinds {
		r, _ := newDesk(t, say(400, fmt.Sprintf(`{"code":%d,"message":"No."}`, code)))
		err := r.Edit(t.Context(), "2", "8", Message{Content: "x"})
		require.ErrorIs(t, err, want)
		require.NotErrorIs(t, err, ErrDown)
		require.Equal(t, fmt.Sprintf("edit a message: HTTP 400, code %d: No.", code), err.Error())
	}
	r, _ := newDesk(t, say(401, `{"code":0,"message":"401: Unauthorized"}`))
	_, err := r.App(t.Context())
	require.NoError(t, err, "known already")
	require.ErrorIs(t, r.Delete(t.Context(), "2", "8"), ErrUnauthorized)
}

func TestTheContextEndsAWaitForALimit(t *testing.T) {
	r, d := newDesk(t, say(429, `{"retry_after":30}`))
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	begun := time.Now()
	_, err := r.Post(ctx, "2", Message{Content: "hi"})
	require.ErrorIs(t, err, ErrLimited)
	require.Less(t, time.Since(begun), time.Second)
	require.Len(t, d.all(), 1)
	_, err = r.Post(ctx, "2", Message{Content: "hi"})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Len(t, d.all(), 1, "the bucket is known to be empty")
}

// everything calls each method once.
func everything(ctx context.Context, r *REST) []error {
	m := Message{Content: "x", Files: []File{{Name: "a.png", PNG: []byte("p")}}}
	var errs []error
	add := func(err error) { errs = append(errs, err) }
	_, err := r.Post(ctx, "2", m)
	add(err)
	add(r.Edit(ctx, "2", "8", m))
	add(r.Delete(ctx, "2", "8"))
	add(r.React(ctx, "2", "8", "👀"))
	_, err = r.MessagesAfter(ctx, "5", "2", "8", 50)
	add(err)
	add(r.Answer(ctx, ticket, m, true))
	add(r.Update(ctx, ticket, m))
	add(r.Defer(ctx, ticket, true))
	add(r.DeferUpdate(ctx, ticket))
	add(r.OpenModal(ctx, ticket, Modal{CustomID: "m", Title: "T", Fields: []Field{{ID: "w", Label: "L"}}}))
	add(r.Choices(ctx, ticket, []Choice{{"a", "b"}}))
	_, err = r.FollowUp(ctx, ticket, m, true)
	add(err)
	add(r.EditAnswer(ctx, ticket, m))
	_, err = r.Answered(ctx, ticket)
	add(err)
	add(r.DeleteAnswer(ctx, ticket))
	_, err = r.PutCommands(ctx, nil)
	add(err)
	_, err = r.PermissionsIn(ctx, "2")
	add(err)
	_, err = r.Guilds(ctx)
	add(err)
	_, err = r.Channels(ctx, "5")
	add(err)
	return errs
}

// TestNoErrorHoldsASecret looks at every method's error, in every way of
// printing it, all the way down, and at the log.
func TestNoErrorHoldsASecret(t *testing.T) {
	echo := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			say(status, fmt.Sprintf(`{"code":50035,"message":"Bad %s %s","errors":{"x":%q}}`, r.URL, r.Header.Get("Authorization"),
				strings.Split(r.URL.Path, "/")))(w, r)
		}
	}
	refused := httptest.NewServer(http.NotFoundHandler())
	refused.Close()
	nowhere, err := url.Parse(refused.URL)
	require.NoError(t, err)
	for name, answer := range map[string]http.HandlerFunc{
		"refused with an echo": echo(400), "hung up": hangUp, "502": echo(502), "401": echo(401),
		"not JSON": say(200, `<html>`), "no server": nil,
	} {
		t.Run(name, func(t *testing.T) {
			var text bytes.Buffer
			r, _ := newDesk(t, answer)
			if answer == nil {
				r.client = &http.Client{Transport: redirect{nowhere}}
			}
			r.log = slog.New(slog.NewTextHandler(&text, &slog.HandlerOptions{Level: slog.LevelDebug}))
			for _, err := range everything(t.Context(), r) {
				for ; err != nil; err = errors.Unwrap(err) {
					fmt.Fprintf(&text, "%v\n%+v\n%#v\n", err, err, err)
					r.log.Error("failed", "err", err)
				}
			}
			require.NotEmpty(t, text.String())
			for line := range strings.Lines(text.String()) {
				for _, secret := range []string{botToken, pressToken, "discord.com", "Authorization"} {
					require.NotContains(t, line, secret)
				}
			}
		})
	}
}

func TestLimitsAreCheckedBeforeSending(t *testing.T) {
	long := func(n int) string { return strings.Repeat("ä", n) }
	button := func(id string) Button { return Button{Label: "x", CustomID: id} }
	rows := func(n int) (list []Row) {
		for i := range n {
			list = append(list, Row{Buttons: []Button{button(fmt.Sprint(i))}})
		}
		return list
	}
	r, d := newDesk(t, say(200, `{"id":"1"}`))
	for name, m := range map[string]Message{
		"empty":             {},
		"buttons alone":     {Rows: rows(1)},
		"content":           {Content: long(2001)},
		"nonce":             {Content: "x", Nonce: long(26)},
		"rows":              {Content: "x", Rows: rows(6)},
		"buttons":           {Content: "x", Rows: []Row{{Buttons: []Button{button("1"), button("2"), button("3"), button("4"), button("5"), button("6")}}}},
		"empty row":         {Content: "x", Rows: []Row{{}}},
		"same custom_id":    {Content: "x", Rows: []Row{{Buttons: []Button{button("1")}}, {Buttons: []Button{button("1")}}}},
		"custom_id":         {Content: "x", Rows: []Row{{Buttons: []Button{button(long(101))}}}},
		"no custom_id":      {Content: "x", Rows: []Row{{Buttons: []Button{button("")}}}},
		"label":             {Content: "x", Rows: []Row{{Buttons: []Button{{Label: long(81), CustomID: "1"}}}}},
		"no label":          {Content: "x", Rows: []Row{{Buttons: []Button{{CustomID: "1"}}}}},
		"style":             {Content: "x", Rows: []Row{{Buttons: []Button{{Label: "x", CustomID: "1", Style: 5}}}}},
		"no options":        {Content: "x", Rows: []Row{{Select: &Select{CustomID: "1"}}}},
		"too many to pick":  {Content: "x", Rows: []Row{{Select: &Select{CustomID: "1", Max: 2, Options: []SelectOption{{Label: "a", Value: "a"}}}}}},
		"same values":       {Content: "x", Rows: []Row{{Select: &Select{CustomID: "1", Options: []SelectOption{{Label: "a", Value: "a"}, {Label: "b", Value: "a"}}}}}},
		"select and button": {Content: "x", Rows: []Row{{Select: &Select{CustomID: "1", Options: []SelectOption{{Label: "a", Value: "a"}}}, Buttons: []Button{button("2")}}}},
		"alternative text":  {Files: []File{{Name: "a", Description: long(1025)}}},
		"upload":            {Files: []File{{Name: "a", PNG: make([]byte, maxUpload+1)}}},
		"file name":         {Files: []File{{}}},
		"embeds":            {Embeds: make([]Embed, 11)},
		"embeds together":   {Embeds: []Embed{{Text: long(4000)}, {Text: long(2001)}}},
		"embed's title":     {Embeds: []Embed{{Title: long(257)}}},
	} {
		_, err := r.Post(t.Context(), "2", m)
		require.ErrorIs(t, err, ErrInvalid, name)
		require.ErrorIs(t, r.Answer(t.Context(), ticket, m, true), ErrInvalid, name)
	}
	for name, m := range map[string]Modal{
		"title":        {CustomID: "m", Title: long(46), Fields: []Field{{ID: "a", Label: "a"}}},
		"no fields":    {CustomID: "m", Title: "t"},
		"label":        {CustomID: "m", Title: "t", Fields: []Field{{ID: "a", Label: long(46)}}},
		"same fields":  {CustomID: "m", Title: "t", Fields: []Field{{ID: "a", Label: "a"}, {ID: "a", Label: "a"}}},
		"no custom_id": {Title: "t", Fields: []Field{{ID: "a", Label: "a"}}},
	} {
		require.ErrorIs(t, r.OpenModal(t.Context(), ticket, m), ErrInvalid, name)
	}
	for name, c := range map[string]Command{
		"name":                    {Name: "Play", Description: "x"},
		"description":             {Name: "play"},
		"required after optional": {Name: "play", Description: "x", Options: []Option{{Kind: Text, Name: "a", Description: "a"}, {Kind: Text, Name: "b", Description: "b", Required: true}}},
		"choices and complete":    {Name: "play", Description: "x", Options: []Option{{Kind: Text, Name: "a", Description: "a", Complete: true, Choices: []Choice{{"a", "a"}}}}},
		"no number":               {Name: "play", Description: "x", Options: []Option{{Kind: Integer, Name: "a", Description: "a", Choices: []Choice{{"a", "a"}}}}},
	} {
		_, err := r.PutCommands(t.Context(), []Command{c})
		require.ErrorIs(t, err, ErrInvalid, name)
	}
	require.Empty(t, d.all(), "nothing of this was sent")
	_, err := r.Post(t.Context(), "2", Message{Content: long(2000), Rows: rows(5)})
	require.NoError(t, err)
}

func TestCommandsAreWrittenOnlyWhenTheyChanged(t *testing.T) {
	one := 1.0
	list := []Command{
		{Name: "play", Description: "Open a table", Options: []Option{{Kind: SubCommand, Name: "classic", Description: "Classic SET", Options: []Option{
			{Kind: Text, Name: "extra", Description: "Extra cards", Choices: []Choice{{"when all agree", "agree"}}},
			{Kind: Integer, Name: "slow", Description: "Seconds", Min: &one, Choices: []Choice{{"two", "2"}}}}}}},
		{Name: "settings", Description: "Settings", ManageGuild: true},
	}
	// What Discord keeps, in its own order, with what it adds.
	kept := `[{"id":"2","application_id":"5150","version":"1","default_member_permissions":"32","type":1,"name":"settings","name_localizations":null,
		"description":"Settings","description_localizations":null,"dm_permission":true,"contexts":[0],"integration_types":[0],"nsfw":false},
		{"id":"1","application_id":"5150","version":"1","default_member_permissions":null,"type":1,"name":"play","description":"Open a table","contexts":[0],
		"options":[{"type":1,"name":"classic","description":"Classic SET","name_localizations":null,"options":[
			{"type":3,"name":"extra","description":"Extra cards","choices":[{"name":"when all agree","name_localizations":null,"value":"agree"}]},
			{"type":4,"name":"slow","description":"Seconds","min_value":1,"choices":[{"name":"two","value":2}]}]}]}]`
	r, d := newDesk(t, say(200, kept))
	changed, err := r.PutCommands(t.Context(), list)
	require.NoError(t, err)
	require.False(t, changed)
	require.Len(t, d.all(), 1)
	list[1].Description = "The settings"
	changed, err = r.PutGuildCommands(t.Context(), "5", list)
	require.NoError(t, err)
	require.True(t, changed)
	require.Len(t, d.all(), 3)
	require.Equal(t, "PUT", d.all()[2].method)
	require.Equal(t, "/api/v9/applications/5150/guilds/5/commands", d.all()[2].path)
}

func TestPermissionsFollowDiscordsOrder(t *testing.T) {
	g := Guild{ID: "5", Owner: "3", roles: []roleFrame{{"5", "3072"}, {"70", "32768"}, {"71", "8"}}}
	const everyone, send = ViewChannel | SendMessages, SendMessages
	for name, c := range map[string]struct {
		roles      []string
		overwrites []overwriteFrame
		want       Permissions
	}{
		"@everyone":          {nil, nil, everyone},
		"a role":             {[]string{"70"}, nil, everyone | AttachFiles},
		"administrator":      {[]string{"71"}, []overwriteFrame{{"5", "0", "0", "3072"}}, everyone | Administrator},
		"denied to everyone": {nil, []overwriteFrame{{"5", "0", "0", "2048"}}, ViewChannel},
		"allowed to a role":  {[]string{"70"}, []overwriteFrame{{"70", "0", "2048", "0"}, {"5", "0", "0", "2048"}}, everyone | AttachFiles},
		"denied to the bot":  {[]string{"70"}, []overwriteFrame{{"99", "1", "0", "2048"}, {"70", "0", "2048", "0"}}, ViewChannel | AttachFiles},
		"of another":         {nil, []overwriteFrame{{"98", "1", "0", "2048"}, {"70", "0", "0", "2048"}}, everyone},
	} {
		got, err := allowed(g, "99", c.roles, c.overwrites)
		require.NoError(t, err, name)
		require.Equal(t, c.want, got, name)
	}
	require.Equal(t, AttachFiles, (everyone | EmbedLinks).Missing(send|AttachFiles))
	require.Zero(t, Administrator.Missing(Needed))
	require.Equal(t, "Send Messages, Attach Files", (send | AttachFiles).String())
	_, err := allowed(Guild{ID: "5", roles: []roleFrame{{"5", "many"}}}, "99", nil, nil)
	require.Error(t, err)
}
