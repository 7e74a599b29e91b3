// Package world holds the state of a simulated Discord: people, messages, commands and unanswered interactions. Actions
// of people and of the bot change the state and produce News. A World has no locks and no goroutines and takes its
// clock as an argument, so that tests stay simple; a Locked world adds both.
package world

import (
	"cmp"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// World is the whole state of the simulated Discord. Its exported fields are stored as JSON and survive a restart.
type World struct {
	Guilds
	Register
	Calendar
	Flake        Snowflake
	PageToken    string
	Channels     []*Channel // oldest first
	Interactions Interactions
	OldEdits     map[string][]time.Time
	Rules        `json:"-"`
	Files        `json:"-"`

	news News
}

// SessionsADay is the daily limit of IDENTIFYs.
const SessionsADay = 1000

// Rules determine how strict a world is. They include settings that a real bot has in the developer portal.
type Rules struct {
	Now            func() time.Time
	Token          string // the bot's token
	Revoked        bool   // the token is no longer valid
	MessageContent bool   // the application has the message content intent
	OldEdits       int    // edits of messages older than an hour that a channel accepts per hour
}

// File is a file in a message. If Only is set, only that person may load it. The bytes are stored separately from the
// world's JSON.
type File struct {
	ID, Name, Kind, Only string
	Bytes                []byte
}

func (r Rules) now() time.Time { return r.Now() }

// stampNow returns the current time as the timestamp of an edit.
func (r Rules) stampNow() *string {
	now := stamp(r.now())
	return &now
}

// Accepts reports whether a token belongs to the bot and is still valid.
func (r Rules) Accepts(token string) bool { return !r.Revoked && token == r.Token }

// AppFlags returns the application's flags. If the bot has the message content intent, they include the flag that
// Discord sets for bots in fewer than a hundred guilds.
func (r Rules) AppFlags() int {
	const limitedContent, commandBadge = 1 << 19, 1 << 23
	if r.MessageContent {
		return commandBadge | limitedContent
	}
	return commandBadge
}

// New returns a world with one guild, two channels, the bot, five people and additional people with the given names.
// Ann owns the guild. The fifth person's name has unusual characters, to test fonts, widths and escaping.
func New(r Rules, others ...string) *World {
	now := r.Now()
	w := newEmptyWorld(r)
	w.PageToken, w.GuildName, w.Joined = Secret(), "Card night", now
	id := func() string { return w.Flake.Next(now.Add(-time.Hour)) }
	w.GuildID, w.AppID = firstServer(now.Add(-time.Hour)), id()
	w.Bot = newUser(w.AppID, "settable", "Settable")
	w.Bot.Bot = true
	for _, n := range [][2]string{{"ann", "Ann"}, {"bob", "Bob"}, {"cid", "Cid"}, {"dee", "Dee"},
		{"eve", "Ève 林 🎲"}} {
		w.People = append(w.People, &Person{User: newUser(id(), n[0], n[1]), Manage: n[0] == "ann"})
	}
	for _, n := range others {
		w.People = append(w.People, &Person{User: newUser(id(), strings.ToLower(n), n)})
	}
	for i, n := range []string{"card-night", "side-table"} {
		w.Channels = append(w.Channels, &Channel{ID: id(), Name: n, Position: i, Guild: w.GuildID})
	}
	return w
}

func newEmptyWorld(r Rules) *World {
	return &World{
		Rules: r, Interactions: Interactions{}, OldEdits: map[string][]time.Time{},
		Files: Files{},
	}
}

// Restore reads a world that was stored as JSON. The caller must add the contents of its files with PutFile.
func Restore(raw []byte, r Rules) (*World, error) {
	w := newEmptyWorld(r)
	if err := json.Unmarshal(raw, w); err != nil {
		return nil, err
	}
	if w.PageToken == "" || w.GuildID == "" {
		return nil, errors.New("the file doesn't contain a sandbox's state")
	}
	for _, i := range w.Interactions {
		if i.State == Waiting { // the three seconds for an answer are over
			i.State = Failed
		}
	}
	return w, nil
}

// Secret returns a random string of 32 characters.
func Secret() string {
	b := make([]byte, 24)
	rand.Read(b) // never fails since Go 1.24
	return base64.RawURLEncoding.EncodeToString(b)
}

func (w *World) newID() string { return w.Flake.Next(w.now()) }

// Channel finds a channel by id or name.
func (w *World) Channel(name string) (*Channel, error) {
	byID := func(c *Channel, n uint64) int { return cmp.Compare(number(c.ID), n) }
	if i, ok := slices.BinarySearchFunc(w.Channels, number(name), byID); ok {
		return w.Channels[i], nil
	}
	for _, c := range w.Channels {
		if c.Name == name && c.With == "" {
			return c, nil
		}
	}
	return nil, fmt.Errorf("sandbox: there is no channel %q", name)
}

// Direct returns a person's direct messages with the bot, and creates them if necessary.
func (w *World) Direct(user string) *Channel {
	for _, c := range w.Channels {
		if c.With == user {
			return c
		}
	}
	c := &Channel{ID: w.newID(), With: user}
	w.Channels = append(w.Channels, c)
	w.Touch()
	return c
}

func (w *World) keep(files []File) {
	for _, f := range files {
		w.PutFile(f)
	}
	w.news.Kept = append(w.news.Kept, files...)
}

func (w *World) forget(files []Attachment) {
	for _, a := range files {
		delete(w.Files, a.ID)
		w.news.Gone = append(w.news.Gone, a.ID)
	}
}

// Attached lists the files of all messages, without their contents. A caller that restores a world must load these.
func (w *World) Attached() []File {
	var all []File
	for _, c := range w.Channels {
		for _, p := range c.Posts {
			for _, a := range p.Message.Attachments {
				all = append(all, File{ID: a.ID, Name: a.Filename, Kind: a.ContentType, Only: p.Only})
			}
		}
	}
	return all
}
