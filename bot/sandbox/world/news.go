package world

import "time"

// News is what an act brought about: what the bot and the people's pages are told, and what follows outside.
type News struct {
	Events  []Event  // for the gateway
	Notices []Notice // for the pages
	Asked   []string // interactions that now wait for their first answer
	Doomed  []Doomed // messages that another bot is going to delete
	Kept    []File   // new files
	Gone    []string // ids of files that nobody can see any more
	Changed bool     // anything at all, seen from outside
}

// Doomed is a message that another bot deletes after a while.
type Doomed struct {
	Channel, Message string
	After            time.Duration
}

// Event is one gateway event. It goes to every session of the guild's shard that has
// one of these intents; if none are named, to all of them.
type Event struct {
	Name    string
	Guild   string // "": the event is of no guild
	Intents int
	Data    any
}

// Notice is something that pages are told. A post without Data is shown to each
// viewer as they see it; with Data, the post says who may know. To names the only
// person who is told. Afresh sends everything again, because channels came or went.
type Notice struct {
	Kind    string
	Data    any
	Post    *Post
	Channel *Channel
	To      string
	Afresh  bool
}

// Take gives the news since the last time.
func (w *World) Take() News {
	n := w.news
	w.news = News{}
	return n
}

// Touch records a change without notifying anyone.
func (w *World) Touch() { w.news.Changed = true }

// TellOnline tells the pages whether a bot is connected.
func (w *World) TellOnline(on bool) {
	w.news.notice(Notice{Kind: "bot", Data: map[string]bool{"online": on}})
}

func (n *News) notice(notice Notice) {
	n.Notices = append(n.Notices, notice)
	n.Changed = true
}

func (n *News) tell(user, kind string, data map[string]any) {
	n.notice(Notice{Kind: kind, Data: data, To: user})
}

func (n *News) event(name, guild string, intents int, data any) {
	n.Events = append(n.Events, Event{name, guild, intents, data})
	n.Changed = true
}

// Gateway intents the sandbox acts on.
const (
	IntentGuilds      = 1 << 0
	IntentMembers     = 1 << 1
	IntentPresences   = 1 << 8
	intentMessages    = 1 << 9
	intentReactions   = 1 << 10
	intentDirect      = 1 << 12
	intentDirectReact = 1 << 13
	IntentContent     = 1 << 15
	intentEvents      = 1 << 16
)

// MessageEvent is a message in a gateway event: with the guild and the author's member beside it.
type MessageEvent struct {
	Message
	GuildID  string          `json:"guild_id,omitempty"`
	Member   *Member         `json:"member,omitempty"`
	Mentions []mentionedUser `json:"mentions"`

	channel *Channel
	bot     string
}

type mentionedUser struct {
	User
	Member *Member `json:"member,omitempty"`
}

// For returns the data of the event for a session with these intents: without the privileged one other people's
// words are left out.
func (e Event) For(intents int) any {
	if m, ok := e.Data.(MessageEvent); ok && intents&IntentContent == 0 {
		m.channel.hide(&m.Message, m.bot)
		return m
	}
	return e.Data
}

// needs gives the intent an event about the post needs: ephemeral ones go by the direct-message intent.
func needs(c *Channel, p *Post, inGuild, direct int) int {
	if c.With != "" || p != nil && p.Only != "" {
		return direct
	}
	return inGuild
}
