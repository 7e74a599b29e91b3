package sandbox

import (
	"fmt"
	"slices"
	"strings"
)

// act is one thing a person did, for "copy as test".
type act struct{ Channel, Name, Words string }

const keepScript = 5000

func (s *Server) noted(c *channel, p *Person, words string) {
	s.world.Script = append(s.world.Script, act{c.ID, p.Name(), strings.ReplaceAll(words, "\n", `\n`)})
	if over := len(s.world.Script) - keepScript; over > 0 {
		s.world.Script = s.world.Script[over:]
	}
}

// Script is what people typed and pressed in a channel, one per line, as NAME words.
func (s *Server) Script(channel string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.world.channel(channel)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, a := range s.world.Script {
		if a.Channel == c.ID {
			fmt.Fprintf(&b, "%s %s\n", a.Name, a.Words)
		}
	}
	return b.String(), nil
}

// Say types something into a channel and gives the message's id.
func (s *Server) Say(user, channel, content string) (string, error) {
	return s.Reply(user, channel, "", content)
}

// Reply types an answer to a message; an empty message is plain talk.
func (s *Server) Reply(user, channel, message, content string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, c, err := s.world.both(user, channel)
	if err != nil {
		return "", err
	}
	content = strings.TrimSpace(content)
	switch n := runes(content); {
	case n == 0:
		return "", sorry("An empty message cannot be sent.")
	case n > 2000:
		return "", sorryf("The message has %d characters; 2,000 are the most.", n)
	}
	m := &post{Message: s.blankMessage(c, p.User)}
	m.Message.Content = content
	m.Message.Mentions, m.Message.MentionEveryone = s.world.mentions(content)
	m.Message.MentionEveryone = m.Message.MentionEveryone && p.Manage
	if message != "" {
		to := c.find(message)
		if to == nil || to.Only != "" {
			return "", sorry("The message to reply to is gone.")
		}
		s.replyTo(c, m, to)
		if !slices.ContainsFunc(m.Message.Mentions, func(u User) bool { return u.ID == to.Message.Author.ID }) {
			m.Message.Mentions = append(m.Message.Mentions, to.Message.Author)
		}
	}
	s.noted(c, p, content)
	s.created(c, m)
	return m.Message.ID, nil
}

// own finds a message somebody wrote.
func (s *Server) own(user, channel, message string) (*channelPost, error) {
	p, c, err := s.world.both(user, channel)
	if err != nil {
		return nil, err
	}
	m := c.find(message)
	if m == nil || !m.sees(p.ID) {
		return nil, sorry("That message is gone.")
	}
	return &channelPost{p, c, m}, nil
}

type channelPost struct {
	person *Person
	at     *channel
	post   *post
}

// Edit changes what somebody wrote.
func (s *Server) Edit(user, channel, message, content string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, err := s.own(user, channel, message)
	if err != nil {
		return err
	}
	content = strings.TrimSpace(content)
	if n := runes(content); o.post.Message.Author.ID != o.person.ID || n == 0 || n > 2000 {
		return sorry("Only your own messages can be edited, to at most 2,000 characters.")
	}
	now := stamp(s.now())
	m := &o.post.Message
	m.Content, m.EditedTimestamp = content, &now
	m.Mentions, _ = s.world.mentions(content)
	s.edited(o.at, o.post, false)
	return nil
}

// Delete takes a message away: one's own, or any for who manages the guild.
func (s *Server) Delete(user, channel, message string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, err := s.own(user, channel, message)
	if err != nil {
		return err
	}
	if o.post.Only != "" || o.post.Message.Author.ID != o.person.ID && !o.person.Manage {
		return sorry("Only your own messages can be deleted.")
	}
	s.deleted(o.at, o.post)
	return nil
}

// Dismiss puts a private message out of sight; the bot is not told.
func (s *Server) Dismiss(user, channel, message string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, err := s.own(user, channel, message)
	if err != nil {
		return err
	}
	if o.post.Only == "" {
		return sorry("Only private messages can be dismissed.")
	}
	o.post.Dismissed = true
	s.tellUser(o.person.ID, "delete", map[string]any{"channel_id": o.at.ID, "id": message})
	s.notify()
	return nil
}

// React puts an emoji under a message, or takes it away.
func (s *Server) React(user, channel, message, emoji string, on bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, err := s.own(user, channel, message)
	if err != nil {
		return err
	}
	if o.post.Only != "" || !isEmoji(emoji) {
		return sorry("That cannot be a reaction there.")
	}
	s.reacted(o.at, o.post, o.person.User, Emoji{Name: emoji}, on)
	return nil
}

// Type shows that somebody is writing.
func (s *Server) Type(user, channel string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, c, err := s.world.both(user, channel)
	if err == nil {
		s.typing(c, p.User)
	}
	return err
}
