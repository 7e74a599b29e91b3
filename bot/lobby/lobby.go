// Package lobby holds the tables of a bot. It opens, finds, revives and closes tables, shows them in Discord and sends
// their answers.
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
	"settable/games"
	"settable/render/words"
	"settable/store"
	"settable/store/ids"
)

// Parts are the dependencies of a lobby. All fields must be set.
type Parts struct {
	Store    Store
	Games    []games.Kind
	Words    *words.Catalogues
	Settings *settings.Cache
	Discord  *rest.Client
	Send     *delivery.Sender
	Tasks    *delivery.Tasks
	Log      *slog.Logger
	Meter    *meter.Meter
	Now      func() time.Time    // the time by Discord's clock
	Chance   func() games.Chance // makes the random source for the dealer of one table
	Posting  context.Context     // cancelled when all sending to Discord must stop
}

// A Lobby holds the tables of a bot.
type Lobby struct {
	Parts
	Tables    *Tables
	Names     *PlayerNames
	Languages Languages
	Replies   Replies
	cleaner   cleaner
	Absences  *Absences
	openings  openings
	Seal      message.Seal    // set before the first table is opened
	leaving   context.Context // cancelled when the lobby leaves
	leave     context.CancelFunc
	running   sync.WaitGroup
	faults    discord.FaultLog // limits the posters' warnings
	Offers    *Offers
	Locales   Locales
	Picks     Picks
	// ScheduleNightEnds adds a task that ends the nights whose last table has closed.
	ScheduleNightEnds func()
}

// New returns a lobby without tables.
func New(parts Parts) *Lobby {
	tables := newTables()
	languages := Languages{parts.Words, parts.Settings}
	leaving, leave := context.WithCancel(context.Background())
	cleans := cleaner{parts.Discord, parts.Tasks, parts.Store, parts.Log}
	l := &Lobby{
		Parts: parts, Tables: tables, Languages: languages,
		Replies: Replies{languages, parts.Send, tables}, leaving: leaving, leave: leave,
		cleaner:           cleans,
		Names:             &PlayerNames{store: parts.Store, send: parts.Send, languages: languages},
		Offers:            &Offers{send: parts.Send, cleaner: cleans},
		ScheduleNightEnds: func() {},
		Picks:             Picks{began: parts.Now()},
	}
	l.Absences = newAbsences(l)
	return l
}

// At returns the session of the table that is running in a channel; ok is false if there is none.
func (l *Lobby) At(c ids.Channel) (table.Session, bool) {
	t := l.Tables.In(c)
	if t == nil {
		return table.Session{}, false
	}
	return t.Game.Session(), true
}

// Find works like At, but first reopens a table that has stopped or is asleep. The error is store.ErrNoTable, a
// games.Illegal that can be shown to the player, or one that table.IsInterruption recognises. Find logs all other
// errors and returns a games.Illegal instead.
func (l *Lobby) Find(ctx context.Context, c ids.Channel) (table.Session, error) {
	return l.find(ctx, c, l.Revive)
}

// find implements Find. It reopens tables with the given function, which is Revive or revive.
func (l *Lobby) find(ctx context.Context, c ids.Channel,
	revive func(context.Context, ids.Channel, ...table.Word) (*Table, error)) (table.Session, error) {
	if s, ok := l.At(c); ok {
		return s, nil
	}
	t, err := revive(ctx, c)
	var told games.Illegal
	switch {
	case errors.Is(err, store.ErrNoTable), errors.As(err, &told), table.IsInterruption(err):
		return table.Session{}, err
	case err != nil:
		return table.Session{}, l.CannotReopen(c, err)
	}
	return t.Game.Session(), nil
}

// Read replays the journal of a table that isn't running.
func (l *Lobby) Read(ctx context.Context, row store.Table) (table.Session, error) {
	t, err := l.table(ctx, row, l.rulesOf(row.Game))
	if err != nil {
		return table.Session{}, err
	}
	return t.Game.Session(), nil
}

// ShowAnew shows the channel's table in a new message. If no table is running there, ShowAnew does nothing.
func (l *Lobby) ShowAnew(c ids.Channel) {
	if t := l.Tables.In(c); t != nil {
		t.Game.Order(table.ShowAgain{})
	}
}

// Redraw draws all tables of a server again.
func (l *Lobby) Redraw(g ids.Guild) { l.Tables.OrderIn(g, table.Redraw{}) }

// ForgetPlayer drops everything that the lobby remembers about a player's presses, including the tokens of their
// private messages.
func (l *Lobby) ForgetPlayer(who ids.User) {
	l.Picks.Forget(who)
	for _, t := range l.Tables.All() {
		t.hands.drop(who)
		t.news.drop(who)
	}
}

// Leave stops all tables and makes the lobby refuse new ones. See Wait.
func (l *Lobby) Leave() {
	l.Tables.refuse()
	l.leave()
	for _, t := range l.Tables.All() {
		t.Game.Close()
	}
}

// Leaving reports whether Leave was called.
func (l *Lobby) Leaving() bool { return l.leaving.Err() != nil }

// Wait waits until all tables and all posters have stopped.
func (l *Lobby) Wait() { l.running.Wait() }

// rulesOf returns the rules of the game with the given name, or nil if the bot doesn't have that game.
func (l *Lobby) rulesOf(name string) games.Rules {
	if kind, is := games.Find(l.Games, name); is {
		return kind
	}
	return nil
}
