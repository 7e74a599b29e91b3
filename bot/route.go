package bot

import (
	"settable/bot/discord"
	"settable/bot/message"
	tables "settable/bot/table"
	"settable/store"
)

type (
	said   = tables.Word
	person = tables.Person
	door   = tables.Door
	sight  = tables.Sight
)

const (
	typed   = tables.Typed
	mention = tables.Mention
	button  = tables.Button
	modal   = tables.Modal
	slash   = tables.Slash
	ours    = tables.House
)

// An origin is what is needed to answer a word.
type origin struct {
	message discord.MessageID // typed, mention: what to reply to
	ticket  discord.Ticket    // button, modal, slash: what to answer
}

func messageOf(s said) discord.MessageID { o, _ := s.Reply.(origin); return o.message }
func ticketOf(s said) discord.Ticket     { o, _ := s.Reply.(origin); return o.ticket }

func fromMessage(m discord.Said) said {
	d := typed
	if m.MentionsMe && !m.ReplyToMe {
		d = mention
	}
	return said{
		Door: d, Channel: channelID(m.Channel), Guild: guildID(m.Guild),
		Who:    person{ID: playerID(m.Author.ID), Name: discord.Escape(m.Author.Name), Raw: m.Author.Name},
		Words:  m.Content,
		Source: store.Source("m" + string(m.ID)), At: m.At, Reply: origin{message: m.ID}, ToUs: m.ReplyToMe || m.MentionsMe,
	}
}

func fromInteraction(i discord.Interaction, d door, words string, on sight) said {
	return said{
		Door: d, Channel: channelID(i.Channel), Guild: guildID(i.Guild),
		Who:    person{ID: playerID(i.User.ID), Name: discord.Escape(i.User.Name), Raw: i.User.Name, Manages: i.ManageGuild},
		Words:  words,
		Source: store.Source("i" + i.ID), At: i.At, Reply: origin{ticket: i.Ticket}, Sight: on,
	}
}

// sightOf is what the button of a custom id was drawn on.
func sightOf(id message.ID) sight { return sight{Table: store.TableID(id.Table), Line: id.Line} }
