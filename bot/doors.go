package bot

import (
	"context"
	"strings"

	"settable/bot/discord"
	"settable/bot/message"
)

// message is the first and the second door: typed words, a mention, a reply.
func (b *Bot) message(m discord.Said) {
	t := b.lobby.at(channelID(m.Channel))
	if t == nil {
		if m.MentionsMe && !m.ReplyToMe && b.hints.may(channelID(m.Channel), m.At) {
			b.reply(fromMessage(m), "There is no table in this channel. "+invitation)
		}
		return
	}
	t.post.Passed(m.ID)
	s := t.Session().Understand(fromMessage(m))
	if s.Move == nil && s.Door == typed {
		return // talk takes no room in the inbox
	}
	if !t.Put(s) && !t.closed() {
		b.react(s, "⏳")
		t.log.Warn("the inbox is full: a move was not looked at")
	}
}

const invitation = "`/play` opens one, `/help` says how it all works."

// press is the third door.
func (b *Bot) press(p discord.Press) {
	id, refusal := b.seal.Read(p.Guild, p.CustomID)
	if refusal != "" {
		b.whisper(fromInteraction(p.Interaction, button, "", sight{}), refusal)
		return
	}
	s := fromInteraction(p.Interaction, button, id.Words, sightOf(id))
	if cmd, ok := b.commands.Button(id.Kind); ok {
		call := b.call(p.Interaction, s)
		call.Button = id
		b.house.Do(cmd, call)
		return
	}
	s.Own = p.Private && (id.Kind == message.OwnMove || id.Kind == message.OwnForm || id.Kind == message.OwnPick)
	if id.Kind == message.OwnPick { // like a form: what is chosen says itself which cards are meant
		s.Door, s.Words = modal, message.Complete(id.Words, strings.Join(p.Values, " "))
	}
	b.atTable(s, func(t *table) { b.pressed(t, s, id.Kind) })
}

// pressed is a press on a button of a table that stands.
func (b *Bot) pressed(t *table, s said, kind string) {
	switch kind {
	case message.MoveButton, message.OwnMove, message.OwnPick:
		b.give(t, s)
	case message.FormButton, message.OwnForm:
		b.form(t, s)
	default:
		b.whisper(s, message.Forged)
	}
}

// atTable does something at the table a button was drawn on, if it stands in
// the channel where it was pressed; one that had stopped is opened again. Who
// forged or kept an old button is told so.
func (b *Bot) atTable(s said, do func(*table)) {
	if t := b.lobby.at(s.Channel); t != nil && t.row.ID == s.Sight.Table {
		do(t)
		return
	}
	b.errand("looking for a table", func(ctx context.Context) error {
		row, err := b.store.TableIn(ctx, s.Channel)
		if err != nil || row.ID != s.Sight.Table {
			b.whisper(s, "That table is closed. "+invitation)
			return nil
		}
		b.here(s, do)
		return nil
	})
}

// give hands what was said to the table.
func (b *Bot) give(t *table, s said) {
	switch {
	case t.Put(t.Session().Understand(s)):
	case t.closed():
		b.whisper(s, "That table is closed. "+invitation)
	default:
		b.whisper(s, "The table is too busy just now: nothing was played. Please try again.")
	}
}

// form opens the modal in which a move's words are completed.
func (b *Bot) form(t *table, s said) {
	kind := message.FormButton
	if s.Own {
		kind = message.OwnForm
	}
	id := message.ID{Kind: kind, Table: int64(s.Sight.Table), Line: s.Sight.Line, Words: s.Words}
	m, ok := message.Form(t.seen(s.Who.ID), t.manual, b.lang(), id, b.seal.For(discordGuild(s.Guild)))
	if !ok {
		b.whisper(s, "That can't be done just now. Look at the newest picture.")
		return
	}
	b.delivery.Form(ticketOf(s), m)
}

// submit is a modal sent off: the verb it was opened for and the words typed.
func (b *Bot) submit(m discord.Submit) {
	id, refusal := b.seal.Read(m.Guild, m.CustomID)
	if refusal == "" && id.Kind != message.FormButton && id.Kind != message.OwnForm {
		refusal = message.Forged
	}
	if refusal != "" {
		b.whisper(fromInteraction(m.Interaction, modal, "", sight{}), refusal)
		return
	}
	s := fromInteraction(m.Interaction, modal, message.Complete(id.Words, m.Fields["words"]), sightOf(id))
	if s.Words == id.Words {
		b.whisper(s, "That form was empty: nothing was played.")
		return
	}
	s.Own = m.Private && id.Kind == message.OwnForm
	b.atTable(s, func(t *table) { b.give(t, s) })
}
