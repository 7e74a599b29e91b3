package sandbox

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"settable/bot/sandbox/world"
)

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/api/", s.api.Handler())
	mux.HandleFunc("GET /{$}", s.Gateway.Serve)
	mux.HandleFunc("GET /attachments/{channel}/{id}/{name}", s.serveFile)
	mux.HandleFunc("/p/", s.page.Serve)
	return mux
}

// guard refuses all requests after Close, and requests from websites that use DNS rebinding to reach the server.
func (s *Server) guard(next http.Handler, now func() time.Time) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", now().UTC().Format(http.TimeFormat)) // the clock that also stamps the ids
		if !loopbackHost(hostOf(r.Host)) {
			http.Error(w, "The sandbox can only be used from this machine (loopback).", http.StatusForbidden)
			return
		}
		if !s.world.Enter() {
			http.Error(w, "The sandbox is closed.", http.StatusServiceUnavailable)
			return
		}
		defer s.world.Leave()
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

// serveFile simulates Discord's CDN. It requires no bot token, because the address is signed.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) {
	var f world.File
	var known bool
	s.world.Do(func(w *world.World) {
		f, known = w.Served(r.PathValue("id"))
		known = known && w.Signed(r.URL.Path, r.URL.Query().Get("hm"))
	})
	if !known || f.Name != r.PathValue("name") {
		http.Error(w, "This content is no longer available.", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", f.Kind)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "private, max-age=86400")
	w.Write(f.Bytes)
}

// pictureRoom is the size of a connection's write buffer in bytes, large enough to send most pictures in one write.
const pictureRoom = 32 << 10

// Client returns an HTTP client for a bot that runs in another process. addr is the host and port of the sandbox. The
// client sends requests for Discord's hosts to the sandbox and refuses every other host that is not loopback.
func Client(addr string) *http.Client {
	return &http.Client{Transport: redirect{to: addr, base: &http.Transport{
		MaxIdleConnsPerHost: 256, IdleConnTimeout: 90 * time.Second, WriteBufferSize: pictureRoom}}}
}

type redirect struct {
	to   string
	base http.RoundTripper
}

var discordHosts = map[string]bool{
	"discord.com": true, "canary.discord.com": true, "ptb.discord.com": true, "discordapp.com": true,
	"cdn.discordapp.com": true, "media.discordapp.net": true,
}

// RoundTrip redirects requests for Discord's hosts to the sandbox.
func (t redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	out, to := r.WithContext(r.Context()), *r.URL // changes only copies
	out.URL = &to
	if discordHosts[r.URL.Hostname()] {
		out.URL.Scheme, out.URL.Host = "http", t.to
	}
	if !loopbackHost(out.URL.Hostname()) {
		return nil, fmt.Errorf("sandbox: a request to %s would leave this machine", r.URL.Hostname())
	}
	out.Host = ""
	return t.base.RoundTrip(out)
}
