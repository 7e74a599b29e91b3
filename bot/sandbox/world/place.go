package world

import "slices"

type place struct {
	w *World
	c *Channel
}

// view returns a post as the bot sees it.
func (at place) view(p *Post) Message { return at.c.View(p, at.w.Bot.ID) }

// read returns a post as the REST API shows it to the bot.
func (at place) read(p *Post) Message {
	m := at.view(p)
	if !at.w.MessageContent {
		at.c.hide(&m, at.w.Bot.ID)
	}
	return m
}

// newMessage returns a new message without content.
func (at place) newMessage(author User) Message {
	now := at.w.now()
	return Message{
		ID: at.w.newID(), ChannelID: at.c.ID, Author: author, Timestamp: stamp(now), Mentions: []User{},
		MentionRoles: []string{}, Attachments: []Attachment{}, Embeds: []Embed{}, Components: []Component{},
	}
}

func (at place) replyTo(p, to *Post) {
	p.Message.Type = 19
	p.Message.MessageReference = &Reference{ChannelID: at.c.ID, MessageID: to.Message.ID}
	if at.c.With == "" {
		p.Message.MessageReference.GuildID = at.c.Guild
	}
	inner := at.view(to)
	inner.ReferencedMessage = nil
	p.Message.ReferencedMessage = &inner
}

func (at place) event(p *Post, nonce any) MessageEvent {
	w, c := at.w, at.c
	e := MessageEvent{Message: at.view(p), Mentions: []mentionedUser{}, channel: c, bot: w.Bot.ID}
	e.Nonce = nonce
	inGuild := c.With == "" && p.Only == ""
	if inGuild {
		m := w.Of(c).memberWithoutUser()
		e.GuildID, e.Member = c.Guild, &m
	}
	for _, u := range e.Message.Mentions {
		named := mentionedUser{User: u}
		if inGuild {
			m := w.Of(c).memberWithoutUser()
			named.Member = &m
		}
		e.Mentions = append(e.Mentions, named)
	}
	return e
}

// reachesBot reports whether the bot receives the channel's events.
func (at place) reachesBot() bool {
	return !at.w.Of(at.c).BotGone && at.c.may(PermissionViewChannel) && !at.c.Thread.isHidden()
}

// withGuild adds the channel's guild, if it has one, to the data of an event.
func (at place) withGuild(d map[string]any) map[string]any {
	if at.c.With == "" {
		d["guild_id"] = at.c.Guild
	}
	return d
}

func (at place) add(p *Post) {
	p.Message.ReferencedMessage = nil // View looks it up again, because it may be edited or deleted
	at.c.Posts = append(at.c.Posts, p)
	if over := len(at.c.Posts) - maxPosts; over > 0 {
		for _, old := range at.c.Posts[:over] {
			at.w.forget(old.Message.Attachments)
		}
		at.c.Posts = slices.Delete(at.c.Posts, 0, over)
	}
	if at.reachesBot() {
		e := at.event(p, p.Message.Nonce)
		at.w.news.event("MESSAGE_CREATE", at.c.Guild, requiredIntent(at.c, p, intentMessages, intentDirect), e)
	}
	at.show("message", p)
	if after := at.c.SweptAfter; after > 0 && p.Only == "" && p.Message.Author.ID == at.w.Bot.ID {
		at.w.news.Doomed = append(at.w.news.Doomed, Doomed{at.c.ID, p.Message.ID, after})
	}
}

// change notifies the bot and the pages about a changed post. A deferred answer appears on pages when it gets its
// content.
func (at place) change(p *Post, wasLoading bool) {
	if at.reachesBot() {
		e := at.event(p, nil)
		at.w.news.event("MESSAGE_UPDATE", at.c.Guild, requiredIntent(at.c, p, intentMessages, intentDirect), e)
	}
	if wasLoading {
		at.show("message", p)
	} else {
		at.show("edit", p)
	}
}

// show sends a message to the pages. It skips "thinking" messages, because the pages show those as part of the
// interaction.
func (at place) show(kind string, p *Post) {
	if p.Loading() {
		at.w.Touch()
		return
	}
	at.w.news.notice(Notice{Kind: kind, Post: p, Channel: at.c})
}

func (at place) drop(p *Post) {
	at.c.remove(p)
	at.w.forget(p.Message.Attachments)
	if at.reachesBot() {
		d := at.withGuild(map[string]any{"id": p.Message.ID, "channel_id": at.c.ID})
		at.w.news.event("MESSAGE_DELETE", at.c.Guild, requiredIntent(at.c, p, intentMessages, intentDirect), d)
	}
	at.w.news.notice(Notice{Kind: "delete", Post: p,
		Data: map[string]any{"channel_id": at.c.ID, "id": p.Message.ID}})
}

// react adds or removes a reaction, and notifies the bot and the pages if that changes anything.
func (at place) react(p *Post, user User, e Emoji, on bool) {
	if !p.react(user.ID, e, on) {
		return
	}
	if at.reachesBot() {
		name := "MESSAGE_REACTION_REMOVE"
		d := at.withGuild(map[string]any{
			"user_id": user.ID, "channel_id": at.c.ID, "message_id": p.Message.ID, "emoji": e, "burst": false,
			"type": 0,
		})
		if on {
			name, d["message_author_id"] = "MESSAGE_REACTION_ADD", p.Message.Author.ID
			if at.c.With == "" {
				d["member"] = at.w.Of(at.c).Member(user)
			}
		}
		at.w.news.event(name, at.c.Guild, requiredIntent(at.c, p, intentReactions, intentDirectReact), d)
	}
	at.w.news.notice(Notice{Kind: "react", Post: p, Data: map[string]any{
		"channel_id": at.c.ID, "message_id": p.Message.ID, "user_id": user.ID,
		"emoji": map[string]any{"name": e.Name}, "on": on,
	}})
}
