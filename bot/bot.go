// Package bot is the Discord bot: it receives events from Discord and passes them on to the tables. ARCHITECTURE.md
// describes the path of a move through the program.
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
	"settable/store/ids"
)

// Config configures a bot. Discord, Store, Games and Log must be set.
type Config struct {
	Discord  gateway.Config
	Store    store.Store
	Games    []games.Kind
	Commands []command.Command // in addition to the bot's own
	Log      *slog.Logger
	Chance   func() games.Chance // makes the random source for the dealer of one table; nil: games.NewChance
	// PerSecond is how many requests a second the bot sends to Discord in total; 0: 45. Discord allows 50 requests a
	// second.
	PerSecond int
	// DeferAfter is how long an interaction waits for its answer before the bot defers it; 0: 1.5 s. Tests that run
	// in real time set it higher, because a busy machine can be slow.
	DeferAfter time.Duration
	Ready      func(Status) // called once when the bot is ready to play; nil: not called
	// ShutdownTimeout is how long tables may take to finish when the bot stops; 0: 4 s. Cancelling hanging requests
	// and closing the gateway take up to 4 s more. The total is below the 10 s after which service managers usually
	// kill a program.
	ShutdownTimeout time.Duration
	// PurgeAfter is how long a server's data is kept after the bot was removed from the server; 0: forever.
	PurgeAfter time.Duration
	Meter      *meter.Meter      // counts what the bot does; nil: the counts are dropped
	Health     *Health           // reports the bot's state to monitoring; nil: there is no monitoring
	machine    func() reading    // reads the clocks; nil: this machine's
	Words      *words.Catalogues // all texts; nil: they are loaded for this Config
	shapes     []discord.Command // the commands in Discord's form; nil: they are made from Commands and Words

	// The fields below are for several bots that share one database. Each bot plays on the servers of one shard.
	Pace  *rest.Pace              // the rate limit that the bots share; nil: this bot uses all of PerSecond
	Shard store.Shard             // the servers that this bot plays on; zero: all servers
	Lost  <-chan struct{}         // closed when another bot takes over the shard, so that this one ends silently; nil: never
	May   func(answer bool) error // called before each request to Discord; nil: all requests are allowed
	// Changes reports which cached rows other processes have changed in the database; nil: it reports nothing.
	Changes <-chan store.Change
}

// Status describes the state of the bot once it is connected and ready to play.
type Status struct {
	Name   string // the name of the bot's user
	App    string // the application's id
	Tables int    // open tables that are running
}

// Bot is a bot that is connected to Discord.
type Bot struct {
	Config
	doors              doors
	session            session
	rest               *rest.Client
	lobby              *lobby.Lobby
	agenda             *agenda.Agenda
	privacy            *privacy.Service
	servers            *privacy.Servers
	recentInteractions discord.Recent[string] // recognises interactions that Discord delivers twice

	offline atomic.Bool // the gateway is down
	clock   timekeeper
	gauges  gauges
	outages map[ids.Guild]time.Time // the servers affected by a Discord outage, with the start of each outage
	beats   *delivery.Jobs          // writes heartbeats
	tasks   *delivery.Tasks         // tasks that are retried until they are done
	pause   func()                  // prevents new tasks from starting
	missed  time.Time               // when the bot last noticed that it may have missed messages
	posting context.Context         // ends when all sending to Discord must stop
	quit    func()                  // ends posting
}

// Run connects to Discord, resumes the open tables, and plays until ctx ends. Then it stops accepting events,
// finishes all pending writes, announces the stop at each table, disconnects and returns nil. Its errors are worded
// for the host. An error that wraps a *gateway.Refused says what the host has to change.
//
// If c.Lost is closed, the bot ends as if it had been killed: it announces nothing at the tables, and the store
// refuses its pending writes. Run then returns store.ErrLost.
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
		return nil // the bot was stopped during its start
	}
	return err
}

func run(ctx context.Context, c Config) error {
	var b atomic.Pointer[Bot]
	c.Discord.WantsAll = func(c ids.Channel) bool { // keep all messages until the bot is built
		built := b.Load()
		return built == nil || built.lobby.MayBeForTable(c)
	}
	c.Health = cmp.Or(c.Health, &Health{})
	c.Discord.Status = c.Health.setStatus
	if c.Words == nil {
		c.Words = LoadCatalogues(c)
	}
	c.Discord.OnInteraction = func(e discord.Event) (forget func()) {
		if built := b.Load(); built != nil {
			return built.await(e)
		}
		return func() {}
	}
	c.Discord.Calls = func(said string) bool { return callsForAGame(said, c.Words.Languages()...) }
	c.Discord.Busy = func(locale string, stopping bool) string {
		if stopping {
			return c.Words.In(locale).Key("lobby.leaving")
		}
		return c.Words.In(locale).Key("lobby.crowded")
	}
	c.Discord.Unreadable = func(locale string) string { return c.Words.In(locale).Key("lobby.unreadable") }
	session, err := dial(ctx, c)
	if ctx.Err() != nil && session == nil {
		return nil // the bot was stopped while it was waiting for Discord
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
		c.Words = LoadCatalogues(c)
	}
	c.ShutdownTimeout = cmp.Or(c.ShutdownTimeout, 4*time.Second)
	if c.Ready == nil {
		c.Ready = func(Status) {}
	}
	c.Meter = cmp.Or(c.Meter, meter.New())
	if c.machine == nil {
		c.machine = readMachine()
	}
	b := &Bot{Config: c, session: session, rest: session.REST(), outages: map[ids.Guild]time.Time{}}
	clock := newClock(c.machine)
	b.posting, b.quit = context.WithCancel(context.Background())
	send := delivery.NewSender(b.posting, b.rest, c.Log, store.ErrTrouble)
	send.DeferAfter = c.DeferAfter
	one := delivery.Limits{Jobs: 1, Time: beatTime}
	b.beats = delivery.NewJobs(b.posting, c.Log, one, store.ErrTrouble)
	standing, pause := context.WithCancel(b.posting)
	b.tasks, b.pause = delivery.NewTasks(standing, c.Log, max(1, cmp.Or(c.PerSecond, 45)*2/3)), pause
	b.lobby = lobby.New(lobby.Parts{
		Store: c.Store, Games: c.Games, Words: c.Words, Settings: settings.NewCache(c.Store, c.Log),
		Discord: b.rest, Send: send, Tasks: b.tasks, Log: c.Log, Meter: c.Meter, Now: clock.now, Chance: c.Chance,
		Posting: b.posting,
	})
	b.rest.FilterNames(b.lobby.WithoutNames)
	b.clock = timekeeper{
		clock: clock, discord: b.rest, tell: b.lobby.Tables.OrderAll, log: c.Log, recheck: make(chan struct{}, 1),
	}
	b.agenda = &agenda.Agenda{
		Store: c.Store, Lobby: b.lobby, Games: c.Games, Discord: b.rest, Tasks: b.tasks, Log: c.Log, Now: clock.now,
	}
	b.privacy = &privacy.Service{
		Store: c.Store, Lobby: b.lobby, Agenda: b.agenda, Tasks: b.tasks, Log: c.Log, Now: clock.now,
	}
	b.servers = b.privacy.NewServers(c.PurgeAfter)
	deps := &command.Deps{
		Store: c.Store, Lobby: b.lobby, Agenda: b.agenda, Games: c.Games, Settings: b.lobby.Settings, Discord: b.rest,
		Send: send, Log: c.Log, Now: clock.now,
	}
	b.lobby.ScheduleNightEnds = func() {
		b.tasks.Add(delivery.Task{Kind: "night_end", Rank: delivery.RankSeen, Do: deps.EndNights})
	}
	b.doors = doors{lobby: b.lobby, commands: commands(c, b.privacy), deps: deps, send: send}
	b.gauges.bot = b
	b.gauges.begin()
	return b
}

func commands(c Config, p *privacy.Service) command.Register {
	return command.All(slices.Concat(p.Commands(), daily.Commands(c.Store), c.Commands)...)
}

// Catalogues returns the phrase catalogues of all the bot's packages and of the given additional commands.
func Catalogues(further ...command.Command) []fs.FS {
	return append([]fs.FS{
		words.Source{FS: table.Words, Dir: "bot/table"}, words.Source{FS: lobby.Words, Dir: "bot/lobby"},
		words.Source{FS: message.Words, Dir: "bot/message"}, words.Source{FS: agenda.Words, Dir: "bot/agenda"},
	}, commands(Config{Commands: further}, &privacy.Service{}).Words()...)
}

// LoadCatalogues reads all texts of a bot with this Config. Several bots can share them. LoadCatalogues panics if a
// catalogue can't be read, which can't happen in a release, because the catalogues are embedded and a test reads each
// of them.
func LoadCatalogues(c Config) *words.Catalogues {
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
	keep, stop := context.WithCancel(context.Background()) // the clock runs until the last table has ended
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

// begin resumes everything that the bot's last run left unfinished. If it returns an error, some tables may already
// be running.
func begin(ctx context.Context, b *Bot) (err error) {
	if b.lobby.Seal, err = b.Store.Key(ctx); err != nil {
		return err
	}
	b.clock.syncWithDiscord(ctx)
	if err := b.lobby.Reopen(ctx, b.catchUp); err != nil {
		return err
	}
	b.lobby.Tables.MarkReopened()
	b.lobby.ScheduleNightEnds()
	b.tasks.Add(delivery.Task{Kind: "forget_me_search", Rank: delivery.RankHeard,
		Do: b.privacy.StartPending})
	b.tasks.Add(delivery.Task{Kind: "daily_deal_resume", Rank: delivery.RankHeard,
		Do: lobby.Dailies{Lobby: b.lobby}.Resume})
	b.endDailies()
	return nil
}
