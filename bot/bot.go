// Package bot is Settable on Discord: events come in on one side, tables are
// played on the other. See ARCHITECTURE.md for the trip of a move.
package bot

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"settable/bot/agenda"
	"settable/bot/command"
	"settable/bot/daily"
	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/discord/gateway"
	"settable/bot/discord/rest"
	"settable/bot/lobby"
	"settable/bot/message"
	"settable/bot/meter"
	"settable/bot/privacy"
	"settable/bot/settings"
	"settable/bot/table"
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
	// Farewell is how long tables may take to finish when the bot stops; 0: 4 s. Four more
	// are for what Discord leaves hanging then: where programs are stopped, ten are usual
	// before they are killed.
	Farewell time.Duration
	// Shortest is the time to think below which nobody is reminded of it; 0: 18 s.
	Shortest time.Duration
	// PurgeAfter is how long what is kept of a server stays that has sent the bot away; 0: for good.
	PurgeAfter time.Duration
	Meter      *meter.Meter      // what the bot is measured by; nil: one that nobody reads
	Health     *Health           // says how the bot is; nil: nobody asks
	machine    func() reading    // its clocks; nil: of this machine
	Words      *words.Catalogues // all that is said; nil: Sayings, of what stands above
	shapes     []discord.Command // the commands as Discord shows them; nil: worked out of both

	// Where several bots play on one database, each for the servers of a shard:
	Pace  *rest.Pace              // what they share of Discord's limits; nil: PerSecond is all this one's
	Shard store.Shard             // whose they are; zero: all there are
	Lost  <-chan struct{}         // closed: another plays them, and this bot ends without a word; nil: never
	May   func(answer bool) error // asked before anything is sent to Discord; nil: it may
	// Changes are what others have changed of what this one remembers; nil: nobody tells.
	Changes <-chan store.Change
}

// Status is how the bot came on.
type Status struct {
	Name           string // of the bot's user
	App            string // the application's id
	Guilds         int
	ContentAllowed bool   // typed moves are readable
	Tables         int    // open tables that go on
	Standing       string // what is still to be done; "": nothing
}

// Bot is one bot on one Discord.
type Bot struct {
	Config
	doors   doors
	session session
	rest    *rest.Client
	lobby   *lobby.Lobby
	agenda  *agenda.Agenda
	servers *privacy.Servers
	asked   discord.Recent[string] // interactions that came: a second delivery is the first one's affair

	offline atomic.Bool // the line to Discord is dead for now
	clock   timekeeper
	gauges  gauges
	beats   *delivery.Jobs  // signs of life
	tasks   *delivery.Tasks // what stands until it is done
	pause   func()          // lets no more of them begin
	missed  time.Time       // when channels were last asked for that are to be read again
	posting context.Context // ends when posters must give up
	quit    func()          // ends it
}

// Run runs the bot: it connects, goes on with the open tables, and plays until ctx ends. Then it takes
// nothing more in, finishes what is being written, says at the tables that it goes, and disconnects. The
// error is worded for the operator; a *gateway.Refused in it says what they have to change.
//
// Once Lost is closed it ends as if it were killed: nothing is said, and what it would still write its store
// refuses. The error is store.ErrLost then.
func Run(ctx context.Context, c Config) error {
	ctx, lose := context.WithCancelCause(ctx)
	defer lose(nil)
	if c.Lost != nil {
		c.Log = slog.New(lostFilter{c.Log.Handler()})
		c.Discord.Log = slog.New(lostFilter{c.Discord.Log.Handler()})
	}
	go func() {
		select {
		case <-c.Lost:
			lose(store.ErrLost)
		case <-ctx.Done():
		}
	}()
	err := run(ctx, c)
	switch {
	case errors.Is(context.Cause(ctx), store.ErrLost):
		return store.ErrLost
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		return nil // stopped while it came on
	}
	return err
}

func run(ctx context.Context, c Config) error {
	var b atomic.Pointer[Bot]
	c.Discord.Hears = func(channel int64) bool { // until there is a bot, everything is kept for it
		built := b.Load()
		return built == nil || built.lobby.Hears(channel)
	}
	if c.Health == nil {
		c.Health = &Health{}
	}
	c.Discord.Status = c.Health.note
	if c.Words == nil {
		c.Words = Sayings(c)
	}
	c.Discord.Calls = func(said string) bool { return callsForAGame(said, c.Words.Languages()...) }
	c.Discord.Busy = func(locale string) string { return c.Words.In(locale).Key("lobby.crowded") }
	c.Discord.Unreadable = func(locale string) string { return c.Words.In(locale).Key("lobby.unreadable") }
	session, err := dial(ctx, c)
	if ctx.Err() != nil && session == nil {
		return nil // stopped while it waited
	}
	if err != nil {
		return err
	}
	built := build(c, session)
	c.Health.measure(&built.gauges)
	c.Health.bot.Store(built)
	b.Store(built)
	return built.run(ctx)
}

func build(c Config, session session) *Bot {
	if c.Chance == nil {
		c.Chance = func() games.Chance { return games.NewChance() }
	}
	if c.Words == nil {
		c.Words = Sayings(c)
	}
	c.Farewell = cmp.Or(c.Farewell, 4*time.Second)
	if c.Ready == nil {
		c.Ready = func(Status) {}
	}
	if c.Meter == nil {
		c.Meter = meter.New()
	}
	if c.machine == nil {
		c.machine = readMachine()
	}
	b := &Bot{Config: c, session: session, rest: session.REST()}
	clock := newClock(c.machine)
	b.posting, b.quit = context.WithCancel(context.Background())
	send := delivery.NewSender(b.posting, b.rest, c.Log, store.ErrTrouble)
	one := delivery.Limits{Jobs: 1, Time: beatTime}
	b.beats = delivery.NewJobs(b.posting, c.Log, one, store.ErrTrouble)
	standing, pause := context.WithCancel(b.posting)
	b.tasks, b.pause = delivery.NewTasks(standing, c.Log, max(1, cmp.Or(c.PerSecond, 45)*2/3)), pause
	b.lobby = lobby.New(lobby.Parts{
		Store: c.Store, Games: c.Games, Words: c.Words, Settings: settings.NewCache(c.Store, c.Log),
		Discord: b.rest, Send: send, Tasks: b.tasks, Log: c.Log, Meter: c.Meter, Now: clock.now, Chance: c.Chance,
		Shortest: c.Shortest, Posting: b.posting,
	})
	b.clock = timekeeper{
		clock: clock, discord: b.rest, tell: b.lobby.Tell, log: c.Log, recheck: make(chan struct{}, 1),
	}
	b.agenda = agenda.New(b.lobby)
	b.servers = privacy.NewServers(b.lobby, c.PurgeAfter)
	deps := &command.Deps{Parts: b.lobby.Parts, Tables: b.lobby, Agenda: b.agenda}
	b.doors = doors{lobby: b.lobby, commands: commands(c), deps: deps, send: send}
	b.gauges.bot = b
	b.gauges.begin()
	return b
}

// commands are those of the house, those of the packages above it, and further ones.
func commands(c Config) command.Register {
	return command.All(slices.Concat(privacy.Commands(), daily.Commands(), c.Commands)...)
}

// Catalogues are those of all packages of the bot, and of further commands.
func Catalogues(further ...command.Command) []fs.FS {
	return append([]fs.FS{
		words.Place{FS: table.Words, Dir: "bot/table"}, words.Place{FS: lobby.Words, Dir: "bot/lobby"},
		words.Place{FS: message.Words, Dir: "bot/message"}, words.Place{FS: agenda.Words, Dir: "bot/agenda"},
	}, commands(Config{Commands: further}).Words()...)
}

// Sayings are the catalogues of all that bots like this one say, which they can share. They are embedded, and
// tests read each of them, so one that can't be read is a fault of the program.
func Sayings(c Config) *words.Catalogues {
	catalogues, err := words.New(c.Log, c.Games, Catalogues(c.Commands...)...)
	if err != nil {
		panic(err)
	}
	return catalogues
}

func (b *Bot) run(ctx context.Context) error {
	defer b.quit()
	defer b.gauges.stop()
	b.clock.tick(b.clock.read())
	keep, stop := context.WithCancel(context.Background()) // until the last table has left
	defer stop()
	go b.clock.keep(keep)
	if err := begin(ctx, b); err != nil {
		b.abandon()
		return err
	}
	err := b.listen(ctx)
	if errors.Is(context.Cause(ctx), store.ErrLost) {
		b.abandon()
	} else {
		b.leave()
	}
	return err
}

// begin goes on with what was left. Where that fails, some tables may play already.
func begin(ctx context.Context, b *Bot) (err error) {
	if b.lobby.Seal, err = b.Store.Key(ctx); err != nil {
		return err
	}
	b.clock.learn(ctx)
	if err := b.lobby.Reopen(ctx, b.catchUp); err != nil {
		return err
	}
	b.lobby.Begin()
	b.tasks.Stand(delivery.Task{What: "people to be forgotten, to be looked for", Rank: delivery.Heard,
		Do: func(ctx context.Context) error { return privacy.Look(ctx, b.lobby, b.agenda) }})
	b.tasks.Stand(delivery.Task{What: "daily deals to be told of the time away", Rank: delivery.Heard,
		Do: lobby.Dailies{Tables: b.lobby}.Resume})
	b.endDailies()
	return nil
}
