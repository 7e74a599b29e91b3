package world

import "slices"

// Gateway intents the sandbox acts on.
const (
	IntentGuilds       = 1 << 0
	IntentMembers      = 1 << 1
	IntentPresences    = 1 << 8
	intentMessages     = 1 << 9
	intentReactions    = 1 << 10
	intentTyping       = 1 << 11
	intentDirect       = 1 << 12
	intentDirectReact  = 1 << 13
	intentDirectTyping = 1 << 14
	IntentContent      = 1 << 15
	intentEvents       = 1 << 16
)

// MessageEvent is a message in a gateway event: with the guild and the author's member beside it.
type MessageEvent struct {
	Message
	GuildID  string          `json:"guild_id,omitempty"`
	Member   *Member         `json:"member,omitempty"`
	Mentions []mentionedUser `json:"mentions"`

	hide func(*Message) // takes out what a bot without the privileged intent may not read
}

type mentionedUser struct {
	User
	Member *Member `json:"member,omitempty"`
}

func (e MessageEvent) withoutContent() MessageEvent {
	e.hide(&e.Message)
	return e
}

// For is the data of the event for a session with these intents: without the privileged one other people's words are
// left out.
func (e Event) For(intents int) any {
	if m, ok := e.Data.(MessageEvent); ok && intents&IntentContent == 0 {
		return m.withoutContent()
	}
	return e.Data
}

// messageEvent is a post for the gateway.
func (w *World) messageEvent(c *Channel, p *Post, nonce any) MessageEvent {
	e := MessageEvent{Message: w.View(p, w.Bot.ID), Mentions: []mentionedUser{}, hide: w.hide}
	e.Nonce = nonce
	inGuild := c.With == "" && p.Only == ""
	if inGuild {
		m := w.memberBeside()
		e.GuildID, e.Member = w.GuildID, &m
	}
	for _, u := range e.Message.Mentions {
		at := mentionedUser{User: u}
		if inGuild {
			m := w.memberBeside()
			at.Member = &m
		}
		e.Mentions = append(e.Mentions, at)
	}
	return e
}

// needs gives the intent an event about the post needs: ephemeral ones go by the direct-message intent.
func needs(c *Channel, p *Post, inGuild, direct int) int {
	if c.With != "" || p != nil && p.Only != "" {
		return direct
	}
	return inGuild
}

// reaches tells whether the bot gets events of a channel at all.
func (w *World) reaches(c *Channel) bool { return !w.BotGone && c.may(PermissionViewChannel) }

// withGuild adds the guild to the data of an event of a channel, where there is one.
func (w *World) withGuild(c *Channel, d map[string]any) map[string]any {
	if c.With == "" {
		d["guild_id"] = w.GuildID
	}
	return d
}

// add puts a post into its channel and tells everybody who may see it.
func (w *World) add(c *Channel, p *Post) {
	p.Message.ReferencedMessage = nil // View looks it up anew: it may be edited or deleted later
	c.Posts = append(c.Posts, p)
	if over := len(c.Posts) - keepPosts; over > 0 {
		for _, old := range c.Posts[:over] {
			w.forgetFiles(old.files()...)
		}
		c.Posts = slices.Delete(c.Posts, 0, over)
	}
	if w.reaches(c) {
		e := w.messageEvent(c, p, p.Message.Nonce)
		w.event("MESSAGE_CREATE", needs(c, p, intentMessages, intentDirect), e)
	}
	w.show("message", c, p)
}

// change tells everybody about a post that changed. A deferred answer that now has words is new to people.
func (w *World) change(c *Channel, p *Post, wasLoading bool) {
	if w.reaches(c) {
		w.event("MESSAGE_UPDATE", needs(c, p, intentMessages, intentDirect), w.messageEvent(c, p, nil))
	}
	if wasLoading {
		w.show("message", c, p)
	} else {
		w.show("edit", c, p)
	}
}

// show tells the pages about a message. A blank "thinking" line is told by the interaction instead.
func (w *World) show(kind string, c *Channel, p *Post) {
	if p.Loading() {
		w.Touch()
		return
	}
	w.notice(Notice{Kind: kind, Post: p, Channel: c})
}

// drop takes a post out of its channel.
func (w *World) drop(c *Channel, p *Post) {
	c.remove(p)
	w.forgetFiles(p.files()...)
	if w.reaches(c) {
		d := w.withGuild(c, map[string]any{"id": p.Message.ID, "channel_id": c.ID})
		w.event("MESSAGE_DELETE", needs(c, p, intentMessages, intentDirect), d)
	}
	w.notice(Notice{Kind: "delete", Post: p, Data: map[string]any{"channel_id": c.ID, "id": p.Message.ID}})
}

// react puts a reaction on or takes it off; it is quiet where nothing changes.
func (w *World) react(c *Channel, p *Post, user User, e Emoji, on bool) {
	if !p.react(user.ID, e, on) {
		return
	}
	if w.reaches(c) {
		name := "MESSAGE_REACTION_REMOVE"
		d := w.withGuild(c, map[string]any{
			"user_id": user.ID, "channel_id": c.ID, "message_id": p.Message.ID, "emoji": e, "burst": false, "type": 0,
		})
		if on {
			name, d["message_author_id"] = "MESSAGE_REACTION_ADD", p.Message.Author.ID
			if c.With == "" {
				d["member"] = w.Member(user)
			}
		}
		w.event(name, needs(c, p, intentReactions, intentDirectReact), d)
	}
	w.notice(Notice{Kind: "react", Post: p, Data: map[string]any{
		"channel_id": c.ID, "message_id": p.Message.ID, "user_id": user.ID, "emoji": map[string]any{"name": e.Name}, "on": on,
	}})
}

// typing tells everybody that somebody writes.
func (w *World) typing(c *Channel, u User) {
	if w.reaches(c) {
		d := w.withGuild(c, map[string]any{"channel_id": c.ID, "user_id": u.ID, "timestamp": w.now().Unix()})
		if c.With == "" {
			d["member"] = w.Member(u)
		}
		w.event("TYPING_START", needs(c, nil, intentTyping, intentDirectTyping), d)
	}
	w.notice(Notice{Kind: "typing", Data: map[string]any{"channel_id": c.ID, "user_id": u.ID}})
}
