// Package discordtest contains helpers for tests that connect to a sandbox.
package discordtest

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"settable/bot/discord"
	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/bot/sandbox/world"
	"settable/store/ids"
)

// Main runs the tests of a package. It runs them in parallel, because they spend most of their time waiting for
// discordgo to close its connections. Main fails if a test leaves a goroutine behind.
func Main(m *testing.M) {
	if err := flag.Set("test.parallel", "24"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// Place is a channel in a sandbox, which simulates Discord and enforces its rules strictly.
type Place struct {
	T       *testing.T
	Sandbox *sandboxtest.Server
	Channel ids.Channel
}

// Start opens a sandbox that runs until the test ends.
func Start(t *testing.T, o sandbox.Options) Place {
	t.Helper()
	sb := sandboxtest.Start(t, o)
	return Place{t, sb, ID[ids.Channel](sb.Channel("card-night"))}
}

// Token returns the token of the sandbox's bot.
func (p Place) Token() discord.Secret { return discord.Secret(p.Sandbox.Token()) }

// Say posts a message in the channel.
func (p Place) Say(user, words string) ids.Message {
	p.T.Helper()
	id, err := p.Sandbox.Say(user, "card-night", words)
	require.NoError(p.T, err)
	return ID[ids.Message](id)
}

// Seen returns the last message that a user sees in the channel.
func (p Place) Seen(user string) world.Message {
	p.T.Helper()
	all := p.Sandbox.Messages("card-night", user)
	require.NotEmpty(p.T, all)
	return all[len(all)-1]
}

// Await reads a session's events until one has type E.
func Await[E discord.Event](t *testing.T, session interface {
	Events() <-chan discord.Event
	Err() error
}) E {
	t.Helper()
	late := time.NewTimer(time.Minute)
	defer late.Stop()
	for {
		select {
		case e, open := <-session.Events():
			if !open {
				t.Fatalf("the session ended: %v", session.Err())
			}
			if want, ok := e.(E); ok {
				return want
			}
		case <-late.C:
			var want E
			t.Fatalf("no %T was received in time", want)
		}
	}
}

// Redirect is a transport that sends requests for Discord to the test's own server, and all others unchanged.
type Redirect struct {
	To *url.URL
	By http.RoundTripper // nil: the default transport
}

// RoundTrip implements http.RoundTripper.
func (r Redirect) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	if req.URL.Host == "discord.com" {
		out.URL.Scheme, out.URL.Host = r.To.Scheme, r.To.Host
	}
	if r.By != nil {
		return r.By.RoundTrip(out)
	}
	return http.DefaultTransport.RoundTrip(out)
}

// An Answer is a transport that returns the same response to every request.
type Answer struct {
	Status int
	Body   string
}

// RoundTrip implements http.RoundTripper.
func (a Answer) RoundTrip(*http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	w.WriteHeader(a.Status)
	_, err := w.WriteString(a.Body)
	return w.Result(), err
}

// ID parses an id that the sandbox or a test holds as a string. It returns 0 for an empty string.
func ID[T ids.ID](text string) T {
	if text == "" {
		return 0
	}
	id, err := ids.Parse[T](text)
	if err != nil {
		panic(err)
	}
	return id
}
