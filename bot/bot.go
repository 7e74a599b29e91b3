// Package bot is Settable on Discord: events come in on one side, tables are
// played on the other. See ARCHITECTURE.md for the trip of a move.
package bot

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"settable/bot/discord"
	"settable/games"
	"settable/store"
)

const (
	// mostErrands is how many answers, look-ups and the like may be under way.
	mostErrands = 256
	// errandTime is how long one of them may take.
	errandTime = 20 * time.Second
	// farewell is how long tables may take to finish when the bot stops.
	farewell = 15 * time.Second
	// beatEvery is how often the bot notes that it lives: time after the last
	// note does not run the clock.
	beatEvery = 5 * time.Second
)

// Config is what a bot is made of.
type Config struct {
	Discord discord.Config
	Store   *store.Store
	Rules   []games.Rules
	Log     *slog.Logger
	Chance  func() games.Chance // the dealer's luck of one table; nil: games.NewChance
	Ready   func(Status)        // told when the bot has come on; nil: nobody
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
	store   *store.Store
	rules   []games.Rules
	log     *slog.Logger
	luck    func() games.Chance
	ready   func(Status)
	session *discord.Session
	rest    *discord.REST
	lobby   *lobby
	choices *choices

	readable atomic.Bool    // typed moves are readable
	tables   sync.WaitGroup // tables and posters
	errands  errgroup.Group
	posting  context.Context // ends when posters must give up
}

// Run is the bot from its first breath to its last: it connects, goes on with
// the open tables, and plays until ctx ends. Then it takes nothing more in,
// finishes what is written, tells the tables and leaves. The error is the
// operator's; a *discord.Refused among them says which switch to turn.
func Run(ctx context.Context, c Config) error {
	session, err := discord.Dial(ctx, c.Discord)
	if err != nil {
		return fmt.Errorf("connecting to Discord: %w", err)
	}
	posting, quit := context.WithCancel(context.Background())
	defer quit()
	b := &Bot{
		store: c.Store, rules: c.Rules, log: c.Log, luck: c.Chance, ready: c.Ready,
		session: session, rest: session.REST(), lobby: newLobby(), choices: newChoices(c.Store, c.Log), posting: posting,
	}
	if b.luck == nil {
		b.luck = func() games.Chance { return games.NewChance() }
	}
	if b.ready == nil {
		b.ready = func(Status) {}
	}
	b.errands.SetLimit(mostErrands)
	if err := b.reopen(ctx); err != nil {
		session.Close(ctx)
		return err
	}
	err = b.listen(ctx)
	b.leave(quit)
	return err
}

// leave is the order of going: nothing new, then what is written is told, then
// the tables say goodbye, then the line goes dead.
func (b *Bot) leave(quit func()) {
	b.session.StopIntake()
	if err := b.store.Beat(time.Now()); err != nil {
		b.log.Warn("giving a last sign of life", "error", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	for _, t := range b.lobby.all() {
		t.mail.put(part{})
		t.mail.close()
	}
	done := make(chan struct{})
	go func() {
		b.tables.Wait()
		b.errands.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		b.log.Warn("some tables could not be told in time")
		quit()
		<-done
	}
	b.session.Close(ctx)
}

// listen takes events in the order of the gateway until ctx ends or the
// session is refused for good. It touches neither disk nor network itself.
func (b *Bot) listen(ctx context.Context) error {
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case now := <-beat.C:
			b.errand("giving a sign of life", func(context.Context) error { return b.store.Beat(now) })
		case e, open := <-b.session.Events():
			if !open {
				return b.session.Err()
			}
			b.hear(e)
		}
	}
}

func (b *Bot) hear(e discord.Event) {
	defer b.caught(b.log, "an event")
	switch e := e.(type) {
	case discord.Said:
		b.message(e)
	case discord.Passed:
		if t := b.lobby.at(channelID(e.Channel)); t != nil && number(e.ID) != t.post.newest.Load() {
			t.passed.Add(1)
		}
	case discord.Press:
		b.press(e)
	case discord.Submit:
		b.submit(e)
	case discord.Slash:
		b.slash(e)
	case discord.Complete:
		b.complete(e)
	case discord.Ready:
		b.come(e)
	case discord.Away:
		b.lobby.tell(freeze{})
	case discord.Resumed:
		b.lobby.tell(resume{})
	case discord.Gap:
		b.catchUp(e)
	case discord.GuildGone:
		if !e.Outage {
			b.lobby.tellIn(guildID(e.Guild), gone{})
		}
	case discord.ChannelGone:
		if t := b.lobby.at(channelID(e.Channel)); t != nil {
			t.mail.put(gone{})
		}
	case discord.MessageGone:
		if t := b.lobby.at(channelID(e.Channel)); t != nil {
			t.post.lost(e.IDs)
		}
	}
}

// come is the first event of a session: commands are put up if they changed.
func (b *Bot) come(e discord.Ready) {
	b.readable.Store(e.ContentAllowed)
	if e.Again {
		return
	}
	b.ready(Status{Name: e.User.Name, App: e.App, Guilds: len(e.Guilds), ContentAllowed: e.ContentAllowed, Tables: len(b.lobby.all())})
	b.errand("putting up the slash commands", func(ctx context.Context) error {
		changed, err := b.rest.PutCommands(ctx, commands(b.rules))
		if err == nil && changed {
			b.log.Info("the slash commands were renewed")
		}
		return err
	})
}

// catchUp reads what was written in the channels of open tables while events
// were lost. What was heard before is not played twice: the store knows it.
func (b *Bot) catchUp(e discord.Gap) {
	b.log.Warn("events may have been lost", "since", e.Since, "why", e.Why)
	b.lobby.tell(resume{})
	if e.Since.IsZero() {
		return
	}
	for _, t := range b.lobby.all() {
		b.errand("catching up", func(ctx context.Context) error {
			missed, err := b.session.Missed(ctx, discord.GuildID(decimal(int64(t.row.Guild))), t.post.channel, e.Since)
			for _, m := range missed {
				t.mail.put(fromMessage(m))
			}
			return err
		})
	}
}

// errand does something that may take a while, like an answer over the
// network, beside the flow of events.
func (b *Bot) errand(what string, f func(context.Context) error) {
	ok := b.errands.TryGo(func() error {
		defer b.caught(b.log, what)
		ctx, cancel := context.WithTimeout(b.posting, errandTime)
		defer cancel()
		if err := f(ctx); err != nil && ctx.Err() == nil {
			b.log.Warn("failed: "+what, "error", err)
		}
		return nil
	})
	if !ok {
		b.log.Warn("too much is going on: left undone", "what", what)
	}
}

// caught keeps a panic from ending the program. Use with defer.
func (b *Bot) caught(log *slog.Logger, what string) {
	if broken := recover(); broken != nil {
		log.Error("a bug in "+what, "panic", broken, "stack", string(debug.Stack()))
	}
}

// ruleOf is the kind of game with that name, or nil.
func (b *Bot) ruleOf(name string) games.Rules {
	for _, r := range b.rules {
		if r.Name() == name {
			return r
		}
	}
	return nil
}
