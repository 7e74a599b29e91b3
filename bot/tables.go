package bot

import (
	"context"
	"errors"

	"settable/bot/discord"
	tables "settable/bot/table"
	"settable/games"
	"settable/store"
)

// allTables are the tables of the bot, as commands know them.
type allTables struct{ bot *Bot }

func (ts allTables) At(c store.ChannelID) (tables.Session, bool) {
	t := ts.bot.lobby.at(c)
	if t == nil {
		return tables.Session{}, false
	}
	return t.Session(), true
}

func (ts allTables) Find(ctx context.Context, c store.ChannelID) (tables.Session, error) {
	if s, ok := ts.At(c); ok {
		return s, nil
	}
	t, err := ts.bot.revive(ctx, c)
	var told games.Illegal
	switch {
	case errors.Is(err, store.ErrNoTable), errors.As(err, &told):
		return tables.Session{}, err
	case err != nil:
		ts.bot.log.Error("a table can't be opened again", "channel", c, "error", err)
		return tables.Session{}, errStuck
	}
	return t.Session(), nil
}

func (ts allTables) Read(ctx context.Context, row store.Table) (tables.Session, error) {
	t, _, err := ts.bot.table(ctx, row, ts.bot.ruleOf(row.Game))
	if err != nil {
		return tables.Session{}, err
	}
	return t.Session(), nil
}

func (ts allTables) Open(ctx context.Context, row store.Table, source store.Source, first ...said) error {
	return ts.bot.open(ctx, row, source, first...)
}

func (ts allTables) Close(ctx context.Context, c store.ChannelID) error {
	return ts.bot.closeTable(ctx, c)
}

func (ts allTables) ShowAnew(c store.ChannelID) {
	if t := ts.bot.lobby.at(c); t != nil {
		t.Order(tables.Again{})
	}
}

func (ts allTables) Redraw(g store.GuildID) { ts.bot.lobby.tellIn(g, tables.Redraw{}) }

// mention is how the bot is called where it can't read plain messages.
func (b *Bot) mention() string {
	if b.readable.Load() {
		return ""
	}
	return discord.Mention(b.session.Me().ID)
}
