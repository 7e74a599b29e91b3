// Package bot is Settable on Discord: events come in on one side, tables are
// played on the other. See ARCHITECTURE.md for the trip of a move.
package bot

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"settable/bot/command"
	"settable/bot/delivery"
	"settable/bot/discord/gateway"
	"settable/bot/discord/rest"
	"settable/bot/message"
	"settable/bot/poster"
	"settable/bot/settings"
	tables "settable/bot/table"
	"settable/games"
	"settable/render/words"
	"settable/store"
)

// Config is what a bot is made of.
type Config struct {
	Discord  gateway.Config
	Store    store.Store
	Games    []games.Kind
	Commands []command.Command // besides those of the house
	Log      *slog.Logger
	Chance   func() games.Chance // the dealer's luck of one table; nil: games.NewChance
	// PerSecond is how many requests go out in a second over all; 0: 45, at most the 50 that Discord allows.
	PerSecond int
	Ready     func(Status) // told when the bot has come on; nil: nobody
	// Farewell is how long tables may take to finish when the bot stops; 0: 15 s.
	Farewell time.Duration
	// Shortest is the time to think below which nobody is reminded of it; 0: 18 s.
	Shortest time.Duration
}

// Status is how the bot came on.
type Status struct {
	Name           string // of the bot's user
	App            string // the application's id
	Guilds         int
	ContentAllowed bool // typed moves are readable
	Tables         int  // open tables that go on
}

// Bot is one bot on one Discord.
type Bot struct {
	store    store.Store
	games    []games.Kind
	words    *words.Book
	log      *slog.Logger
	luck     func() games.Chance
	ready    func(Status)
	farewell time.Duration
	shortest time.Duration
	session  session
	rest     *rest.Client
	lobby    *lobby
	settings *settings.Cache
	commands command.Register
	house    *command.House
	hints    hints
	noted    noted
	seal     message.Seal

	readable atomic.Bool  // typed moves are readable
	deaf     atomic.Bool  // the line to Discord is dead for now
	skew     atomic.Int64 // how far this machine's clock is ahead of Discord's, in nanoseconds
	tables   sync.WaitGroup
	delivery *delivery.Sender
	beats    *delivery.Jobs  // signs of life
	posting  context.Context // ends when posters must give up
	quit     func()          // ends it
}

// Run is the bot from its first breath to its last: it connects, goes on with
// the open tables, and plays until ctx ends. Then it takes nothing more in,
// finishes what is written, tells the tables and leaves. The error is the
// operator's; a *gateway.Refused among them says which switch to turn.
func Run(ctx context.Context, c Config) error {
	tables := newLobby()
	c.Discord.Hears = tables.hears
	session, err := dial(ctx, c)
	if err != nil {
		return err
	}
	b := build(c, session)
	b.lobby = tables
	return b.run(ctx)
}

func build(c Config, session session) *Bot {
	b := &Bot{
		words: sayings(c),
		store: c.Store, games: c.Games, log: c.Log, luck: c.Chance, ready: c.Ready, farewell: c.Farewell, shortest: c.Shortest,
		session: session, rest: session.REST(), lobby: newLobby(), settings: settings.NewCache(c.Store, c.Log),
	}
	if b.luck == nil {
		b.luck = func() games.Chance { return games.NewChance() }
	}
	if b.farewell == 0 {
		b.farewell = 15 * time.Second
	}
	if b.shortest == 0 {
		b.shortest = shortest
	}
	if b.ready == nil {
		b.ready = func(Status) {}
	}
	b.posting, b.quit = context.WithCancel(context.Background())
	b.delivery = delivery.NewSender(b.posting, b.rest, b.log, b.now, store.ErrTrouble)
	b.beats = delivery.NewJobs(b.posting, b.log, b.now, delivery.Limits{Jobs: 1, Time: beatTime}, store.ErrTrouble)
	b.commands = command.All(c.Commands...)
	b.house = &command.House{
		Store: b.store, Games: b.games, Words: b.words, Settings: b.settings, Send: b.delivery, Tables: allTables{b},
		Log: b.log, Now: b.now, Me: b.mention, Met: b.met,
	}
	return b
}

// sayings are the catalogues of all that is said. They are embedded, and tests read
// each of them, so one that can't be read is a fault of the program.
func sayings(c Config) *words.Book {
	book, err := words.New(c.Log, c.Games, tables.Words, command.Words, poster.Words)
	if err != nil {
		panic(err)
	}
	return book
}

// lang is the language of a table, and of private answers.
func (b *Bot) lang() *words.Language { return b.words.In("en") }

func (b *Bot) run(ctx context.Context) error {
	defer b.quit()
	key, err := b.store.Key(ctx)
	if err != nil {
		b.session.Close(ctx)
		return err
	}
	b.seal, b.house.Seal = key, key
	b.setClock(ctx)
	if err := b.reopen(ctx); err != nil {
		b.session.Close(ctx)
		return err
	}
	b.lobby.begin()
	err = b.listen(ctx)
	b.leave()
	return err
}

// noticeable is the least difference between two clocks that is corrected:
// what Discord tells of its own is cut off to the second.
const noticeable = 1500 * time.Millisecond

// setClock asks how far this machine's clock is from Discord's, by whose ids
// moves are timed: a call must not be too late because a clock is fast.
func (b *Bot) setClock(ctx context.Context) {
	skew, err := b.rest.Skew(ctx)
	if err != nil {
		b.log.Warn("comparing the clock with Discord's", "error", err)
		return
	}
	if skew.Abs() < noticeable {
		skew = 0
	} else {
		b.log.Warn("this machine's clock differs from Discord's: the tables go by Discord's", "ahead", skew)
	}
	b.skew.Store(int64(skew))
}

// now is the time by Discord's clock.
func (b *Bot) now() time.Time { return time.Now().Add(-time.Duration(b.skew.Load())) }

// ruleOf is the kind of game with that name, or nil.
func (b *Bot) ruleOf(name string) games.Rules {
	for _, g := range b.games {
		if g.Name() == name {
			return g
		}
	}
	return nil
}
