package bot

import (
	"context"
	"errors"
	"time"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/discord/gateway"
	"settable/bot/lobby"
	"settable/bot/table"
	"settable/store"
	"settable/store/ids"
)

const (
	// beatEvery is how often the bot records a heartbeat. After a start, the time since the last heartbeat doesn't
	// count for turn clocks.
	beatEvery = time.Second
	// beatTime is the timeout for recording a heartbeat.
	beatTime = 20 * time.Second
	// cleanupEvery is how often the bot cleans up: it closes tables that have slept for a day, ends daily deals of
	// past days, and purges the data of servers that it was removed from.
	cleanupEvery = 10 * time.Minute
	// handsEvery is how often the bot looks for open hands whose messages it can soon no longer edit.
	handsEvery = 10 * time.Second
	// clockEvery is how often the bot compares its clock with Discord's and logs statistics about pictures.
	clockEvery = time.Hour
)

// listen handles events in the order that the gateway sends them. It returns nil when ctx ends, and the session's error
// if Discord refuses the session for good. It never waits for the disk or the network.
func (b *Bot) listen(ctx context.Context) error {
	beat, clock, cleanup := time.NewTicker(beatEvery), time.NewTicker(clockEvery), time.NewTicker(cleanupEvery)
	hands := time.NewTicker(handsEvery)
	defer hands.Stop()
	defer beat.Stop()
	defer cleanup.Stop()
	defer clock.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-beat.C:
			if !b.offline.Load() && b.agenda.Due() {
				b.agenda.DoDue()
			}
			if b.offline.Load() || b.isCatchingUp() {
				continue // time in which the bot could not receive moves must not count, even after a restart
			}
			b.beats.Go("sending a heartbeat", func(context.Context) error { return b.Store.Beat(b.clock.now()) })
		case <-cleanup.C:
			b.tasks.Add(delivery.Task{
				Kind: "table_sleep_search", Rank: delivery.RankSeen, Do: b.lobby.CloseSleeping,
			})
			b.tasks.Add(delivery.Task{
				Kind: "table_stuck_search", Rank: delivery.RankSeen, Do: b.lobby.CloseStuck,
			})
			b.endDailies()
			b.servers.Purge()
		case <-hands.C:
			b.lobby.EndOldHands()
		case <-clock.C:
			b.logPictures()
			b.clock.compare()
		case c := <-b.Changes:
			b.doors.send.Go("applying another process's change", func(ctx context.Context) error {
				dropCached(b.lobby, c)
				if c.Guild != 0 {
					return nil
				}
				// A user may just have asked to be forgotten, or another process may have forgotten a user.
				return errors.Join(b.privacy.StartPending(ctx),
					b.privacy.RenameForgotten(ctx, c.Player))
			})
		case v := <-b.lobby.Absences.Verdicts:
			b.handleVerdict(v)
		case e, open := <-b.session.Events():
			if !open {
				return b.session.Err()
			}
			b.hear(e)
		}
	}
}

// dropCached drops cached settings that another process has changed. If the Change is zero, it drops the settings of
// all servers.
func dropCached(l *lobby.Lobby, c store.Change) {
	if c.Player != 0 && c.Guild == 0 {
		return
	}
	before := l.Settings.Of(c.Guild)
	l.Settings.Forget(c.Guild)
	if c.Guild != 0 && l.Settings.Of(c.Guild) != before {
		l.Redraw(c.Guild)
	}
}

// await ensures that an interaction is answered or deferred in time. It is called as soon as the interaction arrives,
// even if earlier events haven't been handled yet. Calling forget ends the wait.
func (b *Bot) await(e discord.Event) (forget func()) {
	switch e := e.(type) {
	case discord.Press:
		return b.doors.send.Await(e.Interaction, e.Private)
	case discord.Submit:
		return b.doors.send.Await(e.Interaction, e.Private)
	case discord.Slash:
		return b.doors.send.Await(e.Interaction, false)
	}
	return func() {}
}

func (b *Bot) hear(e discord.Event) {
	defer delivery.Recover(b.Log, "handle an event")
	if i := discord.InteractionOf(e); i.ID != "" {
		if !b.recentInteractions.Add(i.ID) {
			return
		}
		b.await(e)
		b.lobby.Settings.SetLocale(i.Guild, i.Spoken)
		b.lobby.Locales.Remember(i)
	}
	b.clock.compareWith(discord.InteractionOf(e).At)
	switch e := e.(type) {
	case discord.TypedMessage:
		b.clock.compareWith(e.At)
		b.endOutage(e.Guild) // the event that ended the outage may have been lost
		b.markReachable(lobby.Place{Guild: e.Guild})
		b.markReachable(lobby.Place{Channel: e.Channel})
		w := lobby.FromMessage(e)
		if !b.lobby.HoldWhileOpening(w.Channel, func() { b.doors.message(w) }) {
			b.doors.message(w)
		}
	case discord.DirectMessage:
		b.doors.direct(e)
	case discord.OtherMessage:
		b.markReachable(lobby.Place{Channel: e.Channel})
		if t := b.lobby.Tables.In(e.Channel); t != nil {
			t.Backlog.MessageArrived(e.ID)
			t.Post.CountMessage(e.ID)
		}
	case discord.Press:
		b.doors.press(e)
	case discord.Submit:
		b.doors.submit(e)
	case discord.Slash:
		b.doors.slash(e)
	case discord.Complete:
		b.doors.complete(e)
	case discord.Ready:
		b.start(e)
	case discord.Disconnected:
		b.offline.Store(true)
		b.lobby.Tables.OrderAll(table.Freeze{})
	case discord.Resumed:
		b.offline.Store(false)
		b.lobby.Tables.OrderAll(table.Resume{})
	case discord.Gap:
		log := b.Log.With("reason", e.Why)
		if !e.Since.IsZero() { // the bot had received something before
			log = log.With("since", e.Since)
		}
		log.Warn("events may have been lost, catching up")
		for _, t := range b.lobby.Tables.All() {
			if e.Guild != 0 && t.Row.Guild != e.Guild {
				continue
			}
			b.catchUp(t, false)
			t.Game.Order(table.Resume{}) // Discord is available again
		}
	case discord.GuildHere:
		b.servers.Here(e.Guild)
		b.lobby.Settings.SetLocale(e.Guild, e.Locale)
		b.endOutage(e.Guild)
		b.markReachable(lobby.Place{Guild: e.Guild})
	case discord.GuildGone:
		if e.Outage {
			b.beginOutage(e.Guild)
			return
		}
		b.lobby.Absences.Doubt(lobby.Place{Guild: e.Guild})
	case discord.ChannelGone:
		b.lobby.Absences.Doubt(lobby.Place{Channel: e.Channel})
		for _, c := range b.lobby.Tables.Channels(e.Guild) { // any of them may be a thread in that channel
			b.lobby.Absences.Doubt(lobby.Place{Channel: c})
		}
	case discord.CalendarChanged:
		b.agenda.Follow(e.Guild, e.Event)
	case discord.MessageGone:
		if t := b.lobby.Tables.In(e.Channel); t != nil {
			t.Post.MessagesDeleted(e.IDs)
		}
	}
}

// start handles the first event of a gateway session, which lists the bot's servers. In the bot's first session, it
// also registers the commands and starts the waiting tasks.
func (b *Bot) start(e discord.Ready) {
	me := "" // if the bot can read plain messages, typed moves need no mention
	if !e.ContentAllowed {
		me = discord.Mention(b.session.Me().ID)
	}
	b.Words.SetAddress(me)
	if e.App != "" {
		b.doors.invite = discord.Invite(e.App)
	}
	b.offline.Store(false)
	if e.GuildsKnown {
		b.attend(e.Guilds)
	}
	b.agenda.Compare()
	if e.Again {
		return
	}
	if b.Shard.K == 0 { // one bot registers the commands for all shards
		b.register()
	}
	pending := b.tasks.String() // the unfinished tasks
	tables := len(b.lobby.Tables.All())
	b.Log.Info("connected to Discord", "servers", len(e.Guilds), "open_tables", tables, "pending", pending)
	b.Ready(Status{Name: e.User.Name, App: e.App, Tables: tables})
	b.tasks.Begin()
}

// attend records which servers the bot is on. Other servers may be gone. Those with a table are looked up
// immediately, because their clocks must stop.
func (b *Bot) attend(here []ids.Guild) {
	listed := map[ids.Guild]bool{} // includes servers in an outage
	for _, g := range here {
		listed[g] = true
		b.markReachable(lobby.Place{Guild: g})
	}
	for _, t := range b.lobby.Tables.All() {
		if !listed[t.Row.Guild] {
			b.lobby.Absences.Doubt(lobby.Place{Guild: t.Row.Guild})
		}
	}
	b.servers.NoteServers(here)
}

// register sends the slash commands to Discord.
func (b *Bot) register() {
	b.tasks.Add(delivery.Task{
		Kind: registering, Rank: delivery.RankAwaited, Requests: 3,
		Do: func(ctx context.Context) error {
			shapes := b.shapes
			if shapes == nil {
				shapes = b.doors.commands.Localized(b.Games, b.lobby.Words)
			}
			changed, err := b.rest.PutCommands(ctx, shapes)
			if err == nil && changed {
				b.Log.Info("slash commands updated")
			}
			return err
		},
	})
}

// oldest is how old a missed message may be. The author of an older message no longer expects an answer.
const oldest = 5 * time.Minute

// catchingUp is the kind of the task that reads a channel after the bot may have missed messages there. It appears in
// the log.
const catchingUp = "channel_catch_up"

// catchUp reads the messages that were written in a table's channel while the bot could not receive them. It starts at
// the newest known message of this channel rather than of all channels, because a dying connection may deliver the
// events of some channels later than those of others. It skips messages up to the newest judged one, because the store
// would recognise played messages but not refused ones. Until the channel is read, the table's clock is stopped and new
// messages wait (see lobby.Backlog). Set restarted if the bot itself was offline, rather than Discord.
func (b *Bot) catchUp(t *lobby.Table, restarted bool) {
	since := t.Backlog.KnownUntil()
	if least := b.clock.now().Add(-oldest); since.Before(least) {
		since = least
	}
	b.missed = b.clock.now()
	t.Backlog.StartHolding()
	t.Game.Order(table.Freeze{Why: table.Unread})
	var missed []table.Word // includes the messages of failed attempts, because Missed returns each message only once
	b.tasks.Add(delivery.Task{
		Kind: catchingUp, Number: int64(t.Row.ID), Rank: delivery.RankHeard, Active: t.Game.Session().LastMove,
		Do: func(ctx context.Context) error {
			holds := t.Backlog.HoldCount()
			guild, channel := t.Row.Guild, t.Row.Channel
			said, err := b.session.Missed(ctx, guild, channel, since)
			for _, m := range said {
				w := lobby.FromMessage(m)
				t.Backlog.MessageArrived(m.ID)
				t.Post.CountMessage(m.ID)
				switch {
				case t.Backlog.WasJudged(w), m.At.Before(t.Row.Opened): // written before this table opened
					continue
				case b.doors.asks(w) && t.Understand(w).Move == nil: // there is already a table, and others were told so
					continue
				}
				w.Who.Raw = "" // REST doesn't return the server's nicknames
				missed = append(missed, w)
			}
			if err != nil && !cannotBeRead(err) && !t.Over() {
				return err
			}
			t.Backlog.Release(b.posting, missed...)
			t.Backlog.MarkRead(holds, restarted)
			if err != nil {
				b.Log.Warn("catching up on a channel was interrupted", "table", t.Row.ID, "error", err)
			}
			return nil
		},
	})
}

// endDailies adds a task that ends the daily deals of past days.
func (b *Bot) endDailies() {
	b.tasks.Add(delivery.Task{Kind: "daily_deal_end", Rank: delivery.RankSeen,
		Do: lobby.Dailies{Lobby: b.lobby}.EndPast})
}

// isCatchingUp reports whether the bot may have missed messages that it would still play. Until it has read them it
// records no heartbeat, so that a start after a crash looks for them too.
func (b *Bot) isCatchingUp() bool {
	return b.tasks.Count(catchingUp) > 0 && b.clock.now().Sub(b.missed) < oldest
}

// cannotBeRead reports whether an error means that the channel can't be read: the bot has no permission, the channel is
// gone, or it has too many messages.
func cannotBeRead(err error) bool {
	return errors.Is(err, discord.ErrMissingAccess) || errors.Is(err, discord.ErrUnknownChannel) ||
		errors.Is(err, gateway.ErrNotAllRead)
}
