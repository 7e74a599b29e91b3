package command

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"settable/bot/agenda"
	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/render/words"
	"settable/store"
)

// A Call is one use of a command, by its name or by its button.
type Call struct {
	*Deps
	Language *words.Language // the caller's
	Ticket   discord.Ticket
	Guild    store.GuildID
	Channel  store.ChannelID
	Who      table.Person
	At       time.Time
	Source   store.Source
	Sub      string
	Options  map[string]string
	Names    map[discord.UserID]string // the names of users among the options
	May      discord.Permissions       // what the bot may do in this channel
	UserMay  discord.Permissions       // what the caller may do there
	Thread   bool
	Shows    string     // the description of the picture in the pressed message
	Button   message.ID // the pressed button
}

// Say is a sentence in the caller's language.
func (c Call) Say(key string, args ...any) string {
	return c.Language.Plain(games.Say(key, args...))
}

// tell answers with a sentence that only the caller sees.
func (c Call) tell(key string, args ...any) (Answer, error) { return text(c.Say(key, args...)), nil }

// aloud is the call with the server's language, for answers that everybody reads.
func (c Call) aloud() Call {
	c.Language = c.Tables.Language(c.Guild)
	return c
}

// NewButton makes a button whose custom id nobody can forge.
func (c Call) NewButton(label string, style discord.Style, id message.ID) discord.Button {
	return discord.Button{Label: label, Style: style,
		CustomID: c.Tables.Seal.Write(c.Guild, id)}
}

func (c Call) chips(n games.Chips) string { return c.Say("command.count.chips", "N", n) }

// page is the number of the page that is asked for, from 1.
func (c Call) page() int {
	n, err := strconv.Atoi(c.Options["page"])
	if err != nil || n < 1 {
		return 1
	}
	return n
}

// word is a word that the house says for somebody. A new table reads such words first.
func (c Call) word(who table.Person, words string) table.Word {
	return table.Word{Door: table.House, Channel: c.Channel, Guild: c.Guild, Who: who, Words: words, At: c.At}
}

// here is the channel's table, or, for a button, the table that it was drawn on. One
// that had stopped or sleeps is opened again.
func (c Call) here(ctx context.Context) (table.Session, error) {
	s, stands := c.Tables.At(c.Channel)
	drawn := store.TableID(c.Button.Table)
	if stands && (drawn == 0 || s.Row.ID == drawn) {
		return s, nil
	}
	if drawn != 0 {
		row, err := c.Store.TableIn(ctx, c.Channel)
		if err != nil || row.ID != drawn {
			return table.Session{}, games.Refuse("lobby.table_closed")
		}
	}
	s, err := c.Tables.Find(ctx, c.Channel)
	if errors.Is(err, store.ErrNoTable) {
		err = games.Refuse("lobby.no_table")
	}
	return s, err
}

// Deps are the parts that commands work with.
type Deps struct {
	lobby.Parts
	Tables *lobby.Lobby
	Agenda *agenda.Agenda
	lately discord.Lately[showing]
	// Films are drawn one at a time, because drawing takes the processor from those who play.
	filming sync.Mutex
}

func (d *Deps) game(name string) (games.Kind, bool) {
	return games.Find(d.Games, name)
}
