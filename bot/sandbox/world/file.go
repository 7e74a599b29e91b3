package world

import (
	"slices"
	"strconv"
	"strings"
)

// attach builds the post's list of files from the files that it keeps, the new files and their descriptions.
func (c *composition) attach() {
	old := c.next.Message.Attachments
	var list, stay []Attachment
	used := map[int]bool{}
	add := func(k int, about string) {
		a := c.newFile(c.Files[k], about)
		used[k], list = true, append(list, a)
		c.made = append(c.made, File{a.ID, a.Filename, a.ContentType, c.next.Only, c.Files[k].Bytes})
	}
	for i, n := range c.Attachments.Value {
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
		k := slices.IndexFunc(c.Files, func(u Upload) bool { return strconv.Itoa(u.Index) == n.id() })
		if k < 0 || used[k] {
			at := "attachments." + strconv.Itoa(i) + ".id"
			c.Problems.Add(at, "ATTACHMENT_NOT_FOUND", "No file of this request or message has the id %q.", n.id())
			continue
		}
		add(k, about)
	}
	if !c.Attachments.Given && !c.Attachments.Null {
		stay = old
	}
	for k := range c.Files {
		if !used[k] {
			add(k, "")
		}
	}
	c.next.Message.Attachments = append(append([]Attachment{}, stay...), list...)
	c.Problems.Many("attachments", len(c.next.Message.Attachments), 0, 10)
}

func (c *composition) newFile(u Upload, about string) Attachment {
	a := Attachment{
		ID: c.w.newID(), Filename: u.Name, Size: len(u.Bytes), Description: about,
		ContentType: u.Kind, Width: u.Width, Height: u.Height, Ephemeral: c.next.Only != "",
	}
	path := "/attachments/" + c.next.Message.ChannelID + "/" + a.ID + "/" + a.Filename
	a.URL, a.ProxyURL = "https://cdn.discordapp.com"+path, "https://media.discordapp.net"+path
	return a
}

// Files holds the files of all messages by id.
type Files map[string]File

// File finds a file by its id.
func (f Files) File(id string) (File, bool) {
	file, ok := f[id]
	return file, ok
}

// PutFile adds a file's content to a restored world.
func (f Files) PutFile(file File) { f[file.ID] = file }

// FileName returns a file's name as Discord stores it: only letters, digits, dots, hyphens and underscores.
func FileName(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		}
		return '_'
	}, s)
}
