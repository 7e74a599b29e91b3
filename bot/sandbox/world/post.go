package world

import "slices"

// Post is a message with additional data: who may see it, its interaction and its reactions.
type Post struct {
	Message   Message
	Only      string      `json:",omitempty"`
	Via       string      `json:",omitempty"` // the interaction whose token may edit the message
	Reactions []reactedBy `json:",omitempty"`
	Dismissed bool        `json:",omitempty"`
}

type reactedBy struct {
	Emoji Emoji
	Users []string
}

// Sees reports whether a viewer may see the post. The bot sees no ephemeral messages.
func (p *Post) Sees(viewer string) bool {
	return p.Only == "" || p.Only == viewer && !p.Dismissed
}

// Loading reports whether the post is a deferred answer without content.
func (p *Post) Loading() bool { return p.Message.Flags&FlagLoading != 0 }

func (p *Post) has(file string) bool {
	return slices.ContainsFunc(p.Message.Attachments, func(a Attachment) bool { return a.ID == file })
}

// react adds or removes a person's reaction, and reports whether that changed anything.
func (p *Post) react(user string, e Emoji, on bool) bool {
	at := slices.IndexFunc(p.Reactions, func(r reactedBy) bool { return r.Emoji.Name == e.Name })
	if at < 0 {
		if on {
			p.Reactions = append(p.Reactions, reactedBy{e, []string{user}})
		}
		return on
	}
	r := &p.Reactions[at]
	i := slices.Index(r.Users, user)
	if on == (i >= 0) {
		return false
	}
	if on {
		r.Users = append(r.Users, user)
	} else if r.Users = slices.Delete(r.Users, i, i+1); len(r.Users) == 0 {
		p.Reactions = slices.Delete(p.Reactions, at, at+1)
	}
	return true
}

// View returns a post as one viewer sees it: it marks the viewer's own reactions and includes the message that the post
// replies to.
func (c *Channel) View(p *Post, viewer string) Message {
	m := p.Message
	m.Nonce = nil
	m.Reactions = nil
	for _, r := range p.Reactions {
		m.Reactions = append(m.Reactions, Reaction{
			Emoji: r.Emoji, Count: len(r.Users), Me: slices.Contains(r.Users, viewer),
			CountDetails: map[string]int{"burst": 0, "normal": len(r.Users)}, BurstColors: []string{},
		})
	}
	if r := m.MessageReference; r != nil && m.ReferencedMessage == nil {
		if to := c.Find(r.MessageID); to != nil && to.Sees(viewer) {
			inner := c.View(to, viewer)
			inner.ReferencedMessage, inner.Reactions = nil, nil
			m.ReferencedMessage = &inner
		}
	}
	return m
}

// SeenBy returns the messages that a viewer sees in the channel, oldest first, including their private ones. It omits
// "thinking" messages.
func (c *Channel) SeenBy(viewer string) []Message {
	all := []Message{}
	for _, p := range c.Posts {
		if p.Sees(viewer) && !p.Loading() {
			all = append(all, c.View(p, viewer))
		}
	}
	return all
}

// hide removes what a bot without the message content intent can't read: the content of other users' messages, unless
// they mention the bot or are direct messages to it.
func (c *Channel) hide(m *Message, bot string) {
	c.hideOne(m, bot)
	if m.ReferencedMessage != nil {
		inner := *m.ReferencedMessage
		c.hideOne(&inner, bot)
		m.ReferencedMessage = &inner
	}
}

func (c *Channel) hideOne(m *Message, bot string) {
	told := slices.ContainsFunc(m.Mentions, func(u User) bool { return u.ID == bot })
	if m.Author.ID == bot || told || c.With != "" {
		return
	}
	m.Content, m.Embeds, m.Attachments, m.Components = "", []Embed{}, []Attachment{}, []Component{}
}
