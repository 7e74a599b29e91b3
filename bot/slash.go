package bot

import (
	"context"
	"errors"

	"settable/bot/discord"
	"settable/bot/message"
	tables "settable/bot/table"
	"settable/games"
	"settable/store"
)

// slash is the fourth door, and the way to everything that is no move.
func (b *Bot) slash(c discord.Slash) {
	s := fromInteraction(c.Interaction, slash, "", sight{})
	if c.Guild == "" {
		b.whisper(s, "Tables stand in the channels of a server: play there.")
		return
	}
	switch c.Name {
	case "play":
		b.play(s, c)
	case "help":
		b.help(s)
	case "rules":
		b.explain(s, c.Options["game"])
	case "leaderboard":
		b.leaderboard(s, c.Options)
	case "settings":
		b.settings(s, c)
	case "chips":
		b.chipsCommand(s, c)
	case "night":
		b.nightCommand(s, c)
	case "table":
		b.here(s, func(t *table) {
			t.Order(tables.Again{})
			b.asText(s, t)
		})
	case "hand":
		b.here(s, func(t *table) { b.showHand(t, s) })
	default:
		s.Words = message.Complete(c.Name, c.Options["words"])
		b.here(s, func(t *table) { b.give(t, s) })
	}
}

// here does something at the table of the channel. One that had stopped is
// opened again; one that can't go on is closed for who may close it.
func (b *Bot) here(s said, do func(*table)) {
	if t := b.lobby.at(s.Channel); t != nil {
		do(t)
		return
	}
	b.errand("looking for a table", func(ctx context.Context) error {
		t, err := b.revive(ctx, s.Channel)
		switch {
		case err == nil:
			do(t)
			return nil
		case errors.Is(err, store.ErrNoTable):
			b.whisper(s, "There is no table in this channel. "+invitation)
			return nil
		case errors.Is(err, errLeaving):
			b.whisper(s, errLeaving.Error())
			return nil
		case s.Words == "end":
			return b.clear(ctx, s)
		}
		b.whisper(s, errStuck.Error())
		return err
	})
}

// clear closes a table that can't go on, so that its channel is free again.
func (b *Bot) clear(ctx context.Context, s said) error {
	row, err := b.store.TableIn(ctx, s.Channel)
	if err == nil && row.Opener != s.Who.ID && !s.Who.Manages {
		b.whisper(s, "Who opened it, or a member with Manage Server, may close it.")
		return nil
	}
	if err == nil {
		err = b.refund(ctx, row, couldNotGoOn)
	}
	if err != nil {
		b.whisper(s, sorry(err))
		return err
	}
	b.whisper(s, "The table is closed. "+invitation)
	return nil
}

// mayHold says whether the bot may hold a table in the channel, and tells why not.
func (b *Bot) mayHold(s said, c discord.Slash) bool {
	missing := c.May.Missing(discord.NeededIn(c.Thread))
	if missing != 0 {
		b.whisper(s, "I can't hold a table in this channel: I need "+missing.String()+" here. Somebody with Manage Server can grant that.")
	}
	return missing == 0
}

// play opens a table; who opens it sits down first.
func (b *Bot) play(s said, c discord.Slash) {
	if !b.mayHold(s, c) {
		return
	}
	rules := b.ruleOf(c.Sub)
	if rules == nil {
		b.whisper(s, "There is no such game here: `/help` lists those there are.")
		return
	}
	options := games.Options{}
	for name, value := range c.Options {
		options[name] = value
	}
	b.errand("opening a table", func(ctx context.Context) error {
		row := store.Table{Guild: s.Guild, Channel: s.Channel, Game: c.Sub, Options: options, Opener: s.Who.ID, Opened: s.At}
		if err := b.open(ctx, row, s.Source, said{Door: ours, Channel: s.Channel, Guild: s.Guild, Who: s.Who, Words: "join", At: s.At}); err != nil {
			return b.openFailed(s, err)
		}
		b.whisper(s, "Your table is open and you sit at it. Others press Join or type `/join`; Start deals the cards. "+message.Usage(rules.Manual())+" `/rules` explains the game.")
		return nil
	})
}

// complete suggests what an option may be while it is typed.
func (b *Bot) complete(c discord.Complete) {
	var list []discord.Choice
	if t := b.lobby.at(channelID(c.Channel)); t != nil && c.Focused == "words" {
		list = message.Suggest(t.seen(playerID(c.User.ID)), c.Name, c.Options["words"])
	}
	b.delivery.Choices(c.Ticket, list)
}
