package bot

import (
	"strconv"
	"strings"
	"time"

	"settable/bot/discord"
	"settable/store"
)

// A door is a way in which a move comes to the table. Behind all of them it is
// the same line.
type door int

const (
	typed   door = iota // the whole message is a move, or it is talk
	mention             // @Settable set a b c: meant for us, so it is answered
	button
	modal
	slash
	ours // the house speaks for somebody: nobody waits for an answer
)

// A person is who said something.
type person struct {
	id      store.PlayerID
	name    string // to print, escaped
	raw     string // as Discord has it
	manages bool   // may manage the server
}

// said is what somebody said to a table: where, who, which words.
type said struct {
	door    door
	channel store.ChannelID
	guild   store.GuildID
	who     person
	words   string
	source  store.Source
	at      time.Time
	message discord.MessageID // typed, mention: what to reply to
	ticket  discord.Ticket    // button, modal, slash: what to answer
	sight   sight             // button, modal: what it was drawn on
	toUs    bool              // typed: as a reply to the table, so it is hardly talk
	own     bool              // button, modal: pressed where the player's own hand is shown
}

// private says whether only the one who spoke reads the answer.
func (s said) private() bool { return s.door >= button && s.door <= slash }

// sight is what a button was drawn on: table and number of the last line. Both
// are input from a stranger.
type sight struct {
	table store.TableID
	line  int
}

func fromMessage(m discord.Said) said {
	d := typed
	if m.MentionsMe && !m.ReplyToMe {
		d = mention
	}
	return said{
		door: d, channel: channelID(m.Channel), guild: guildID(m.Guild),
		who:    person{id: playerID(m.Author.ID), name: discord.Escape(m.Author.Name), raw: m.Author.Name},
		words:  m.Content,
		source: store.Source("m" + string(m.ID)), at: m.At, message: m.ID, toUs: m.ReplyToMe || m.MentionsMe,
	}
}

func fromInteraction(i discord.Interaction, d door, words string, s sight) said {
	return said{
		door: d, channel: channelID(i.Channel), guild: guildID(i.Guild),
		who:    person{id: playerID(i.User.ID), name: discord.Escape(i.User.Name), raw: i.User.Name, manages: i.ManageGuild},
		words:  words,
		source: store.Source("i" + i.ID), at: i.At, ticket: i.Ticket, sight: s,
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
	return c.kind + ":" + decimal(int64(c.sight.table)) + ":" + strconv.Itoa(c.sight.line) + ":" + c.words
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
	id = customID{parts[0], sight{store.TableID(table), line}, parts[3]}
	if err1 != nil || err2 != nil || table < 0 || line < 0 || id.String() != strings.Join(parts, ":") {
		return customID{}, "", false
	}
	return id, code, true
}
