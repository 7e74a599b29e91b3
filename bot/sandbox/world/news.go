package world

import "time"

// News is the result of a change to the world: events for the bot, notices for the pages, and follow-up work.
type News struct {
	Events  []Event  // for the gateway
	Notices []Notice // for the pages
	Asked   []string // interactions that started waiting for an answer
	Doomed  []Doomed // messages that another bot will delete
	Kept    []File   // new files
	Gone    []string // ids of files that nobody can see any more
	Changed bool     // whether anything visible changed
}

// Doomed is a message that another bot will delete after a while.
type Doomed struct {
	Channel, Message string
	After            time.Duration
}

// Event is a gateway event. The sessions of the guild's shard receive it if they have at least one of Intents, or if
// Intents is 0.
type Event struct {
	Name    string
	Guild   string // "": no guild
	Intents int
	Data    any
}

// Notice is an update for pages. If only Post is set, each page receives the post as its viewer sees it. If Data is
// also set, the pages receive Data, and Post only determines which viewers receive it. If To is set, only that person
// receives the notice. Afresh makes the pages load everything again after channels were added or removed.
type Notice struct {
	Kind    string
	Data    any
	Post    *Post
	Channel *Channel
	To      string
	Afresh  bool
}

// Take returns the News since the last call of Take.
func (w *World) Take() News {
	n := w.news
	w.news = News{}
	return n
}

// Touch records a change that the pages needn't know about.
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

// The gateway intents that the sandbox supports.
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

// MessageEvent is a message in a gateway event, with its guild and the author's membership.
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

// For returns the event's data for a session with these intents. Without the message content intent, the contents of
// other users' messages are removed.
func (e Event) For(intents int) any {
	if m, ok := e.Data.(MessageEvent); ok && intents&IntentContent == 0 {
		m.channel.hide(&m.Message, m.bot)
		return m
	}
	return e.Data
}

// requiredIntent returns the intent that a session needs to receive an event about the post. Ephemeral messages count
// as direct messages.
func requiredIntent(c *Channel, p *Post, inGuild, direct int) int {
	if c.With != "" || p != nil && p.Only != "" {
		return direct
	}
	return inGuild
}
