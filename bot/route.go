package bot

import (
	"strconv"
	"strings"

	"settable/bot/discord"
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

// A custom id says what a button is for, in at most 100 characters:
// kind:table:line:words, sealed. It names no user: who pressed is known from Discord alone.
type customID struct {
	kind  string
	sight sight
	words string
}

// The kinds of buttons.
const (
	moveButton  = "move" // words are the move
	formButton  = "form" // words are the verb that a modal completes
	handButton  = "hand" // one's own hand, for the presser alone
	ownMove     = "own"  // moveButton and formButton, where one's own hand is shown
	ownForm     = "ownform"
	ownPick     = "ownpick" // a move's words are chosen from what its owner sees
	againButton = "again"   // play again with the same people and options
	textButton  = "text"    // the table as text, for the presser alone
	helpButton  = "help"
	whyButton   = "why"   // how the pots of the last hand were shared
	boardButton = "board" // words are the page of a leaderboard
)

func (c customID) String() string {
	return c.kind + ":" + decimal(int64(c.sight.Table)) + ":" + strconv.Itoa(c.sight.Line) + ":" + c.words
}

// parseCustomID reads what a custom id says, whoever wrote it; see seal.
func parseCustomID(text string) (customID, bool) {
	id, _, ok := splitCustomID(text)
	return id, ok
}

// splitCustomID reads what a stranger sends, and the code with which it is
// sealed: anything that we would not have written ourselves is refused.
func splitCustomID(text string) (id customID, code string, ok bool) {
	parts := strings.SplitN(text, ":", 4)
	if len(parts) != 4 {
		return customID{}, "", false
	}
	parts[2], code, _ = strings.Cut(parts[2], ".")
	table, err1 := strconv.ParseInt(parts[1], 10, 64)
	line, err2 := strconv.Atoi(parts[2])
	id = customID{parts[0], sight{Table: store.TableID(table), Line: line}, parts[3]}
	if err1 != nil || err2 != nil || table < 0 || line < 0 || id.String() != strings.Join(parts, ":") {
		return customID{}, "", false
	}
	return id, code, true
}
