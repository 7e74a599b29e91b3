package command

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"settable/bot/agenda"
	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/message"
	"settable/bot/settings"
	"settable/bot/table"
	"settable/games"
	"settable/render/words"
	"settable/store"
	"settable/store/ids"
)

// An Invocation is a single use of a command, by its name or by a button.
type Invocation struct {
	Deps            *Deps
	Language        *words.Language // the caller's language
	Ticket          discord.Ticket
	Guild           ids.Guild
	Channel         ids.Channel
	Who             table.Person
	At              time.Time
	Source          store.Source
	Sub             string
	Options         map[string]string
	Names           map[ids.User]string // the names of users whom the options mention
	BotPermissions  discord.Permissions // what the bot may do in this channel
	UserPermissions discord.Permissions // what the caller may do in this channel
	Thread          bool
	ShownPicture    string     // the description of the picture in the pressed message
	Button          message.ID // the pressed button
	Word            table.Word // the press or message itself, if a table is to answer it
}

// user returns the user named by an option, or 0 if there is none.
func (c Invocation) user(option string) ids.User {
	user, err := ids.Parse[ids.User](c.Options[option])
	if err != nil {
		return 0
	}
	return user
}

// Say renders a sentence in the caller's language.
func (c Invocation) Say(key string, args ...any) string {
	return c.Language.Plain(games.Say(key, args...))
}

// answerPrivately answers with a sentence that only the caller sees.
func (c Invocation) answerPrivately(key string, args ...any) (Answer, error) {
	return text(c.Say(key, args...)), nil
}

// inServerLanguage switches to the server's language, which public answers use.
func (c Invocation) inServerLanguage() Invocation {
	c.Language = c.Deps.Lobby.Languages.Of(c.Guild)
	return c
}

// NewButton returns a button with a signed custom id.
func (c Invocation) NewButton(label string, style discord.Style, id message.ID) discord.Button {
	return discord.Button{Label: label, Style: style,
		CustomID: c.Deps.Lobby.Seal.Write(c.Guild, id)}
}

func (c Invocation) chips(n games.Chips) string { return c.Say("command.count.chips", "N", n) }

// page returns the requested page number; the first page is 1.
func (c Invocation) page() int {
	n, err := strconv.Atoi(c.Options["page"])
	if err != nil || n < 1 {
		return 1
	}
	return n
}

// houseWord returns a Word that the house gives to a table on behalf of a person. A new table handles such Words
// first.
func (c Invocation) houseWord(who table.Person, words string) table.Word {
	return table.Word{Door: table.House, Channel: c.Channel, Guild: c.Guild, Who: who, Words: words, At: c.At}
}

// session returns the channel's table. If the caller pressed a button of another table, the error is a games.Illegal.
// If the table has stopped or is asleep, session reopens it.
func (c Invocation) session(ctx context.Context) (table.Session, error) {
	s, stands := c.Deps.Lobby.At(c.Channel)
	drawn := store.TableID(c.Button.Table)
	if stands && (drawn == 0 || s.Row.ID == drawn) {
		return s, nil
	}
	if drawn != 0 {
		row, err := c.Deps.Store.TableIn(ctx, c.Channel)
		if err != nil && !errors.Is(err, store.ErrNoTable) {
			return table.Session{}, err
		}
		if err != nil || row.ID != drawn {
			return table.Session{}, games.Refuse("lobby.table_closed")
		}
	}
	s, err := c.Deps.Lobby.Find(ctx, c.Channel)
	if errors.Is(err, store.ErrNoTable) {
		err = games.Refuse("lobby.no_table")
	}
	return s, err
}

// Discord is the part of rest.Client that commands need.
type Discord interface {
	Post(ctx context.Context, channel ids.Channel, m discord.Message) (ids.Message, error)
}

// A Sender sends answers. See delivery.Sender for the methods.
type Sender interface {
	Answer(ctx context.Context, t discord.Ticket, m discord.Message, private bool) error
	Update(ctx context.Context, t discord.Ticket, m discord.Message) error
	Acknowledge(ctx context.Context, t discord.Ticket, late string) error
	DeferNow(ctx context.Context, t discord.Ticket)
	Private(t discord.Ticket, text string)
	StillWriting(t discord.Ticket, text string)
	StopAwaiting(t discord.Ticket)
	DeleteAnswer(t discord.Ticket)

	Go(what string, f func(context.Context) error) (going bool)
	SendContext() (context.Context, context.CancelFunc)
	AnswerContext() (context.Context, context.CancelFunc)
}

// Deps are the dependencies of commands.
type Deps struct {
	Store    Store
	Lobby    *lobby.Lobby
	Agenda   *agenda.Agenda
	Games    []games.Kind
	Settings *settings.Cache
	Discord  Discord
	Send     Sender
	Log      *slog.Logger
	Now      func() time.Time // the time by Discord's clock
	lately   discord.Lately[showing]
	faults   discord.FaultLog
	// filming ensures that only one film is drawn at a time, because drawing slows down the games.
	filming sync.Mutex
}

func (d *Deps) game(name string) (games.Kind, bool) {
	return games.Find(d.Games, name)
}
