package sandbox

import (
	"slices"
	"strings"
)

// view is a post as one viewer sees it: their own reactions marked, the answered message inside. The lock is held.
func (s *Server) view(p *post, viewer string) Message {
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
		if c, err := s.world.channel(r.ChannelID); err == nil {
			if to := c.find(r.MessageID); to != nil && to.sees(viewer) {
				inner := s.view(to, viewer)
				inner.ReferencedMessage, inner.Reactions = nil, nil
				m.ReferencedMessage = &inner
			}
		}
	}
	return m
}

// forBot is a post as the bot gets it: without the privileged intent, other people's words are empty unless they
// mention the bot or are said to it alone.
func (s *Server) forBot(p *post, content bool) Message {
	m := s.view(p, s.world.Bot.ID)
	s.blank(&m, content)
	if m.ReferencedMessage != nil {
		s.blank(m.ReferencedMessage, content)
	}
	return m
}

func (s *Server) blank(m *Message, content bool) {
	mine := m.Author.ID == s.world.Bot.ID
	told := slices.ContainsFunc(m.Mentions, func(u User) bool { return u.ID == s.world.Bot.ID })
	c, err := s.world.channel(m.ChannelID)
	if content || mine || told || err == nil && c.With != "" {
		return
	}
	m.Content, m.Embeds, m.Attachments, m.Components = "", []Embed{}, []Attachment{}, []Component{}
}

// Messages is what a user sees in a channel, oldest first, their private ones included. A deferred answer that is
// still a blank "thinking" line is left out.
func (s *Server) Messages(channel, asUser string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, c, err := s.world.both(asUser, channel)
	if err != nil {
		return nil
	}
	return s.seen(c, p.ID)
}

func (s *Server) seen(c *channel, viewer string) []Message {
	all := []Message{}
	for _, p := range c.Posts {
		if p.sees(viewer) && p.Message.Flags&flagLoading == 0 {
			all = append(all, s.view(p, viewer))
		}
	}
	return all
}

// mentions finds who is meant by <@id> and @everyone in a text.
func (w *world) mentions(text string) (users []User, everyone bool) {
	users = []User{}
	for part := range strings.SplitSeq(text, "<@") {
		id, _, ok := strings.Cut(strings.TrimPrefix(part, "!"), ">")
		if u, known := w.user(id); ok && known && !slices.ContainsFunc(users, func(v User) bool { return v.ID == u.ID }) {
			users = append(users, u)
		}
	}
	return users, strings.Contains(text, "@everyone") || strings.Contains(text, "@here")
}
