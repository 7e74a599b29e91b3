// Package lobby holds the tables: which one plays in which channel, how one is
// opened, found again, revived after a start and closed, and what it shows and
// answers in its channel.
package lobby

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/bot/message"
	"settable/bot/meter"
	"settable/bot/settings"
	"settable/bot/table"
	"settable/bot/worker"
	"settable/games"
	"settable/render/words"
	"settable/store"
)

// Parts are what a lobby is put together from.
type Parts struct {
	Store    store.Store
	Games    []games.Kind
	Words    *words.Catalogues
	Settings *settings.Cache
	Discord  *rest.Client
	Send     *delivery.Sender
	Tasks    *delivery.Tasks
	Log      *slog.Logger
	Meter    *meter.Meter
	Now      func() time.Time    // by Discord's clock
	Chance   func() games.Chance // the dealer's luck of one table
	Shortest time.Duration       // the time to think below which nobody is reminded of it; 0: 18 s
	Posting  context.Context     // ends when posters must give up
}

// A Lobby holds the tables of a bot.
type Lobby struct {
	Parts
	*channels
	*people
	replier
	Seal    message.Seal    // known before the first table is
	leaving context.Context // is over when it leaves
	leave   context.CancelFunc
	running sync.WaitGroup
	faults  discord.Seldom // of its posters
	Offers  *Offers
	Locales Locales
	Picks   Picks
	workers *worker.Pool // of its tables and their posters
}

// New makes a lobby without tables.
func New(parts Parts) *Lobby {
	if parts.Shortest == 0 {
		parts.Shortest = shortest
	}
	speaks := replier{parts.Words, parts.Settings, parts.Send}
	leaving, leave := context.WithCancel(context.Background())
	return &Lobby{
		Parts: parts, channels: newChannels(), replier: speaks, leaving: leaving, leave: leave,
		people: &people{store: parts.Store, send: parts.Send, speaks: speaks}, workers: worker.NewPool(leaving),
		Offers: &Offers{send: parts.Send, rest: parts.Discord},
	}
}

// At is the table that plays in a channel, as it stands.
func (l *Lobby) At(c store.ChannelID) (table.Session, bool) {
	t := l.In(c)
	if t == nil {
		return table.Session{}, false
	}
	return t.Session(), true
}

// Find is At, after one that had stopped is opened again. The error is
// store.ErrNoTable, an Illegal, or the operator's.
func (l *Lobby) Find(ctx context.Context, c store.ChannelID) (table.Session, error) {
	if s, ok := l.At(c); ok {
		return s, nil
	}
	t, err := l.Revive(ctx, c)
	var told games.Illegal
	switch {
	case errors.Is(err, store.ErrNoTable), errors.As(err, &told):
		return table.Session{}, err
	case err != nil:
		l.Log.Error("a table can't be opened again", "channel", c, "error", err)
		return table.Session{}, ErrStuck
	}
	return t.Session(), nil
}

// Read is a table that does not play, from its journal.
func (l *Lobby) Read(ctx context.Context, row store.Table) (table.Session, error) {
	t, err := l.table(ctx, row, l.rulesOf(row.Game))
	if err != nil {
		return table.Session{}, err
	}
	return t.Session(), nil
}

// ShowAnew shows the table of a channel in a new message.
func (l *Lobby) ShowAnew(c store.ChannelID) {
	if t := l.In(c); t != nil {
		t.Order(table.Again{})
	}
}

// Redraw draws the tables of a server again.
func (l *Lobby) Redraw(g store.GuildID) { l.TellIn(g, table.Redraw{}) }

// Leave lets no more tables in, and those that play come to an end.
func (l *Lobby) Leave() {
	l.shut()
	l.leave()
	for _, t := range l.All() {
		t.Table.Close()
	}
}

// Wait returns when no table plays and no poster posts any more.
func (l *Lobby) Wait() { l.running.Wait() }

// rulesOf is the kind of game with that name, or nil.
func (l *Lobby) rulesOf(name string) games.Rules {
	if kind, is := games.Find(l.Games, name); is {
		return kind
	}
	return nil
}
