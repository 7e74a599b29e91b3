package world

import (
	"slices"
	"strings"
)

// A composition is a draft in the process of being applied to a post.
type composition struct {
	place
	Draft
	next Post
	made []File
}

// compose applies a draft to a post. If the draft is invalid, the post doesn't change. flags is the set of flags that
// the route accepts.
func (at place) compose(p *Post, d Draft, flags int) error {
	if d.Malformed != nil {
		return d.Malformed
	}
	c := composition{place: at, Draft: d, next: *p}
	m := &c.next.Message
	if d.Content.Given || d.Content.Null {
		m.Content = strings.TrimSpace(d.Content.Value)
	}
	if d.Components.Given || d.Components.Null {
		m.Components = Numbered(d.Components.Value)
	}
	if d.Flags.Given {
		if d.Flags.Value&^flags != 0 {
			c.Problems.Add("flags", "BASE_TYPE_BITFIELD", "Only the flags in %d can be set here.", flags)
		}
		kept := m.Flags &^ FlagSilent
		m.Flags = kept | d.Flags.Value&flags&^FlagEphemeral
	}
	c.attach()
	if d.Embeds.Given || d.Embeds.Null {
		m.Embeds = []Embed{}
		for _, e := range d.Embeds.Value {
			m.Embeds = append(m.Embeds, Embed{Type: "rich", Description: e.Description})
		}
	}
	if d.Content.Given || d.Content.Null || m.ReferencedMessage != nil {
		at.w.ping(m, d.Mentions)
	}
	if err := c.Problems.Err(); err != nil {
		return err
	}
	if m.Content == "" && len(m.Embeds)+len(m.Attachments) == 0 {
		return errEmptyMessage
	}
	before := p.Message.Attachments
	*p = c.next
	at.w.keep(c.made)
	at.w.forget(slices.DeleteFunc(slices.Clone(before), func(a Attachment) bool { return p.has(a.ID) }))
	return nil
}

// ping sets the mentions of a message. Without allowed_mentions, every mention in the text counts, and a reply also
// pings the author of the original message.
func (g *Guild) ping(m *Message, a Field[AllowedMentions]) {
	named, everyone := g.mentions(m.Content)
	may := func(kind string) bool { return !a.Given || slices.Contains(a.Value.Parse, kind) }
	m.MentionEveryone = everyone && may("everyone")
	m.Mentions = []User{}
	for _, u := range named {
		if may("users") || slices.Contains(a.Value.Users, u.ID) {
			m.Mentions = append(m.Mentions, u)
		}
	}
	if to := m.ReferencedMessage; to != nil && (!a.Given || a.Value.RepliedUser) &&
		!slices.ContainsFunc(m.Mentions, func(u User) bool { return u.ID == to.Author.ID }) {
		m.Mentions = append(m.Mentions, to.Author)
	}
}
