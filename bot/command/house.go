package command

import (
	"context"
	"log/slog"
	"time"

	"settable/bot/delivery"
	"settable/bot/message"
	"settable/bot/settings"
	"settable/bot/table"
	"settable/games"
	"settable/render/words"
	"settable/store"
)

// A House is the parts that commands work with.
type House struct {
	Store    store.Store
	Games    []games.Kind
	Words    *words.Book
	Settings *settings.Cache
	Seal     message.Seal
	Send     *delivery.Sender
	Tables   Tables
	Log      *slog.Logger
	Now      func() time.Time
	Me       func() string // how the bot is mentioned; empty where it reads plain messages
	Met      func(store.GuildID, table.Person)
}

// Tables are the tables of all channels, as commands ask of them.
type Tables interface {
	// At is the table that plays in a channel.
	At(store.ChannelID) (table.Session, bool)
	// Find is At, after one that had stopped is opened again.
	Find(context.Context, store.ChannelID) (table.Session, error)
	// Read is a table that does not play, from its journal.
	Read(context.Context, store.Table) (table.Session, error)
	// Open opens a table at which these words are said first.
	Open(ctx context.Context, row store.Table, source store.Source, first ...table.Word) error
	// Close ends the table of a channel for the house, if there is one.
	Close(context.Context, store.ChannelID) error
	// ShowAnew shows the table of a channel in a new message.
	ShowAnew(store.ChannelID)
	// Redraw draws the tables of a server again.
	Redraw(store.GuildID)
}

// game is the kind of game of that name.
func (h *House) game(name string) (games.Kind, bool) {
	for _, k := range h.Games {
		if k.Name() == name {
			return k, true
		}
	}
	return games.Kind{}, false
}
