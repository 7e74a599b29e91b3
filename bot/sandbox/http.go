package sandbox

import (
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

// guard keeps strangers out: a page of another site that found the port (DNS rebinding), and anybody after
// Close.
func (s *Server) guard(next http.Handler, now func() time.Time) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", now().UTC().Format(http.TimeFormat)) // by the clock that its ids go by
		if !loopbackHost(hostOf(r.Host)) {
			http.Error(w, "The sandbox answers on loopback only.", http.StatusForbidden)
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

// serveFile is the CDN: no token, but an address that has to be known.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) {
	var f world.File
	var known bool
	s.world.Do(func(w *world.World) {
		f, known = w.File(r.PathValue("id"))
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
