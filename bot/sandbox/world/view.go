package world

import "slices"

// View is a post as one viewer sees it: their own reactions marked, the answered message inside.
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

// SeenBy is what a viewer sees in the channel, oldest first, their private ones included. A deferred answer
// that is still a blank "thinking" line is left out.
func (c *Channel) SeenBy(viewer string) []Message {
	all := []Message{}
	for _, p := range c.Posts {
		if p.Sees(viewer) && !p.Loading() {
			all = append(all, c.View(p, viewer))
		}
	}
	return all
}

// hide takes out of a message what a bot without the privileged intent may not read: other people's words,
// unless they mention the bot or are said to it alone.
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
