package world

import (
	"fmt"
	"slices"
	"strings"
)

// Visitor is a person in a channel that they can see. Its methods perform the actions that are possible there.
type Visitor struct {
	place
	person *Person
}

// Visit finds a person and a channel, each by id or name.
func (w *World) Visit(user, channel string) (Visitor, error) {
	p, err := w.Person(user)
	if err != nil {
		return Visitor{}, err
	}
	c, err := w.Channel(channel)
	if err != nil {
		return Visitor{}, err
	}
	if c.With == "" && p.Left {
		return Visitor{}, UserErrorf("%s is no longer on the server.", p.Name())
	}
	if c.With != "" && c.With != p.ID {
		return Visitor{}, fmt.Errorf("sandbox: %s isn't in that conversation", p.Name())
	}
	return Visitor{place{w, c}, p}, nil
}

func (v Visitor) Where() string { return v.c.ID }

// Others returns the names of the first n people other than the visitor.
func (v Visitor) Others(n int) (names []string) {
	for _, p := range v.w.People {
		if p != v.person && len(names) < n {
			names = append(names, p.Name())
		}
	}
	return names
}

// Messages returns the messages that the person sees in the channel, oldest first.
func (v Visitor) Messages() []Message { return v.c.SeenBy(v.person.ID) }

// Reply posts a reply to a message or, if the message's id is empty, an ordinary message. It returns the id of the
// new message.
func (v Visitor) Reply(message, content string) (string, error) {
	content = strings.TrimSpace(content)
	switch n := Runes(content); {
	case n == 0:
		return "", UserError("You can't send an empty message.")
	case n > 2000:
		return "", UserErrorf("The message has %d characters; the limit is 2,000.", n)
	}
	if v.w.Of(v.c).isBlocked(content) {
		return "", UserError("AutoMod blocked the message.")
	}
	p := &Post{Message: v.newMessage(v.person.User)}
	m := &p.Message
	m.Content = content
	m.Mentions, m.MentionEveryone = v.w.mentions(content)
	m.MentionEveryone = m.MentionEveryone && v.person.Manage
	if message != "" {
		to := v.c.Find(message)
		if to == nil || to.Only != "" {
			return "", UserError("The message you're replying to no longer exists.")
		}
		v.replyTo(p, to)
		if !slices.ContainsFunc(m.Mentions, func(u User) bool { return u.ID == to.Message.Author.ID }) {
			m.Mentions = append(m.Mentions, to.Message.Author)
		}
	}
	v.add(p)
	if slices.ContainsFunc(m.Mentions, func(u User) bool { return u.ID == v.w.Bot.ID }) {
		v.w.addBot(v.c) // Discord adds mentioned users to a private thread
	}
	return m.ID, nil
}

func (v Visitor) post(message string) (*Post, error) {
	p := v.c.Find(message)
	if p == nil || !p.Sees(v.person.ID) {
		return nil, UserError("That message no longer exists.")
	}
	return p, nil
}

// Edit edits one of the person's messages.
func (v Visitor) Edit(message, content string) error {
	p, err := v.post(message)
	if err != nil {
		return err
	}
	m := &p.Message
	content = strings.TrimSpace(content)
	if n := Runes(content); m.Author.ID != v.person.ID || n == 0 || n > 2000 {
		return UserError("Only your own messages can be edited, to at most 2,000 characters.")
	}
	m.Content, m.EditedTimestamp = content, v.w.stampNow()
	m.Mentions, _ = v.w.mentions(content)
	v.change(p, false)
	return nil
}

// Delete deletes a message. Only people with the Manage permission can delete other people's messages.
func (v Visitor) Delete(message string) error {
	p, err := v.post(message)
	if err != nil {
		return err
	}
	if p.Only != "" || p.Message.Author.ID != v.person.ID && !v.person.Manage {
		return UserError("Only your own messages can be deleted.")
	}
	v.drop(p)
	return nil
}

// Dismiss hides a private message from the person who can see it. The bot isn't notified.
func (v Visitor) Dismiss(message string) error {
	p, err := v.post(message)
	if err != nil {
		return err
	}
	if p.Only == "" {
		return UserError("Only private messages can be dismissed.")
	}
	p.Dismissed = true
	v.w.news.tell(v.person.ID, "delete", map[string]any{"channel_id": v.c.ID, "id": message})
	return nil
}

// React adds an emoji to a message or removes it.
func (v Visitor) React(message, emoji string, on bool) error {
	p, err := v.post(message)
	if err != nil {
		return err
	}
	if p.Only != "" || !IsEmoji(emoji) {
		return UserError("That isn't a valid reaction.")
	}
	v.react(p, v.person.User, Emoji{Name: emoji}, on)
	return nil
}
