package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// call is one REST request on its way: what came, and the path's names.
type call struct {
	*Server
	r    *http.Request
	body payload
	came time.Time // when the body was here

	draft draft // the body of a route that takes one
	wrong error // what is wrong with it
}

// said is the message that the body says, or what is wrong with it.
func (c *call) said() (draft, error) { return c.draft, c.wrong }

func (c *call) path(name string) string  { return c.r.PathValue(name) }
func (c *call) query(name string) string { return c.r.URL.Query().Get(name) }

// answer is what a route gives back; status 204 has no body.
type answer struct {
	status int
	body   any
}

var noContent = answer{status: 204}

func okay(body any) (answer, error) { return answer{200, body}, nil }

// route is one REST address. open routes need no bot token: the interaction's own token is in the path.
type route struct {
	pattern string
	limit   limit
	major   string // the path name the bucket is kept by
	open    bool
	exempt  bool     // not counted globally
	takes   []string // the keys of a message, where the body is one
	handle  func(*call) (answer, error)
}

// routes is everything the server answers.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	seen := map[string][]string{}
	for _, rt := range s.api() {
		method, path, _ := strings.Cut(rt.pattern, " ")
		mux.HandleFunc(method+" /api/{version}"+path, s.serve(rt))
		seen[path] = append(seen[path], method)
	}
	wrong := s.serve(route{limit: limitPlain, handle: func(*call) (answer, error) { return answer{}, errMethod }})
	for path, methods := range seen {
		for _, m := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			if !slices.Contains(methods, m) {
				mux.HandleFunc(m+" /api/{version}"+path, wrong)
			}
		}
	}
	mux.HandleFunc("/api/", s.serve(route{limit: limitPlain, handle: func(*call) (answer, error) { return answer{}, errNotFound }}))
	mux.HandleFunc("GET /{$}", s.gateway)
	mux.HandleFunc("GET /attachments/{channel}/{id}/{name}", s.serveFile)
	mux.HandleFunc("/p/", s.servePage)
	return s.guard(mux)
}

// guard keeps strangers out: a page of another site that found the port (DNS rebinding), and anybody after Close.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", s.now().UTC().Format(http.TimeFormat)) // by the clock that its ids go by
		if !loopbackHost(hostOf(r.Host)) {
			http.Error(w, "The sandbox answers on loopback only.", http.StatusForbidden)
			return
		}
		s.mu.Lock()
		if s.closed {
			s.mu.Unlock()
			http.Error(w, "The sandbox is closed.", http.StatusServiceUnavailable)
			return
		}
		s.running.Add(1)
		s.mu.Unlock()
		defer s.running.Done()
		next.ServeHTTP(w, r)
	})
}

func hostOf(hostPort string) string {
	host := hostPort
	if i := strings.LastIndex(hostPort, ":"); i > strings.LastIndex(hostPort, "]") {
		host = hostPort[:i]
	}
	return strings.Trim(host, "[]")
}

// serve wraps a route with what every route has: faults thrown by people, limits, the token, the log.
func (s *Server) serve(rt route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		e := Exchange{Method: r.Method, Path: r.URL.RequestURI()}
		c := &call{Server: s, r: r}
		ans, header, err := s.judge(w, c, rt)
		e.Body, e.Form, e.Received = c.body.raw, c.body.form, c.came
		for _, f := range c.body.files {
			e.Files = append(e.Files, f.Name)
		}
		if errors.Is(err, errHangUp) {
			e.Status, e.Duration = 0, time.Since(began)
			s.watched(e)
			panic(http.ErrAbortHandler)
		}
		e.Status, e.Header, e.Answer = s.write(w, ans, header, err)
		e.Duration = time.Since(began)
		if invalid(e.Status) {
			s.mu.Lock()
			s.limits.refused(s.now())
			s.mu.Unlock()
		}
		s.watched(e)
	}
}

func (s *Server) judge(w http.ResponseWriter, c *call, rt route) (answer, http.Header, error) {
	if err := s.delay(c.r.Context()); err != nil {
		return answer{}, nil, errHangUp
	}
	s.mu.Lock()
	thrown, late := s.throw()
	banned := s.limits.recentInvalid(s.now()) > banAfter
	s.mu.Unlock()
	if banned {
		return answer{}, nil, &refusal{status: 429, Message: "You are banned for too many invalid requests.", header: http.Header{}}
	}
	if thrown != nil && !late {
		return answer{}, nil, thrown
	}
	body, err := readBody(w, c.r)
	if err != nil {
		return answer{}, nil, err
	}
	c.body, c.came = body, time.Now()
	if rt.takes != nil { // read before the lock: nobody waits for it
		c.wrong = body.decode(&c.draft, rt.takes...)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	header, refused := s.limits.pass(s.now(), rt.limit, rt.pattern, c.path(rt.major), rt.exempt)
	if refused != nil {
		return answer{}, header, refused
	}
	if err := s.admit(c, rt); err != nil {
		return answer{}, header, err
	}
	ans, err := rt.handle(c)
	if late {
		return answer{}, nil, thrown
	}
	return ans, header, err
}

// admit checks version, agent and token.
func (s *Server) admit(c *call, rt route) error {
	if v := c.path("version"); v != "" && v != "v9" && v != "v10" {
		return refuse(400, 50041, "Invalid API version")
	}
	if !strings.HasPrefix(c.r.UserAgent(), "DiscordBot (") {
		return errNoAgent
	}
	if rt.open || rt.handle == nil {
		return nil
	}
	token, ok := strings.CutPrefix(c.r.Header.Get("Authorization"), "Bot ")
	if !ok || !s.accepts(token) {
		return errUnauthorized
	}
	return nil
}

// write sends the answer and gives what was sent.
func (s *Server) write(w http.ResponseWriter, ans answer, header http.Header, err error) (int, http.Header, []byte) {
	var no *refusal
	if err != nil && !errors.As(err, &no) {
		s.opt.Log.Error("a sandbox route failed", "error", err)
		no = refuse(500, 0, "500: Internal Server Error")
	}
	status, body := ans.status, ans.body
	if no != nil {
		status, body = no.status, no.json()
		if no.header != nil {
			header = no.header
		}
	}
	maps.Copy(w.Header(), header)
	var out []byte
	switch text, plain := body.(string); {
	case plain:
		w.Header().Set("Content-Type", "text/html")
		out = []byte(text)
	case status != 204:
		w.Header().Set("Content-Type", "application/json")
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(body); err != nil {
			panic("sandbox: an answer that is not JSON: " + err.Error())
		}
		out = bytes.TrimRight(b.Bytes(), "\n")
	}
	w.WriteHeader(status)
	w.Write(out)
	return status, w.Header().Clone(), out
}

// json is the refusal's body; one without a code is a page of HTML as a proxy in front of Discord would give.
func (r *refusal) json() any {
	if r.status >= 500 && r.Message == "" {
		return "<html><head><title>" + http.StatusText(r.status) + "</title></head><body><center>cloudflare</center></body></html>"
	}
	body := map[string]any{"code": r.Code, "message": r.Message}
	if r.Errors != nil {
		body["errors"] = r.Errors
	}
	maps.Copy(body, r.extra)
	return body
}

// delay waits as long as Latency says.
func (s *Server) delay(ctx context.Context) error {
	s.mu.Lock()
	d := s.faults.latency
	s.mu.Unlock()
	if d == 0 {
		return nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
