package sandbox

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// world is everything that outlives a restart: who is here, what was said, what is registered.
type world struct {
	Flake        flake
	PageToken    string
	GuildID      string
	GuildName    string
	Joined       time.Time
	BotGone      bool
	Bot          User
	AppID        string
	People       []*Person
	Channels     []*channel // oldest first
	Commands     []*Command
	CommandsMade []time.Time
	Events       []*scheduled
	Interactions map[string]*interaction
	OldEdits     map[string][]time.Time
	Script       []act
}

// Person is somebody who chats. Manage: the owner of the guild, with every permission.
type Person struct {
	User
	Manage bool
}

// channel is a text channel of the guild, or (With set) a direct conversation of one person with the bot.
type channel struct {
	ID       string
	Name     string
	Position int
	With     string `json:",omitempty"`
	Denied   int64  // permissions the bot lacks here
	Posts    []*post
	Nonces   map[string]nonceUse `json:",omitempty"` // of the last minutes, by their words
}

// post is a message with what viewers do not see: who alone may see it, which interaction made it, who reacted.
type post struct {
	Message   Message
	Only      string       `json:",omitempty"`
	Via       string       `json:",omitempty"` // the interaction whose token may change it
	Reactions []reactedBy  `json:",omitempty"`
	Inside    []Attachment `json:",omitempty"` // files shown inside embeds, so not listed
	Dismissed bool         `json:",omitempty"`
}

type reactedBy struct {
	Emoji Emoji
	Users []string
}

// blob is a file with who may see it.
type blob struct {
	Channel, Name, Kind, Only string
	bytes                     []byte
}

type nonceUse struct {
	Message string
	At      time.Time
}

// keepPosts bounds a channel's history; the oldest go first and are then unknown messages.
const keepPosts = 2000

// Permissions the sandbox tells apart.
const (
	permAddReactions       = 1 << 6
	permViewChannel        = 1 << 10
	permSendMessages       = 1 << 11
	permEmbedLinks         = 1 << 14
	permAttachFiles        = 1 << 15
	permReadHistory        = 1 << 16
	permManageGuild        = 1 << 5
	permUseCommands        = 1 << 31
	permManageEvents       = 1 << 33
	permEveryone           = permAddReactions | permViewChannel | permSendMessages | permEmbedLinks | permAttachFiles | permReadHistory | permUseCommands
	permBot                = permEveryone | permManageEvents | 1<<17 // and mention everyone: the sandbox shows what a careless bot could do
	permAll          int64 = 1<<53 - 1
)

// newWorld is a guild with two channels, five people and the bot, and whoever else is wanted. Ann owns it; the fifth has
// a name that fonts, widths and escapes have to cope with.
func newWorld(now time.Time, others []string) world {
	w := world{
		PageToken: secret(), GuildName: "Card night", Joined: now,
		Interactions: map[string]*interaction{}, OldEdits: map[string][]time.Time{},
	}
	id := func() string { return w.Flake.next(now.Add(-time.Hour)) }
	w.GuildID, w.AppID = id(), id()
	w.Bot = newUser(w.AppID, "settable", "Settable")
	w.Bot.Bot = true
	for _, n := range [][2]string{{"ann", "Ann"}, {"bob", "Bob"}, {"cid", "Cid"}, {"dee", "Dee"}, {"eve", "Ève 林 🎲"}} {
		w.People = append(w.People, &Person{User: newUser(id(), n[0], n[1]), Manage: n[0] == "ann"})
	}
	for _, n := range others {
		w.People = append(w.People, &Person{User: newUser(id(), strings.ToLower(n), n)})
	}
	for i, n := range []string{"card-night", "side-table"} {
		w.Channels = append(w.Channels, &channel{ID: id(), Name: n, Position: i})
	}
	return w
}

func newUser(id, name, shown string) User {
	return User{ID: id, Username: name, Discriminator: "0", GlobalName: &shown, PrimaryGuild: json.RawMessage("null")}
}

// person finds somebody by id, user name or display name.
func (w *world) person(name string) (*Person, error) {
	for _, p := range w.People {
		if p.ID == name || p.Username == strings.ToLower(name) || p.Name() == name {
			return p, nil
		}
	}
	return nil, fmt.Errorf("sandbox: nobody here is called %q", name)
}

func (w *world) user(id string) (User, bool) {
	if id == w.Bot.ID {
		return w.Bot, true
	}
	for _, p := range w.People {
		if p.ID == id {
			return p.User, true
		}
	}
	return User{}, false
}

// channel finds a channel by id or name.
func (w *world) channel(name string) (*channel, error) {
	if i, ok := slices.BinarySearchFunc(w.Channels, number(name), func(c *channel, n uint64) int { return cmp.Compare(number(c.ID), n) }); ok {
		return w.Channels[i], nil
	}
	for _, c := range w.Channels {
		if c.Name == name && c.With == "" {
			return c, nil
		}
	}
	return nil, fmt.Errorf("sandbox: there is no channel %q", name)
}

// both finds somebody and a channel that they can see.
func (w *world) both(user, chn string) (*Person, *channel, error) {
	p, err := w.person(user)
	if err != nil {
		return nil, nil, err
	}
	c, err := w.channel(chn)
	if err != nil {
		return nil, nil, err
	}
	if c.With != "" && c.With != p.ID {
		return nil, nil, fmt.Errorf("sandbox: %s is not in that conversation", p.Name())
	}
	return p, c, nil
}

func (c *channel) find(id string) *post {
	i, ok := slices.BinarySearchFunc(c.Posts, number(id), func(p *post, n uint64) int { return cmp.Compare(number(p.Message.ID), n) })
	if !ok {
		return nil
	}
	return c.Posts[i]
}

func (c *channel) remove(p *post) {
	if i := slices.Index(c.Posts, p); i >= 0 {
		c.Posts = slices.Delete(c.Posts, i, i+1)
	}
}

// sees tells whether a viewer may see the post; the bot's own view leaves out every ephemeral message.
func (p *post) sees(viewer string) bool {
	return p.Only == "" || p.Only == viewer && !p.Dismissed
}

// may tells whether the bot has the permissions in this channel.
func (c *channel) may(bits int64) bool { return c.Denied&bits == 0 }

func (w *world) permissions(p *Person) int64 {
	if p.Manage {
		return permAll
	}
	return permEveryone
}

func (w *world) member(u User) member {
	m := member{Roles: []string{}, JoinedAt: stamp(w.Joined)}
	m.User = &u
	return m
}
