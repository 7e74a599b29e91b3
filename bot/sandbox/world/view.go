package world

import "slices"

// View is a post as one viewer sees it: their own reactions marked, the answered message inside.
func (w *World) View(p *Post, viewer string) Message {
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
		if c, err := w.Channel(r.ChannelID); err == nil {
			if to := c.Find(r.MessageID); to != nil && to.Sees(viewer) {
				inner := w.View(to, viewer)
				inner.ReferencedMessage, inner.Reactions = nil, nil
				m.ReferencedMessage = &inner
			}
		}
	}
	return m
}

// viewOfBot is a post as the bot gets it by REST.
func (w *World) viewOfBot(p *Post) Message {
	m := w.View(p, w.Bot.ID)
	if !w.Rules.MessageContent {
		w.hide(&m)
	}
	return m
}

// hide takes out what a bot without the privileged intent may not read: other people's words, unless they mention
// the bot or are said to it alone.
func (w *World) hide(m *Message) {
	w.hideOne(m)
	if m.ReferencedMessage != nil {
		inner := *m.ReferencedMessage
		w.hideOne(&inner)
		m.ReferencedMessage = &inner
	}
}

func (w *World) hideOne(m *Message) {
	mine := m.Author.ID == w.Bot.ID
	told := slices.ContainsFunc(m.Mentions, func(u User) bool { return u.ID == w.Bot.ID })
	c, err := w.Channel(m.ChannelID)
	if mine || told || err == nil && c.With != "" {
		return
	}
	m.Content, m.Embeds, m.Attachments, m.Components = "", []Embed{}, []Attachment{}, []Component{}
}

// SeenBy is what a viewer sees in a channel, oldest first, their private ones included. A deferred answer that is
// still a blank "thinking" line is left out.
func (w *World) SeenBy(c *Channel, viewer string) []Message {
	all := []Message{}
	for _, p := range c.Posts {
		if p.Sees(viewer) && !p.Loading() {
			all = append(all, w.View(p, viewer))
		}
	}
	return all
}
