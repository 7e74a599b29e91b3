package bot

import (
	"context"
	"errors"

	"settable/bot/command"
	"settable/bot/discord"
	"settable/bot/message"
	"settable/store"
)

// slash is the fourth door, and the way to everything that is no move.
func (b *Bot) slash(c discord.Slash) {
	s := fromInteraction(c.Interaction, slash, "", sight{})
	if c.Guild == "" {
		b.whisper(s, "Tables stand in the channels of a server: play there.")
		return
	}
	if cmd, ok := b.commands.Find(c.Name, c.Sub); ok && cmd.Run != nil {
		call := b.call(c.Interaction, s)
		call.Sub, call.Options, call.Names = c.Sub, c.Options, c.Names
		b.house.Do(cmd, call)
		return
	}
	s.Words = message.Complete(c.Name, c.Options["words"])
	b.here(s, func(t *table) { b.give(t, s) })
}

// call is what a command knows of who called it, and where.
func (b *Bot) call(i discord.Interaction, s said) command.Call {
	return command.Call{
		House: b.house, Language: b.words.In(i.Locale), Ticket: i.Ticket, Guild: s.Guild, Channel: s.Channel,
		Who: s.Who, At: s.At, Source: s.Source, May: i.May, Thread: i.Thread,
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

// complete suggests what an option may be while it is typed.
func (b *Bot) complete(c discord.Complete) {
	var list []discord.Choice
	if t := b.lobby.at(channelID(c.Channel)); t != nil && c.Focused == "words" {
		list = message.Suggest(t.seen(playerID(c.User.ID)), c.Name, c.Options["words"])
	}
	b.delivery.Choices(c.Ticket, list)
}
