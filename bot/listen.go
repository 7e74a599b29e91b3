package bot

import (
	"context"
	"errors"
	"slices"
	"time"

	"settable/bot/command"
	"settable/bot/delivery"
	"settable/bot/discord"
	tables "settable/bot/table"
	"settable/store"
)

const (
	// beatEvery is how often the bot notes that it lives: time after the last
	// note does not run the clock.
	beatEvery = time.Second
	// beatTime is how long one note may take.
	beatTime = 20 * time.Second
	// clockEvery is how often the clock is compared with Discord's, and the log hears how pictures were made.
	clockEvery = time.Hour
)

// listen takes events in the order of the gateway until ctx ends or the
// session is refused for good. It touches neither disk nor network itself.
func (b *Bot) listen(ctx context.Context) error {
	beat, clock := time.NewTicker(beatEvery), time.NewTicker(clockEvery)
	defer beat.Stop()
	defer clock.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-beat.C:
			if b.deaf.Load() {
				continue // time in which nobody could be heard does not count, even after a restart
			}
			b.beats.Go("giving a sign of life", func(context.Context) error { return b.store.Beat(b.now()) })
		case <-clock.C:
			b.tellPictures()
			b.errand("comparing clocks", func(ctx context.Context) error { b.setClock(ctx); return nil })
		case e, open := <-b.session.Events():
			if !open {
				return b.session.Err()
			}
			b.hear(e)
		}
	}
}

func (b *Bot) hear(e discord.Event) {
	defer delivery.Recover(b.log, "an event")
	switch e := e.(type) {
	case discord.Said:
		b.message(e)
	case discord.Passed:
		if t := b.lobby.at(channelID(e.Channel)); t != nil {
			t.post.Passed(e.ID)
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
		b.deaf.Store(true)
		b.lobby.tell(tables.Freeze{})
	case discord.Resumed:
		b.deaf.Store(false)
		b.lobby.tell(tables.Resume{})
	case discord.Gap:
		b.log.Warn("events may have been lost", "since", e.Since, "why", e.Why)
		for _, t := range b.lobby.all() {
			t.Order(tables.Freeze{}) // until what was missed is before the table
			b.catchUp(t, e.Since, 0)
		}
	case discord.GuildGone:
		if !e.Outage {
			b.lobby.tellIn(guildID(e.Guild), tables.Lost{})
		}
	case discord.ChannelGone:
		if t := b.lobby.at(channelID(e.Channel)); t != nil {
			t.Order(tables.Lost{})
		} else {
			b.channelGone(channelID(e.Channel))
		}
	case discord.MessageGone:
		if t := b.lobby.at(channelID(e.Channel)); t != nil {
			t.post.Deleted(e.IDs)
		}
	}
}

// come is the first event of a session: commands are put up if they changed,
// and tables on servers that the bot was removed from meanwhile are closed.
func (b *Bot) come(e discord.Ready) {
	b.readable.Store(e.ContentAllowed)
	b.deaf.Store(false)
	for _, t := range b.lobby.all() {
		if !slices.Contains(e.Guilds, discordGuild(t.row.Guild)) { // those out of order are listed, too
			t.Order(tables.Lost{})
		}
	}
	if e.Again {
		return
	}
	on := Status{Name: e.User.Name, App: e.App, Guilds: len(e.Guilds), ContentAllowed: e.ContentAllowed, Tables: len(b.lobby.all())}
	b.errand("putting up the slash commands", func(ctx context.Context) error {
		defer b.ready(on)
		changed, err := b.rest.PutCommands(ctx, b.commands.Shapes(command.Shelf{Games: b.games, Language: b.words.In("en")}))
		if err == nil && changed {
			b.log.Info("the slash commands were renewed")
		}
		return err
	})
}

// oldest is the age from which a message that was missed is let be: whoever
// typed it has long given up.
const oldest = 5 * time.Minute

// catchUp reads what was written in a table's channel while nobody listened.
// Nothing up to the message heard is looked at again: what was played then the
// store would know, but not what was refused. Then the clock runs again.
func (b *Bot) catchUp(t *table, since time.Time, heard int64) {
	if since.IsZero() {
		t.Order(tables.Resume{})
		return
	}
	if least := b.now().Add(-oldest); since.Before(least) {
		since = least
	}
	ok := b.errand("catching up", func(ctx context.Context) error {
		defer t.Order(tables.Resume{})
		missed, err := b.session.Missed(ctx, discordGuild(t.row.Guild), t.channel(), since)
		for _, m := range missed {
			if number(m.ID) <= heard {
				continue
			}
			s := t.Session().Understand(fromMessage(m))
			s.Who.Raw = "" // what REST calls people is not what they are called on this server
			t.post.Passed(m.ID)
			t.PutWhenRoom(ctx, s)
		}
		return err
	})
	if !ok {
		t.Order(tables.Resume{})
	}
}

// channelGone closes a table that had stopped in a channel that was deleted, or
// the night that was held there without one.
func (b *Bot) channelGone(c store.ChannelID) {
	b.errand("closing the table of a channel that is gone", func(ctx context.Context) error {
		t, err := b.revive(ctx, c)
		if errors.Is(err, store.ErrNoTable) {
			b.abandon(c)
			return nil
		}
		if err == nil {
			t.Order(tables.Lost{})
		}
		return err
	})
}
