// Package page serves the page where people chat. A panel on the page shows the traffic and can cause faults.
package page

import (
	"crypto/subtle"
	"embed"
	"io/fs"
	"net/http"
	"strings"
	"sync"

	"settable/bot/sandbox/gateway"
	"settable/bot/sandbox/traffic"
	"settable/bot/sandbox/world"
)

//go:embed files/*
var embedded embed.FS

// Config holds the dependencies of a page.
type Config struct {
	Token     string // the secret in the page's address
	World     *world.Locked
	People    world.People
	Gateway   *gateway.Gateway
	Faults    *traffic.Faults
	Traffic   *traffic.Log
	Processes Processes         // the bot's processes; zero: only one
	Strategy  Strategy          // how simulated people play; zero: nobody is simulated
	Opened    func(user string) // called with the person each time the page is opened
}

// A Page serves all open pages.
type Page struct {
	Config

	crowd *crowd

	mu      sync.Mutex // taken after the locks of the world and the crowd
	viewers map[*viewer]bool
	shows   []Show
	playing []byte // the processes as JSON, as last sent
}

// New returns a page without viewers, which listens to the world's notices.
func New(c Config) *Page {
	p := &Page{Config: c, viewers: map[*viewer]bool{}, shows: []Show{}}
	p.crowd = newCrowd(c.World, c.Strategy, p.tellShows)
	c.World.Listen(p.tell)
	return p
}

// Serve handles every request under /p/{token}/, including files, pictures and the WebSocket. The token keeps other
// programs out; the origin check keeps other websites out.
func (p *Page) Serve(w http.ResponseWriter, r *http.Request) {
	token, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/p/"), "/")
	if subtle.ConstantTimeCompare([]byte(token), []byte(p.Token)) != 1 {
		http.NotFound(w, r)
		return
	}
	if o := r.Header.Get("Origin"); o != "" && o != "http://"+r.Host {
		http.Error(w, "The sandbox only accepts requests from its own page.", http.StatusForbidden)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws://"+
		r.Host+"; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	media, isMedia := strings.CutPrefix(rest, "media/")
	switch {
	case rest == "live" && r.Method == http.MethodGet:
		p.live(w, r)
	case rest == "act" && r.Method == http.MethodPost:
		p.act(w, r)
	case isMedia && r.Method == http.MethodGet:
		p.media(w, r, media)
	case r.Method == http.MethodGet || r.Method == http.MethodHead:
		h.Set("Cache-Control", "no-cache")
		files, err := fs.Sub(embedded, "files")
		if err != nil {
			panic("sandbox: the page isn't embedded: " + err.Error())
		}
		http.StripPrefix("/p/"+token+"/", http.FileServerFS(files)).ServeHTTP(w, r)
	default:
		http.Error(w, "Unsupported method or path.", http.StatusMethodNotAllowed)
	}
}

func (p *Page) media(w http.ResponseWriter, r *http.Request, path string) {
	id, name, _ := strings.Cut(path, "/")
	var f world.File
	var known bool
	var reader string
	p.World.Do(func(w *world.World) {
		f, known = w.File(id)
		if as, err := w.Person(r.URL.Query().Get("as")); err == nil {
			reader = as.ID
		}
	})
	if !known || f.Name != name || f.Only != "" && f.Only != reader {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", f.Kind)
	w.Header().Set("Cache-Control", "private, max-age=86400")
	w.Write(f.Bytes)
}
