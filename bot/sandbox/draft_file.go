package sandbox

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strconv"
)

// fresh is a new file of a post, kept once the post is accepted.
type fresh struct {
	id    string
	bytes []byte
}

// attach works out the files of a post: those that stay and the new ones, with their descriptions.
func (s *Server) attach(f *faults, p *post, notes opt[[]fileNote], files []upload) []fresh {
	old := p.files()
	var made []fresh
	var list, stay []Attachment
	used := map[int]bool{}
	for i, n := range notes.Value {
		at := "attachments." + strconv.Itoa(i)
		about := ""
		if n.Description != nil {
			about = *n.Description
			f.length(at+".description", about, 0, 1024)
		}
		if k := slices.IndexFunc(old, func(a Attachment) bool { return a.ID == n.id() }); k >= 0 {
			a := old[k]
			if n.Description != nil {
				a.Description = about
			}
			stay = append(stay, a)
			continue
		}
		k := slices.IndexFunc(files, func(u upload) bool { return strconv.Itoa(u.Index) == n.id() })
		if k < 0 || used[k] {
			f.add(at+".id", "ATTACHMENT_NOT_FOUND", "No file of this request or message has the id %q.", n.id())
			continue
		}
		used[k] = true
		a := s.newFile(p, files[k], about)
		list, made = append(list, a), append(made, fresh{a.ID, files[k].Bytes})
	}
	if !notes.Given && !notes.Null {
		stay = old
	}
	for k, u := range files {
		if !used[k] {
			a := s.newFile(p, u, "")
			list, made = append(list, a), append(made, fresh{a.ID, u.Bytes})
		}
	}
	inside := p.Inside
	p.Message.Attachments, p.Inside = []Attachment{}, nil
	for _, a := range append(stay, list...) {
		if slices.ContainsFunc(inside, func(b Attachment) bool { return a.ID == b.ID }) {
			p.Inside = append(p.Inside, a)
		} else {
			p.Message.Attachments = append(p.Message.Attachments, a)
		}
	}
	if len(p.Message.Attachments)+len(p.Inside) > 10 {
		f.add("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
	}
	return made
}

func (s *Server) newFile(p *post, u upload, about string) Attachment {
	a := Attachment{
		ID: s.world.Flake.next(s.now()), Filename: u.Name, Size: len(u.Bytes), Description: about,
		ContentType: u.Kind, Width: u.Width, Height: u.Height, Ephemeral: p.Only != "",
	}
	path := "/attachments/" + p.Message.ChannelID + "/" + a.ID + "/" + a.Filename
	sign := "?hm=" + s.sign(path)
	a.URL, a.ProxyURL = "https://cdn.discordapp.com"+path+sign, "https://media.discordapp.net"+path+sign
	return a
}

// sign makes the part of a file's address that nobody can guess.
func (s *Server) sign(path string) string {
	h := hmac.New(sha256.New, s.cdnKey)
	fmt.Fprint(h, path)
	return hex.EncodeToString(h.Sum(nil))
}

// files lists every file of a post, those inside embeds included.
func (p *post) files() []Attachment { return append(slices.Clone(p.Message.Attachments), p.Inside...) }

// keepFiles stores the new files of an accepted post and forgets those it no longer has.
func (s *Server) keepFiles(p *post, made []fresh, before []Attachment) {
	now := p.files()
	for _, f := range made {
		i := slices.IndexFunc(now, func(a Attachment) bool { return a.ID == f.id })
		s.blobs[f.id] = blob{Channel: p.Message.ChannelID, Name: now[i].Filename, Kind: now[i].ContentType, Only: p.Only, bytes: f.bytes}
		s.saver.keep(f.id, f.bytes)
	}
	for _, old := range before {
		if !slices.ContainsFunc(now, func(a Attachment) bool { return a.ID == old.ID }) {
			s.forgetFile(old.ID)
		}
	}
}

func (s *Server) forgetFiles(p *post) {
	for _, a := range p.files() {
		s.forgetFile(a.ID)
	}
}

func (s *Server) forgetFile(id string) {
	delete(s.blobs, id)
	s.saver.forget(id)
}

// Attachment gives a file's bytes to a user who may see it.
func (s *Server) Attachment(id, asUser string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.world.person(asUser)
	if err != nil {
		return nil, err
	}
	b, ok := s.blobs[id]
	if !ok || b.Only != "" && b.Only != p.ID {
		return nil, fmt.Errorf("sandbox: %s sees no file %s", p.Name(), id)
	}
	return b.bytes, nil
}

// serveFile is the CDN: no token, but an address that has to be known.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	b, ok := s.blobs[r.PathValue("id")]
	s.mu.Unlock()
	known := hmac.Equal([]byte(r.URL.Query().Get("hm")), []byte(s.sign(r.URL.Path)))
	if !ok || !known || b.Name != r.PathValue("name") {
		http.Error(w, "This content is no longer available.", http.StatusNotFound)
		return
	}
	giveFile(w, b)
}

func giveFile(w http.ResponseWriter, b blob) {
	w.Header().Set("Content-Type", b.Kind)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "private, max-age=86400")
	w.Write(b.bytes)
}
