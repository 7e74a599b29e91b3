package sandbox

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/api/", s.api.Handler())
	mux.HandleFunc("GET /{$}", s.Gateway.Serve)
	mux.HandleFunc("/p/", s.page.Serve)
	return mux
}

// guard refuses all requests after Close, and requests from websites that use DNS rebinding to reach the server.
func (s *Server) guard(next http.Handler, now func() time.Time) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", now().UTC().Format(http.TimeFormat)) // message ids come from the same clock
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

// pictureRoom is the size of a connection's write buffer in bytes, large enough to send most pictures in one write.
const pictureRoom = 32 << 10

// Client returns an HTTP client for a bot that runs in another process. addr is the host and port of the sandbox. The
// client sends requests for discord.com to the sandbox and refuses every other host that is not loopback.
func Client(addr string) *http.Client {
	return &http.Client{Transport: redirect{to: addr, base: &http.Transport{
		MaxIdleConnsPerHost: 256, IdleConnTimeout: 90 * time.Second, WriteBufferSize: pictureRoom}}}
}

type redirect struct {
	to   string
	base http.RoundTripper
}

// RoundTrip redirects requests for discord.com to the sandbox.
func (t redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	out, to := r.WithContext(r.Context()), *r.URL // changes only the copies
	out.URL = &to
	if r.URL.Hostname() == "discord.com" {
		out.URL.Scheme, out.URL.Host = "http", t.to
	}
	if !loopbackHost(out.URL.Hostname()) {
		return nil, fmt.Errorf("sandbox: a request to %s would leave this machine", r.URL.Hostname())
	}
	out.Host = ""
	return t.base.RoundTrip(out)
}
