package lobby

import (
	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/table"
	"settable/store"
	"settable/store/ids"
)

// An origin holds everything that is needed to answer a Word. It is stored in the Word's Reply field.
type origin struct {
	message      ids.Message    // typed, mention: the message to reply to
	ticket       discord.Ticket // button, modal, slash: the interaction to answer
	locale       string         // button, modal, slash: the author's locale
	pressed      ids.Message    // button, modal: the message with the button
	shownPicture string         // the description of that message's picture
}

func messageOf(w table.Word) ids.Message   { o, _ := w.Reply.(origin); return o.message }
func ticketOf(w table.Word) discord.Ticket { o, _ := w.Reply.(origin); return o.ticket }
func localeOf(w table.Word) string         { o, _ := w.Reply.(origin); return o.locale }
func shownPictureOf(w table.Word) string   { o, _ := w.Reply.(origin); return o.shownPicture }

func pressedMessageOf(w table.Word) ids.Message { o, _ := w.Reply.(origin); return o.pressed }

// FromMessage converts a typed message to a Word.
func FromMessage(m discord.TypedMessage) table.Word {
	d := table.Typed
	if m.MentionsMe {
		d = table.Mention
	}
	return table.Word{
		Message: m.ID, Door: d, Channel: m.Channel, Guild: m.Guild,
		Who:    table.Person{ID: m.Author.ID, Name: discord.Name(m.Author.Name), Raw: m.Author.Name},
		Words:  m.Content,
		Source: store.Source("m" + m.ID.String()), At: m.At, ReceivedAt: m.ReceivedAt, Reply: origin{message: m.ID},
		IsReply: m.ReplyToMe || m.MentionsMe,
	}
}

// FromInteraction converts a press, a form or a command to a Word.
func FromInteraction(i discord.Interaction, d table.Door, words string, on table.Sight) table.Word {
	return table.Word{
		Door: d, Channel: i.Channel, Guild: i.Guild,
		Who: table.Person{
			ID: i.User.ID, Name: discord.Name(i.User.Name), Raw: i.User.Name, Manages: i.ManageGuild,
		},
		Words:  words,
		Source: store.Source("i" + i.ID), At: i.At, ReceivedAt: i.ReceivedAt,
		Reply: origin{ticket: i.Ticket, locale: i.Locale, pressed: i.On, shownPicture: i.Shows}, Sight: on,
	}
}

// SightOf returns the table and the line that were shown when the button with this custom id was drawn.
func SightOf(id message.ID) table.Sight {
	return table.Sight{Table: store.TableID(id.Table), Line: id.Line}
}
