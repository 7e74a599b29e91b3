package world

import (
	"maps"
	"slices"
	"strconv"
	"time"
)

// BotIn represents the bot in one channel. It handles all of the bot's requests about the channel except answers to
// interactions.
type BotIn struct{ place }

// BotIn returns the bot in a channel, or an error if the bot lacks the needed permissions there.
func (w *World) BotIn(channel string, need int64) (BotIn, error) {
	if _, err := strconv.ParseUint(channel, 10, 64); err != nil {
		return BotIn{}, BadBody("channel_id", "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", channel)
	}
	c, err := w.Channel(channel)
	switch {
	case err != nil || c.ID != channel: // a channel's name may look like an id
		return BotIn{}, ErrUnknownChannel
	case !c.may(PermissionViewChannel), c.With == "" && w.Of(c).BotGone, c.Thread.isHidden():
		return BotIn{}, errNoAccess
	case !c.may(need), w.isTimedOut(c) && need&^(PermissionViewChannel|PermissionReadHistory) != 0:
		return BotIn{}, errNoPermission
	}
	return BotIn{place{w, c}}, nil
}

// BotInGuild returns the guild with that id, if the bot is in it.
func (all *Guilds) BotInGuild(guild string) (*Guild, error) {
	switch g := all.In(guild); {
	case g == nil:
		return nil, ErrUnknownGuild
	case g.BotGone:
		return nil, errNoAccess
	default:
		return g, nil
	}
}

// BotIsApp returns an error unless the application is the bot's.
func (g *Guild) BotIsApp(app string) error {
	if app != g.AppID {
		return errUnknownApplication
	}
	return nil
}

func (b BotIn) post(message string) (*Post, error) {
	p := b.c.Find(message)
	if p == nil || p.Only != "" {
		return nil, ErrUnknownMessage
	}
	return p, nil
}

// Object returns the channel in Discord's JSON format.
func (b BotIn) Object() map[string]any { return b.w.Of(b.c).ChannelObject(b.c) }

// List returns up to n messages after an id or, without one, the n newest messages, in descending order.
func (b BotIn) List(after string, n int) []Message {
	all := slices.DeleteFunc(slices.Clone(b.c.Posts), func(p *Post) bool {
		return p.Only != "" || after != "" && number(p.Message.ID) <= number(after)
	})
	if after == "" {
		all = all[max(len(all)-n, 0):]
	}
	out := []Message{}
	for _, p := range slices.Backward(all[:min(len(all), n)]) {
		out = append(out, b.read(p))
	}
	return out
}

// nonceLife is how long the world remembers a nonce. Discord's documentation says "a few minutes".
const nonceLife = 5 * time.Minute

// Post posts a message. If a message with the same nonce exists and enforce_nonce is set, Post returns that message.
// If that message was deleted, Post returns an error: https://github.com/discord/discord-api-docs/pull/6647
func (b BotIn) Post(d Draft) (Message, error) {
	if err := b.allows(d); err != nil {
		return Message{}, err
	}
	nonce, err := d.nonce()
	if err != nil {
		return Message{}, err
	}
	if t := b.c.Thread; t != nil && t.Archived && t.Locked {
		return Message{}, errArchived
	}
	if d.Enforce.Value && nonce != "" {
		if use, ok := b.c.Nonces[nonce]; ok && b.w.now().Sub(use.At) < nonceLife {
			earlier := b.c.Find(use.Message)
			if earlier == nil {
				return Message{}, ErrUnknownMessage
			}
			return b.read(earlier), nil
		}
	}
	p := &Post{Message: b.newMessage(b.w.Bot)}
	if err := b.answer(p, d.Reference); err != nil {
		return Message{}, err
	}
	if err := b.compose(p, d, FlagSilent); err != nil {
		return Message{}, err
	}
	if t := b.c.Thread; t != nil {
		t.Archived = false // a new message reopens the thread
	}
	p.Message.Nonce = d.Nonce.Value
	b.remember(nonce, p.Message.ID)
	b.add(p)
	m := b.view(p)
	m.Nonce = d.Nonce.Value
	return m, nil
}

func (b BotIn) allows(d Draft) error {
	if d.Malformed != nil {
		return d.Malformed
	}
	if len(d.Files) > 0 && !b.c.may(PermissionAttachFiles) ||
		len(d.Embeds.Value) > 0 && !b.c.may(PermissionEmbedLinks) {
		return errNoPermission
	}
	if b.w.blocks(b.c, d) {
		return errBlocked
	}
	return nil
}

func (b BotIn) remember(nonce, message string) {
	if nonce == "" {
		return
	}
	c, now := b.c, b.w.now()
	maps.DeleteFunc(c.Nonces, func(_ string, use NonceUse) bool { return now.Sub(use.At) > nonceLife })
	if c.Nonces == nil {
		c.Nonces = map[string]NonceUse{}
	}
	c.Nonces[nonce] = NonceUse{message, now}
}

func (b BotIn) answer(p *Post, r Field[ReplyTo]) error {
	if !r.Given {
		return nil
	}
	if !b.c.may(PermissionReadHistory) {
		return errNoHistory
	}
	to := b.c.Find(r.Value.Message)
	if to == nil || to.Only != "" {
		if r.Value.Fail != nil && !*r.Value.Fail {
			return nil
		}
		return BadBody("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
	}
	b.replyTo(p, to)
	return nil
}

// Edit edits one of the bot's messages.
func (b BotIn) Edit(message string, d Draft) (Message, error) {
	p, err := b.post(message)
	if err != nil {
		return Message{}, err
	}
	if p.Message.Author.ID != b.w.Bot.ID {
		return Message{}, errNotTheAuthor
	}
	switch t := b.c.Thread; {
	case b.w.isTimedOut(b.c):
		return Message{}, errNoPermission
	case t != nil && t.Archived:
		return Message{}, errArchived
	}
	if err := b.countOld(p); err != nil {
		return Message{}, err
	}
	if err := b.allows(d); err != nil {
		return Message{}, err
	}
	if err := b.compose(p, d, 0); err != nil {
		return Message{}, err
	}
	p.Message.EditedTimestamp = b.w.stampNow()
	b.change(p, false)
	return b.read(p), nil
}

func (b BotIn) countOld(p *Post) error {
	now, edits, id := b.w.now(), b.w.OldEdits, b.c.ID
	made, err := IDTime(p.Message.ID)
	if err != nil || now.Sub(made) < time.Hour {
		return err
	}
	recent := slices.DeleteFunc(edits[id], func(t time.Time) bool { return now.Sub(t) > time.Hour })
	if len(recent) >= b.w.Rules.OldEdits {
		return errOldEdits
	}
	edits[id] = append(recent, now)
	return nil
}

// Delete deletes one of the bot's messages.
func (b BotIn) Delete(message string) error {
	p, err := b.post(message)
	if err != nil {
		return err
	}
	if p.Message.Author.ID != b.w.Bot.ID {
		return errNoPermission
	}
	b.drop(p)
	return nil
}

// React adds the bot's reaction to a message.
func (b BotIn) React(message, emoji string) error {
	p, err := b.post(message)
	if err != nil {
		return err
	}
	if !IsEmoji(emoji) {
		return errUnknownEmoji
	}
	named := func(r reactedBy) bool { return r.Emoji.Name == emoji }
	if len(p.Reactions) == 20 && !slices.ContainsFunc(p.Reactions, named) {
		return errReactions
	}
	b.react(p, b.w.Bot, Emoji{Name: emoji}, true)
	return nil
}
