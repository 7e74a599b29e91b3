package world

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// attach works out the files of a post: those that stay and the new ones, with their descriptions. It gives the new.
func (w *World) attach(problems *Problems, p *Post, d Draft) []File {
	old := p.files()
	var made []File
	var list, stay []Attachment
	used := map[int]bool{}
	add := func(k int, about string) {
		a := w.newFile(p, d.Files[k], about)
		used[k], list = true, append(list, a)
		made = append(made, File{a.ID, a.Filename, a.ContentType, p.Only, d.Files[k].Bytes})
	}
	for i, n := range d.Attachments.Value {
		about := ""
		if n.Description != nil {
			about = *n.Description
		}
		if k := slices.IndexFunc(old, func(a Attachment) bool { return a.ID == n.id() }); k >= 0 {
			a := old[k]
			if n.Description != nil {
				a.Description = about
			}
			stay = append(stay, a)
			continue
		}
		k := slices.IndexFunc(d.Files, func(u Upload) bool { return strconv.Itoa(u.Index) == n.id() })
		if k < 0 || used[k] {
			at := "attachments." + strconv.Itoa(i) + ".id"
			problems.Add(at, "ATTACHMENT_NOT_FOUND", "No file of this request or message has the id %q.", n.id())
			continue
		}
		add(k, about)
	}
	if !d.Attachments.Given && !d.Attachments.Null {
		stay = old
	}
	for k := range d.Files {
		if !used[k] {
			add(k, "")
		}
	}
	p.arrange(append(stay, list...))
	if len(p.files()) > 10 {
		problems.Add("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
	}
	return made
}

// arrange lists the files of a post; those that its embeds show stay inside them.
func (p *Post) arrange(files []Attachment) {
	inside := p.Inside
	p.Message.Attachments, p.Inside = []Attachment{}, nil
	for _, a := range files {
		if slices.ContainsFunc(inside, func(b Attachment) bool { return a.ID == b.ID }) {
			p.Inside = append(p.Inside, a)
		} else {
			p.Message.Attachments = append(p.Message.Attachments, a)
		}
	}
}

func (w *World) newFile(p *Post, u Upload, about string) Attachment {
	a := Attachment{
		ID: w.newID(), Filename: u.Name, Size: len(u.Bytes), Description: about,
		ContentType: u.Kind, Width: u.Width, Height: u.Height, Ephemeral: p.Only != "",
	}
	path := "/attachments/" + p.Message.ChannelID + "/" + a.ID + "/" + a.Filename
	sign := "?hm=" + w.signature(path)
	a.URL, a.ProxyURL = "https://cdn.discordapp.com"+path+sign, "https://media.discordapp.net"+path+sign
	return a
}

// signature makes the part of a file's address that nobody can guess.
func (w *World) signature(path string) string {
	h := hmac.New(sha256.New, w.sign)
	fmt.Fprint(h, path)
	return hex.EncodeToString(h.Sum(nil))
}

// Signed tells whether a file's address carries the signature that it was given.
func (w *World) Signed(path, signature string) bool {
	return hmac.Equal([]byte(signature), []byte(w.signature(path)))
}

// File finds a file by its id.
func (w *World) File(id string) (File, bool) {
	f, ok := w.files[id]
	return f, ok
}

// PutFile gives a restored world one of its files back.
func (w *World) PutFile(f File) { w.files[f.ID] = f }

// Files lists all files that the messages name, without their bytes, for who restores a world.
func (w *World) Files() []File {
	var all []File
	for _, c := range w.Channels {
		for _, p := range c.Posts {
			for _, a := range p.files() {
				all = append(all, File{ID: a.ID, Name: a.Filename, Kind: a.ContentType, Only: p.Only})
			}
		}
	}
	return all
}

// keepFiles stores the new files of an accepted post and forgets those it no longer has.
func (w *World) keepFiles(p *Post, made []File, before []Attachment) {
	for _, f := range made {
		w.files[f.ID] = f
	}
	w.news.Kept = append(w.news.Kept, made...)
	now := p.files()
	for _, old := range before {
		if !slices.ContainsFunc(now, func(a Attachment) bool { return a.ID == old.ID }) {
			w.forgetFiles(old)
		}
	}
}

func (w *World) forgetFiles(files ...Attachment) {
	for _, a := range files {
		delete(w.files, a.ID)
		w.news.Gone = append(w.news.Gone, a.ID)
	}
}

// FileName is a file's name as Discord keeps it: letters, digits, dot, dash and underscore.
func FileName(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		}
		return '_'
	}, s)
}
