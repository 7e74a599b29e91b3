package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"settable/bot/discord"
)

// Client speaks to Discord's HTTP side, through the same http.Client as the
// gateway. It sends by itself: discordgo waits for a bucket without looking at the
// context, keeps a bucket per interaction for ever, gives no headers back (so
// nothing else could limit in its place), and puts addresses with tokens into its
// errors.
//
// All methods may be called from any goroutine. Messages of one channel go out in
// the order of the calls, one at a time.
type Client struct {
	client *http.Client
	token  discord.Secret
	log    *slog.Logger
	limits *limits
	times  timings
	counts counts

	revoked context.Context // ends when Discord refuses the token: nothing is sent any more
	revoke  context.CancelFunc
	broken  atomic.Bool // the breaker is open, and the log knows
	app     atomic.Pointer[Application]
	me      atomic.Pointer[discord.UserRef]
}

// New makes a client. Nothing is sent yet.
func New(c Config) *Client {
	c = c.filled()
	r := &Client{client: c.HTTP, token: c.Token, log: c.Log, limits: newLimits(c), times: c.times}
	r.revoked, r.revoke = context.WithCancel(context.Background())
	return r
}

// Revoked is closed when Discord has refused the token. Nothing is sent after that.
func (r *Client) Revoked() <-chan struct{} { return r.revoked.Done() }

// A call is one request.
type call struct {
	what    string // "post a message"
	method  string
	url     string
	lane    string // calls of one lane go out one at a time, in order; "": at once
	bucket  string // the route with its major parameter, for the limits; "": not limited by bucket
	paced   bool   // spread over the bucket's window
	free    bool   // not counted by the limit over everything (interactions)
	once    bool   // must not be sent again after a 5xx or a lost connection
	body    any
	files   []discord.File
	late    func() (any, []discord.File, error) // body and files, made when the limits let the call out
	secret  discord.Secret                      // the interaction's token, to be kept out of errors
	out     any
	header  *http.Header // gets the answer's headers
	retried *bool        // set once the call was sent a second time
}

func (r *Client) do(ctx context.Context, c call) error {
	release, err := r.limits.enter(ctx, c.lane)
	if err != nil {
		return r.failed(c, err)
	}
	defer release()
	for attempt := 0; ; attempt++ {
		again, err := r.try(ctx, c, attempt)
		if again <= 0 {
			return err
		}
		if attempt+1 >= r.times.attempts {
			return err
		}
		if discord.Sleep(ctx, again) != nil {
			return err // the reason of the wait says more than "deadline exceeded"
		}
		r.counts.retries.Add(1)
		r.log.Warn("a request to Discord is sent again", "what", c.what, "why", err, "attempt", attempt+2)
		if c.retried != nil {
			*c.retried = true
		}
	}
}

// try sends the call once. With an error and again > 0 it may be sent again after that time.
func (r *Client) try(ctx context.Context, c call, attempt int) (again time.Duration, err error) {
	err = r.limits.pass(ctx, c)
	r.tell(err)
	if err == nil && r.revoked.Err() != nil {
		return 0, &Error{What: c.what, Status: http.StatusUnauthorized, Text: "the token was refused before: nothing is sent any more"}
	}
	if err != nil {
		return 0, r.failed(c, err)
	}
	if c.late != nil {
		c.body, c.files, err = c.late()
	}
	x := exchanging()
	defer x.over()
	var kind string
	if err == nil {
		kind, err = encode(&x.body, c)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", c.what, err)
	}
	resp, err := r.send(ctx, c, kind, x)
	answer := x.answer.Bytes()
	if err != nil {
		if ctx.Err() != nil || c.once {
			return 0, r.failed(c, err)
		}
		return r.times.backoff(attempt), r.failed(c, err)
	}
	pause := r.limits.learn(c, resp, answer)
	if c.header != nil {
		*c.header = resp.Header
	}
	if resp.StatusCode < 300 {
		if c.out == nil {
			return 0, nil
		}
		if err := json.Unmarshal(answer, c.out); err != nil {
			return 0, fmt.Errorf("%s: read the answer: %w", c.what, err)
		}
		return 0, nil
	}
	refused := r.refused(c, resp.StatusCode, answer)
	switch {
	case refused.known(): // the same again would be refused again, whatever the status
	case resp.StatusCode == http.StatusTooManyRequests:
		r.counts.limited.Add(1)
		return pause, refused
	case resp.StatusCode >= 500 && !c.once:
		return r.times.backoff(attempt), refused
	case refused.Status == http.StatusUnauthorized:
		r.revoke()
	}
	r.counts.refused.Add(1)
	return 0, refused
}

// tell says in the log when the breaker opens, once.
func (r *Client) tell(err error) {
	if open := errors.Is(err, discord.ErrBreaker); open != r.broken.Swap(open) && open {
		r.log.Error("Discord has refused too much: nothing is sent until ten minutes are over", "limit", r.times.refusals)
	}
}

// send sends what the exchange holds and reads the answer into it.
func (r *Client) send(ctx context.Context, c call, kind string, x *exchange) (*http.Response, error) {
	req, err := x.request(ctx, c.method, c.url)
	if err != nil {
		return nil, err
	}
	r.counts.requests.Add(1)
	req.Header.Set("Authorization", "Bot "+string(r.token))
	req.Header.Set("User-Agent", discord.UserAgent)
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	return resp, x.hear(resp)
}

// refused turns an answer that is no success into an Error.
func (r *Client) refused(c call, status int, answer []byte) *Error {
	var said struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Errors  json.RawMessage `json:"errors"`
	}
	text := http.StatusText(status)
	if json.Unmarshal(answer, &said) == nil && said.Message != "" {
		text = said.Message
		if len(said.Errors) > 0 {
			text += " " + clip(string(said.Errors), 300)
		}
	}
	return &Error{What: c.what, Status: status, Code: said.Code, Text: discord.Scrub(text, r.token, c.secret)}
}

// failed turns a request without an answer into an Error. The *url.Error around
// a network error holds the whole address, so only what is inside is kept.
func (r *Client) failed(c call, err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	e := &Error{What: c.what, Text: discord.Scrub(err.Error(), r.token, c.secret)}
	if e.Text == err.Error() {
		e.cause = err
	}
	return e
}

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
