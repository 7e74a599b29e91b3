package sandbox

import (
	"crypto/subtle"
	"embed"
	"io/fs"
	"net/http"
	"strings"
)

//go:embed page/*
var pageFiles embed.FS

// servePage is everything under /p/{token}/: the files, the pictures, the live socket and what people do. The token
// keeps other programs out, the origin other sites.
func (s *Server) servePage(w http.ResponseWriter, r *http.Request) {
	token, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/p/"), "/")
	if subtle.ConstantTimeCompare([]byte(token), []byte(s.world.PageToken)) != 1 {
		http.NotFound(w, r)
		return
	}
	if o := r.Header.Get("Origin"); o != "" && o != "http://"+r.Host {
		http.Error(w, "The sandbox's page answers itself only.", http.StatusForbidden)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws://"+r.Host+"; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	media, isMedia := strings.CutPrefix(rest, "media/")
	switch {
	case rest == "live" && r.Method == http.MethodGet:
		s.live(w, r)
	case rest == "act" && r.Method == http.MethodPost:
		s.act(w, r)
	case isMedia && r.Method == http.MethodGet:
		s.media(w, r, media)
	case r.Method == http.MethodGet || r.Method == http.MethodHead:
		h.Set("Cache-Control", "no-cache")
		files, err := fs.Sub(pageFiles, "page")
		if err != nil {
			panic("sandbox: the page is not embedded: " + err.Error())
		}
		http.StripPrefix("/p/"+token+"/", http.FileServerFS(files)).ServeHTTP(w, r)
	default:
		http.Error(w, "No such thing to do.", http.StatusMethodNotAllowed)
	}
}

func (s *Server) media(w http.ResponseWriter, r *http.Request, path string) {
	id, name, _ := strings.Cut(path, "/")
	s.mu.Lock()
	b, ok := s.blobs[id]
	as, err := s.world.person(r.URL.Query().Get("as"))
	s.mu.Unlock()
	if !ok || b.Name != name || b.Only != "" && (err != nil || as.ID != b.Only) {
		http.NotFound(w, r)
		return
	}
	giveFile(w, b)
}

// forPage is a message with its files' addresses as the page reaches them.
func (s *Server) forPage(m Message, as string) Message {
	path := func(a Attachment) string {
		u := "media/" + a.ID + "/" + a.Filename
		if a.Ephemeral {
			u += "?as=" + as
		}
		return u
	}
	files := []Attachment{}
	for _, a := range m.Attachments {
		a.URL, a.ProxyURL = path(a), path(a)
		files = append(files, a)
	}
	m.Attachments = files
	embeds := []Embed{}
	for _, e := range m.Embeds {
		e.Image, e.Thumbnail = s.localImage(e.Image, as), s.localImage(e.Thumbnail, as)
		embeds = append(embeds, e)
	}
	m.Embeds = embeds
	if m.ReferencedMessage != nil {
		inner := s.forPage(*m.ReferencedMessage, as)
		m.ReferencedMessage = &inner
	}
	return m
}

// localImage turns the CDN's address of one of our own files into the page's.
func (s *Server) localImage(i *EmbedImage, as string) *EmbedImage {
	if i == nil {
		return nil
	}
	rest, ok := strings.CutPrefix(i.URL, "https://cdn.discordapp.com/attachments/")
	if !ok {
		return i
	}
	path, _, _ := strings.Cut(rest, "?")
	_, file, _ := strings.Cut(path, "/")
	out := *i
	out.URL = "media/" + file
	id, _, _ := strings.Cut(file, "/")
	if s.blobs[id].Only != "" {
		out.URL += "?as=" + as
	}
	out.ProxyURL = out.URL
	return &out
}
