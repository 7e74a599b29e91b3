// Package world holds the state of a Discord: its people, messages, the bot's commands and its unanswered interactions.
// Acts of people and of the bot change it and say what is to be told to whom. It has no lock, HTTP or goroutine, and
// its clock is an argument, so that tests are simple.
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

// World is the whole state of the simulated Discord. Its exported fields outlive a restart, as JSON.
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

// SessionsADay is how often a bot may IDENTIFY in a day.
const SessionsADay = 1000

// Rules are how strict a world is and what the developer portal says about the bot's application.
type Rules struct {
	Now            func() time.Time
	Token          string // the bot's
	Revoked        bool   // the token is no longer good
	MessageContent bool   // the privileged intent is switched on
	TokenLife      time.Duration
	OldEdits       int // edits of messages older than an hour that a channel takes in an hour
}

// File is a file with who may see it. Its bytes are kept apart from the world's JSON.
type File struct {
	ID, Name, Kind, Only string
	Bytes                []byte
}

func (r Rules) now() time.Time { return r.Now() }

// stampNow returns the time as a message that was edited carries it.
func (r Rules) stampNow() *string {
	now := stamp(r.now())
	return &now
}

// Accepts reports whether a token is the bot's.
func (r Rules) Accepts(token string) bool { return !r.Revoked && token == r.Token }

// AppFlags reports whether the privileged intent is on: the flag of an application in fewer than a hundred guilds.
func (r Rules) AppFlags() int {
	const limitedContent, commandBadge = 1 << 19, 1 << 23
	if r.MessageContent {
		return commandBadge | limitedContent
	}
	return commandBadge
}

// New returns one guild with two channels, five people and the bot, and further people on request. Ann owns it; the
// fifth has a name that fonts, widths and escapes have to cope with.
func New(r Rules, others ...string) *World {
	now := r.Now()
	w := empty(r)
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

func empty(r Rules) *World {
	return &World{
		Rules: r, Interactions: Interactions{}, OldEdits: map[string][]time.Time{},
		Files: newFiles(),
	}
}

// Restore reads a world that was kept as JSON. Its files come by PutFile.
func Restore(raw []byte, r Rules) (*World, error) {
	w := empty(r)
	if err := json.Unmarshal(raw, w); err != nil {
		return nil, err
	}
	if w.PageToken == "" || w.GuildID == "" {
		return nil, errors.New("the file isn't a sandbox state")
	}
	for _, c := range w.Channels {
		if c.Guild == "" && c.With == "" { // it was kept when there was one server
			c.Guild = w.GuildID
		}
	}
	for _, e := range w.Events {
		e.Guild = cmp.Or(e.Guild, w.GuildID)
	}
	for _, i := range w.Interactions {
		if i.State == Waiting { // nobody can answer within three seconds any more
			i.State = Failed
		}
	}
	return w, nil
}

// Secret returns 32 random letters.
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

// Direct finds or opens the conversation of a person with the bot.
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
		if f, ok := w.byID[a.ID]; ok {
			w.latest = append(w.latest, f)
		}
		delete(w.byID, a.ID)
		w.news.Gone = append(w.news.Gone, a.ID)
	}
	w.latest = slices.Delete(w.latest, 0, max(0, len(w.latest)-mostLatest))
}

// Attached lists all files that the messages name, without their bytes, for who restores a world.
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
