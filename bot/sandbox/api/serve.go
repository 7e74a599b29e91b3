package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"time"

	"settable/bot/sandbox/traffic"
	"settable/bot/sandbox/world"
)

// Errors that only the API itself returns, not the world.
var (
	errUnauthorized = world.Refuse(401, 0, "401: Unauthorized")
	errNotFound     = world.Refuse(404, 0, "404: Not Found")
	errMethod       = world.Refuse(405, 0, "405: Method Not Allowed")
	errTooLarge     = world.Refuse(413, 40005, "Request entity too large")
	errVersion      = world.Refuse(400, 50041, "Invalid API version")
	errBanned       = world.Refuse(429, 0, "You are banned for too many invalid requests.")
	errNoAgent      = world.Refuse(403, 40333,
		"internal network error: the request has no User-Agent in the form that Discord requires of bots")
)

// errHangUp makes the API close the connection without a response.
var errHangUp = errors.New("connection lost")

// serve wraps a route's handler with the common steps: simulated faults, rate limits, token check and traffic log.
func (a *API) serve(rt route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		e := traffic.Exchange{Method: r.Method, Path: r.URL.RequestURI()}
		c := &call{api: a, r: r}
		ans, header, err := a.judge(w, c, rt)
		e.Body, e.Received = c.body.raw, c.came
		for _, f := range c.body.files {
			e.Files = append(e.Files, f.Name)
		}
		if errors.Is(err, errHangUp) {
			a.Traffic.Add(e)
			panic(http.ErrAbortHandler)
		}
		e.Status, e.Answer = a.write(w, ans, header, err)
		if invalid(e.Status) {
			a.mu.Lock()
			a.limits.refused(a.Now())
			a.mu.Unlock()
		}
		a.Traffic.Add(e)
	}
}

func (a *API) judge(w http.ResponseWriter, c *call, rt route) (answer, http.Header, error) {
	if err := a.Faults.Delay(c.r.Context()); err != nil {
		return answer{}, nil, errHangUp
	}
	fault, struck := a.Faults.NextREST()
	if a.Invalid() > banAfter {
		return answer{}, nil, errBanned
	}
	if struck && !fault.Lost {
		header, err := failure(fault)
		return answer{}, header, err
	}
	body, err := readBody(w, c.r)
	if err != nil {
		return answer{}, nil, err
	}
	c.body, c.came = body, time.Now()
	if rt.takes != nil { // read before taking the lock, so that a slow upload doesn't block other requests
		c.draft = readDraft(body, rt.takes...)
	}
	a.mu.Lock()
	header, err := a.limits.pass(a.Now(), rt, c.major())
	a.mu.Unlock()
	if err != nil {
		return answer{}, header, err
	}
	var ans answer
	a.World.Do(func(w *world.World) {
		c.world = w
		if err = c.admit(rt); err != nil {
			return
		}
		ans, err = rt.handle(c)
		if struck { // the request was carried out, but the bot can't know that
			header, err = failure(fault)
		}
	})
	return ans, header, err
}

func failure(f traffic.RESTFault) (http.Header, error) {
	switch {
	case f.Status == 0:
		return nil, errHangUp
	case f.Status >= 500:
		return nil, world.Refuse(f.Status, 0, "")
	case f.Limit && f.Global:
		return tooMany(f.RetryAfter, "global", http.Header{})
	case f.Limit:
		return tooMany(f.RetryAfter, "shared", http.Header{})
	}
	return nil, world.Refuse(f.Status, 0, fmt.Sprintf("%d: %s", f.Status, http.StatusText(f.Status)))
}

func (c *call) admit(rt route) error {
	if v := c.path("version"); v != "" && v != "v9" && v != "v10" {
		return errVersion
	}
	if !strings.HasPrefix(c.r.UserAgent(), "DiscordBot (") {
		return errNoAgent
	}
	token, ok := strings.CutPrefix(c.r.Header.Get("Authorization"), "Bot ")
	if !rt.byToken() && rt.pattern != "GET /gateway" && (!ok || !c.world.Rules.Accepts(token)) {
		return errUnauthorized
	}
	return nil
}

// write sends the response and returns its status and body for the traffic log.
func (a *API) write(w http.ResponseWriter, ans answer, header http.Header, err error) (int, []byte) {
	if err != nil {
		ans = a.refusal(err)
	}
	maps.Copy(w.Header(), header)
	var out []byte
	switch text, plain := ans.body.(string); {
	case plain:
		w.Header().Set("Content-Type", "text/html")
		out = []byte(text)
	case ans.status != 204:
		w.Header().Set("Content-Type", "application/json")
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(ans.body); err != nil {
			panic("sandbox: a response isn't JSON: " + err.Error())
		}
		out = bytes.TrimRight(b.Bytes(), "\n")
	}
	w.WriteHeader(ans.status)
	w.Write(out)
	return ans.status, out
}

// refusal turns an error into a response. An error without a code becomes an HTML page, like one from a proxy in front
// of Discord.
func (a *API) refusal(err error) answer {
	if limited, is := errors.AsType[*rateLimited](err); is {
		return answer{429, limited}
	}
	var no *world.Refusal
	if !errors.As(err, &no) {
		a.Failed(err)
		no = world.Refuse(500, 0, "500: Internal Server Error")
	}
	if no.Status >= 500 && no.Message == "" {
		text := http.StatusText(no.Status)
		return answer{no.Status, "<html><head><title>" + text +
			"</title></head><body><center>cloudflare</center></body></html>"}
	}
	return answer{no.Status, no}
}
