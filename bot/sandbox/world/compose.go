package world

import (
	"slices"
	"strconv"
	"strings"
)

// compose writes a draft into a post; where it is refused, the post stays as it was. flags are the ones this route
// lets a bot set.
func (w *World) compose(p *Post, d Draft, flags int) error {
	if d.Malformed != nil {
		return d.Malformed
	}
	problems := d.Problems
	next := *p
	m := &next.Message
	if d.Content.Given || d.Content.Null {
		m.Content = strings.TrimSpace(d.Content.Value)
	}
	if d.Components.Given || d.Components.Null {
		m.Components = Numbered(d.Components.Value)
	}
	if d.Flags.Given {
		if d.Flags.Value&^flags != 0 {
			problems.Add("flags", "BASE_TYPE_BITFIELD", "Only the flags %d can be set here.", flags)
		}
		kept := m.Flags &^ (FlagSuppressEmbeds | FlagSilent)
		m.Flags = kept | d.Flags.Value&flags&^FlagEphemeral
	}
	made := w.attach(&problems, &next, d)
	if d.Embeds.Given || d.Embeds.Null {
		next.embed(&problems, d.Embeds.Value)
	}
	if d.Content.Given || d.Content.Null || m.ReferencedMessage != nil {
		w.ping(m, d.Mentions)
	}
	if err := problems.Err(); err != nil {
		return err
	}
	if m.Content == "" && len(m.Embeds)+len(m.Attachments)+len(next.Inside) == 0 {
		return errEmptyMessage
	}
	before := p.files()
	*p = next
	w.keepFiles(p, made, before)
	return nil
}

// ping works out who a message mentions. Without allowed_mentions everything in the text counts, and the author of
// the answered message too.
func (w *World) ping(m *Message, a Field[AllowedMentions]) {
	named, everyone := w.mentions(m.Content)
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

// embed puts embeds into the post. A file that an embed shows is not listed beside it.
func (p *Post) embed(problems *Problems, in []EmbedDraft) {
	all := p.files()
	p.Message.Embeds, p.Inside = []Embed{}, nil
	for i, one := range in {
		e := one.Embed
		at := "embeds." + strconv.Itoa(i)
		e.Type = "rich"
		e.Image = p.showFile(problems, at+".image.url", e.Image, all)
		e.Thumbnail = p.showFile(problems, at+".thumbnail.url", e.Thumbnail, all)
		p.Message.Embeds = append(p.Message.Embeds, e)
	}
	p.Message.Attachments = []Attachment{}
	for _, a := range all {
		if !slices.Contains(p.Inside, a) {
			p.Message.Attachments = append(p.Message.Attachments, a)
		}
	}
}

// showFile turns attachment:// into the address of the file.
func (p *Post) showFile(problems *Problems, at string, image *EmbedImage, files []Attachment) *EmbedImage {
	if image == nil {
		return nil
	}
	name, ok := Attached(image.URL)
	if !ok {
		return image
	}
	for _, a := range files {
		if a.Filename != FileName(name) {
			continue
		}
		if !slices.Contains(p.Inside, a) {
			p.Inside = append(p.Inside, a)
		}
		return &EmbedImage{
			URL: a.URL, ProxyURL: a.ProxyURL, Width: a.Width, Height: a.Height, Description: a.Description,
		}
	}
	problems.Add(at, "SANDBOX_NO_SUCH_FILE", "The message has no file called %q.", name)
	return image
}

// blankMessage is a message before it has any words.
func (w *World) blankMessage(c *Channel, author User) Message {
	now := w.now()
	return Message{
		ID: w.newID(), ChannelID: c.ID, Author: author, Timestamp: stamp(now), Mentions: []User{},
		MentionRoles: []string{}, Attachments: []Attachment{}, Embeds: []Embed{}, Components: []Component{},
	}
}

// replyTo makes a post the answer to another.
func (w *World) replyTo(c *Channel, p, to *Post) {
	p.Message.Type = 19
	p.Message.MessageReference = &Reference{ChannelID: c.ID, MessageID: to.Message.ID}
	if c.With == "" {
		p.Message.MessageReference.GuildID = w.GuildID
	}
	inner := w.View(to, w.Bot.ID)
	inner.ReferencedMessage = nil
	p.Message.ReferencedMessage = &inner
}
