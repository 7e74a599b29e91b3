package checkup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"settable/bot/discord"
	"settable/store/ids"
)

// A Survey sends requests to Discord with one bot's token.
type Survey struct {
	Token discord.Secret
	HTTP  *http.Client // made by discord.NewHTTP
}

// api is the base URL of Discord's REST API.
const api = "https://discord.com/api/v" + discord.APIVersion

// patience is the timeout of a request.
const patience = 10 * time.Second

// maxAnswer is the maximum size of a response in bytes.
const maxAnswer = 4 << 20

// Reach holds the round-trip time to Discord and the difference between the clocks.
type Reach struct {
	Took time.Duration // from the request to the response
	Off  time.Duration // how far this machine's clock is ahead of Discord's, accurate to about a second
}

// Reach measures the round-trip time to Discord. It needs no token.
func (s Survey) Reach(ctx context.Context) (r Reach, err error) {
	asked := time.Now()
	header, err := s.get(ctx, "/gateway", nil)
	if err != nil {
		return r, err
	}
	r.Took = time.Since(asked)
	there, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return r, fmt.Errorf("reading Discord's clock: %w", err)
	}
	// The Date header has a resolution of one second.
	r.Off = asked.Add(r.Took / 2).Sub(there.Add(500 * time.Millisecond)).Round(time.Second)
	return r, nil
}

// Bot describes the user and the application that own a token.
type Bot struct {
	ID             ids.User
	Name           string
	App            string // the application's id
	ContentAllowed bool   // the Message Content intent is turned on
}

// mayReadContent contains the flags of applications that may read message content: verified ones, and those in fewer
// than a hundred servers.
// https://discord.com/developers/docs/resources/application#application-object-application-flags
const mayReadContent = 1<<18 | 1<<19

// Bot asks Discord who owns the token. The error is discord.ErrUnauthorized if Discord rejects the token.
func (s Survey) Bot(ctx context.Context) (b Bot, err error) {
	var me struct {
		ID       ids.User
		Username string
	}
	var app struct {
		ID    string
		Flags int64
	}
	if _, err = s.get(ctx, "/users/@me", &me); err == nil {
		_, err = s.get(ctx, "/applications/@me", &app)
	}
	return Bot{ID: me.ID, Name: me.Username, App: app.ID, ContentAllowed: app.Flags&mayReadContent != 0}, err
}

// Gateway describes the gateway that the bot would use.
type Gateway struct {
	URL   string
	Left  int           // IDENTIFYs left today
	Reset time.Duration // time until Discord resets the limit
}

// Gateway asks for the gateway's URL, connects to it and waits for HELLO. It never identifies.
func (s Survey) Gateway(ctx context.Context) (g Gateway, err error) {
	var at struct {
		URL   string
		Limit struct {
			Remaining int
			Reset     int64 `json:"reset_after"` // milliseconds
		} `json:"session_start_limit"`
	}
	if _, err := s.get(ctx, "/gateway/bot", &at); err != nil {
		return g, err
	}
	g = Gateway{URL: at.URL, Left: at.Limit.Remaining, Reset: time.Duration(at.Limit.Reset) * time.Millisecond}
	return g, s.hello(ctx, at.URL)
}

// hello waits for HELLO (op 10), the first message that a gateway sends.
// https://discord.com/developers/docs/events/gateway#hello-event
func (s Survey) hello(ctx context.Context, url string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	dialer := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: patience}
	if transport, ok := s.HTTP.Transport.(*http.Transport); ok {
		dialer.Proxy, dialer.NetDialContext = transport.Proxy, transport.DialContext
		dialer.TLSClientConfig = transport.TLSClientConfig
	}
	conn, answer, err := dialer.DialContext(ctx, url+"/?v="+discord.APIVersion+"&encoding=json", nil)
	if err != nil {
		if answer != nil {
			err = fmt.Errorf("%w: %s", err, answer.Status)
		}
		return fmt.Errorf("opening a connection to the gateway: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
		return fmt.Errorf("waiting for the gateway: %w", err)
	}
	var frame struct{ Op int }
	if err := conn.ReadJSON(&frame); err != nil {
		return fmt.Errorf("reading from the gateway: %w", err)
	}
	if frame.Op != 10 {
		return fmt.Errorf("reading from the gateway: it sent op %d instead of HELLO", frame.Op)
	}
	return nil
}

// get sends a single request. If the status isn't 200 and package discord has an error for it, get returns that error.
func (s Survey) get(ctx context.Context, path string, into any) (http.Header, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, api+path, nil)
	if err != nil {
		return nil, fmt.Errorf("asking Discord for %s: %w", path, err)
	}
	q.Header.Set("User-Agent", discord.UserAgent)
	if into != nil {
		q.Header.Set("Authorization", "Bot "+string(s.Token))
	}
	a, err := s.HTTP.Do(q)
	if err != nil {
		return nil, fmt.Errorf("asking Discord for %s: %w", path, discord.Explain(err))
	}
	defer a.Body.Close()
	body, err := io.ReadAll(io.LimitReader(a.Body, maxAnswer))
	switch {
	case a.StatusCode == http.StatusTooManyRequests:
		return nil, fmt.Errorf("asking Discord for %s: %w", path, discord.ErrLimited)
	case a.StatusCode >= 400 && a.StatusCode < 500 && !isDiscordError(body):
		return nil, fmt.Errorf("asking Discord for %s: %w (%s; this isn't a Discord response, so it comes from something "+
			"on the way there, such as a proxy)", path, discord.ErrDown, http.StatusText(a.StatusCode))
	case a.StatusCode == http.StatusUnauthorized:
		return nil, fmt.Errorf("asking Discord for %s: %w", path, discord.ErrUnauthorized)
	case a.StatusCode == http.StatusForbidden:
		return nil, fmt.Errorf("asking Discord for %s: %w", path, discord.ErrMissingAccess)
	case a.StatusCode == http.StatusNotFound:
		return nil, fmt.Errorf("asking Discord for %s: %w", path, discord.ErrUnknownChannel)
	case a.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("asking Discord for %s: %w (%s)", path, discord.ErrDown, a.Status)
	case err != nil:
		return nil, fmt.Errorf("reading Discord's answer for %s: %w", path, err)
	case into == nil:
		return a.Header, nil
	}
	if err := json.Unmarshal(body, into); err != nil {
		return nil, fmt.Errorf("reading Discord's answer for %s: %w", path, err)
	}
	return a.Header, nil
}

// isDiscordError reports whether an error response has Discord's format. If not, a proxy probably sent it.
func isDiscordError(refusal []byte) bool {
	var said struct{ Message string }
	return json.Unmarshal(refusal, &said) == nil && said.Message != ""
}
