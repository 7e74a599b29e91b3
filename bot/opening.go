package bot

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"

	"settable/bot/discord"
	"settable/games"
	"settable/store"
)

// errLeaving is the answer to who comes when the bot is about to stop.
var errLeaving = games.Illegal{Phrase: games.Text("Settable is restarting: try again in a moment.")}

// open writes a new table and lets it play. What the house says for people is
// what it reads first.
func (b *Bot) open(ctx context.Context, row store.Table, source store.Source, first ...said) error {
	rules := b.ruleOf(row.Game)
	if rules == nil {
		return games.Illegal{Phrase: games.Text("There is no such game here: `/help` lists those there are.")}
	}
	if err := b.tonight(ctx, &row, rules.Manual()); err != nil {
		return err
	}
	row.Options = b.turnOf(row, rules.Manual())
	if _, err := rules.Open(row.Options); err != nil {
		return err
	}
	if b.lobby.at(row.Channel) != nil {
		return store.ErrBusyChannel
	}
	if err := b.affords(ctx, rules, row); err != nil {
		return err
	}
	row, err := b.store.OpenTable(ctx, row, source, store.Line{At: row.Opened, Seat: games.Dealer, Words: games.EditionOf(rules).String()})
	if errors.Is(err, store.ErrBusyChannel) {
		// One stands there that has stopped: it plays again, if it can.
		if _, again := b.revive(ctx, row.Channel); again != nil {
			return errStuck
		}
		return err
	}
	if err != nil {
		return err
	}
	t, _, err := b.table(ctx, row, rules)
	if err != nil {
		return err
	}
	for _, s := range first {
		t.Put(t.Session().Understand(s))
	}
	if !b.start(t) {
		return errLeaving // it stays open, and plays from the next start
	}
	return nil
}

// affords looks whether who opens a table can pay for sitting down at it, so
// that none is opened at which nobody sits. The error is a *store.Overdraft.
func (b *Bot) affords(ctx context.Context, rules games.Rules, row store.Table) error {
	game, err := rules.Open(row.Options)
	if err != nil {
		return err
	}
	step, err := game.Apply(games.Action{At: row.Opened, Seat: 1, Move: games.Join{}})
	if err != nil {
		return err
	}
	var needs games.Chips
	for _, x := range step.Transfers {
		if x.From == games.Balance(1) {
			needs += x.Amount
		}
	}
	if needs == 0 {
		return nil
	}
	if _, err := b.store.Welcome(ctx, row.Guild, row.Opener, store.StartGrant, row.Opened); err != nil {
		return err
	}
	has, err := b.store.Balance(ctx, row.Guild, row.Opener)
	if err == nil && has.Balance < needs {
		err = &store.Overdraft{Kind: store.PlayerAccount, Player: row.Opener, Has: has.Balance, Needs: needs}
	}
	return err
}

// turnOf are the options of a table with the server's time to think, where the
// game has turns and nobody chose another.
func (b *Bot) turnOf(row store.Table, m games.Manual) games.Options {
	set := b.settings.Of(row.Guild).Turn
	_, chosen := row.Options["turn"]
	if chosen || set == store.Unset.Turn || !slices.ContainsFunc(m.Options, func(o games.Option) bool { return o.Name == "turn" }) {
		return row.Options
	}
	options := maps.Clone(row.Options)
	if options == nil {
		options = games.Options{}
	}
	options["turn"] = strconv.Itoa(int(set.Seconds()))
	return options
}

// errStuck is a table that neither plays nor makes room.
var errStuck = games.Illegal{Phrase: games.Text("The table of this channel has stopped and can't go on. `/end` closes it; what was played is kept.")}

// settled is the newest message that was surely played or refused when this
// source became a line. Ids are in order within one kind alone, so a press
// settles no more than what was said in the milliseconds before its own.
func settled(s store.Source) int64 {
	if s == "" {
		return 0
	}
	id := string(s[1:])
	if s[0] == 'm' {
		return number(id)
	}
	return number(discord.IDAt(discord.At(id))) - 1
}
