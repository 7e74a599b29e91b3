// Package api serves the sandbox's version of Discord's REST API. It defines the routes, checks bodies strictly,
// enforces rate limits and formats errors. The world carries out the requests.
package api

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"settable/bot/sandbox/traffic"
	"settable/bot/sandbox/world"
)

// Config holds the dependencies and limits of an API.
type Config struct {
	World      *world.Locked
	Faults     *traffic.Faults
	Traffic    *traffic.Log
	GatewayURL string
	Identified func() int // returns the number of IDENTIFYs so far
	// shards and max_concurrency in the response to GET /gateway/bot; a MaxConcurrency of 0 is reported as 1
	Shards, MaxConcurrency int
	Now                    func() time.Time
	Window                 time.Duration // the period in which a channel accepts five messages
	Global                 int           // requests per second over all routes
	NoLimits               bool
	Failed                 func(error) // called with errors that should not happen
}

// API answers REST requests.
type API struct {
	Config

	mu     sync.Mutex // guards limits; never held together with another lock
	limits limits
}

func New(c Config) *API { return &API{Config: c, limits: newLimits(c)} }

// Invalid counts the responses with status 401, 403 or 429 in the last ten minutes. Discord bans an address after
// 10,000 of them.
func (a *API) Invalid() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.limits.recentInvalid(a.Now())
}

// answer is the response to a request. A response with status 204 has no body.
type answer struct {
	status int
	body   any
}

var noContent = answer{status: 204}

func okay(body any) (answer, error) { return answer{200, body}, nil }

func responseOr[T any](body T, err error) (answer, error) {
	return answer{200, body}, err
}

// withFound returns a handler that first finds an object, such as a channel, and then passes it to another handler.
func withFound[T any](find func(*call) (T, error),
	handle func(*call, T) (answer, error)) func(*call) (answer, error) {
	return func(c *call) (answer, error) {
		found, err := find(c)
		if err != nil {
			return answer{}, err
		}
		return handle(c, found)
	}
}

func doneOr(err error) (answer, error) {
	return noContent, err
}

type call struct {
	world *world.World
	api   *API
	r     *http.Request
	body  payload
	came  time.Time   // when the whole body had arrived
	draft world.Draft // the body, if the route takes a message
}

func (c *call) path(name string) string  { return c.r.PathValue(name) }
func (c *call) query(name string) string { return c.r.URL.Query().Get(name) }

type route struct {
	pattern string
	limit   limit
	takes   []string // the allowed keys, if the body is a message
	handle  func(*call) (answer, error)
}

// byToken reports whether the path contains an interaction's token. Such a request needs no bot token and doesn't
// count towards the global limit.
func (rt route) byToken() bool { return strings.Contains(rt.pattern, "{token}") }

// major returns the path parameter that separates rate limit buckets.
func (c *call) major() string {
	return cmp.Or(c.path("channel"), c.path("token"), c.path("guild"))
}

// Handler handles every request under /api/.
func (a *API) Handler() http.Handler {
	mux := http.NewServeMux()
	seen := map[string][]string{}
	for _, rt := range routes() {
		method, path, _ := strings.Cut(rt.pattern, " ")
		mux.HandleFunc(method+" /api/{version}"+path, a.serve(rt))
		seen[path] = append(seen[path], method)
	}
	refusing := func(err error) http.HandlerFunc {
		return a.serve(route{limit: limitPlain, handle: func(*call) (answer, error) { return answer{}, err }})
	}
	wrong := refusing(errMethod)
	for path, methods := range seen {
		for _, m := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			if !slices.Contains(methods, m) {
				mux.HandleFunc(m+" /api/{version}"+path, wrong)
			}
		}
	}
	mux.HandleFunc("/api/", refusing(errNotFound))
	return mux
}

// routes lists the REST routes that the bot uses.
func routes() []route {
	const (
		see   = world.PermissionViewChannel
		read  = world.PermissionReadHistory
		send  = world.PermissionSendMessages
		react = read | world.PermissionAddReactions
	)
	return []route{
		{"GET /gateway", limitPlain, nil, getGateway},
		{"GET /gateway/bot", limitPlain, nil, getGatewayBot},
		{"GET /users/@me", limitPlain, nil, getMe},
		{"GET /applications/@me", limitPlain, nil, getApplication},

		{"GET /channels/{channel}", limitPlain, nil, inChannel(see, getChannel)},
		{"GET /channels/{channel}/messages", limitPlain, nil, inChannel(read, listMessages)},
		{"POST /channels/{channel}/messages", limitPost, createKeys, inChannel(send, postMessage)},
		{"PATCH /channels/{channel}/messages/{message}", limitEdit, editKeys, inChannel(see, patchMessage)},
		{"DELETE /channels/{channel}/messages/{message}", limitDelete, nil, inChannel(see, deleteMessage)},
		{"PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me", limitReact, nil,
			inChannel(react, putReaction)},

		{"GET /guilds/{guild}", limitPlain, nil, inGuild(getGuild)},
		{"GET /guilds/{guild}/members/{user}", limitPlain, nil, inGuild(getMember)},
		{"GET /guilds/{guild}/scheduled-events", limitPlain, nil, inGuild(listEvents)},
		{"POST /guilds/{guild}/scheduled-events", limitPlain, nil, inGuild(postEvent)},
		{"GET /guilds/{guild}/scheduled-events/{event}", limitPlain, nil, withEvent(getEvent)},
		{"PATCH /guilds/{guild}/scheduled-events/{event}", limitPlain, nil, withEvent(patchEvent)},
		{"DELETE /guilds/{guild}/scheduled-events/{event}", limitPlain, nil, withEvent(deleteEvent)},

		{"POST /interactions/{interaction}/{token}/callback", limit{}, nil, callback},
		{"POST /webhooks/{app}/{token}", limitHook, answerKeys, byToken(followUp)},
		{"PATCH /webhooks/{app}/{token}/messages/{message}", limitHook, shownKeys, byToken(patchAnswer)},
		{"DELETE /webhooks/{app}/{token}/messages/{message}", limitHook, nil, byToken(deleteAnswer)},

		{"GET /applications/{app}/commands", limitPlain, nil, listCommands},
		{"PUT /applications/{app}/commands", limitPlain, nil, putCommands},
	}
}
