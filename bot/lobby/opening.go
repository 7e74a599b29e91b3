package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/bot/table"
	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// openings ensures that only one table per channel is opened or revived at a time. Other requests wait until the bot
// knows whether that table can be shown.
type openings struct {
	mu        sync.Mutex
	byChannel map[ids.Channel]*opening
}

// An opening represents a table that is being opened or revived.
type opening struct {
	done    chan struct{}
	waiting []func() // messages that arrived during the opening, oldest first
}

// maxWaiting is the maximum number of messages in a channel that wait until its table is open.
const maxWaiting = 100

func (o *openings) isOpening(c ids.Channel) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.byChannel[c] != nil
}

// leave ends an opening after delivering the messages that arrived in the meantime.
func (o *openings) leave(c ids.Channel) {
	for {
		o.mu.Lock()
		now := o.byChannel[c]
		held := now.waiting
		now.waiting = nil
		if len(held) == 0 {
			delete(o.byChannel, c)
			close(now.done)
			o.mu.Unlock()
			return
		}
		o.mu.Unlock()
		for _, deliver := range held {
			deliver()
		}
	}
}

// HoldWhileOpening keeps a message while a table is being opened in its channel, and calls deliver for it later,
// possibly in another goroutine. This is necessary because players can see the table's first message before the bot
// learns that Discord has accepted it. It returns false if no table is being opened or too many messages are waiting.
func (l *Lobby) HoldWhileOpening(c ids.Channel, deliver func()) bool {
	o := &l.openings
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.byChannel[c]
	if now == nil || len(now.waiting) >= maxWaiting {
		return false
	}
	now.waiting = append(now.waiting, deliver)
	return true
}

// MayBeForTable reports whether a message in a channel could be for a table, including one that is being opened.
func (l *Lobby) MayBeForTable(c ids.Channel) bool {
	return l.Tables.mayHear(c) || l.openings.isOpening(c)
}

// openingWait is how long other requests wait for a table that is being opened. Discord requires an answer to a press
// within 3 s.
const openingWait = 2 * time.Second

// enter waits until no table is being opened in a channel, and then begins an opening. The caller must call leave to
// end it. The error is ErrOpening or ctx.Err().
func (o *openings) enter(ctx context.Context, c ids.Channel) (leave func(), err error) {
	late := time.NewTimer(openingWait)
	defer late.Stop()
	for {
		o.mu.Lock()
		before := o.byChannel[c]
		if before == nil {
			if o.byChannel == nil {
				o.byChannel = map[ids.Channel]*opening{}
			}
			o.byChannel[c] = &opening{done: make(chan struct{})}
			o.mu.Unlock()
			return func() { o.leave(c) }, nil
		}
		o.mu.Unlock()
		select {
		case <-before.done:
		case <-late.C:
			return nil, ErrOpening
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// closeRefused closes a table whose first message couldn't be posted. It returns the error to show to the user who
// opened the table.
func (l *Lobby) closeRefused(ctx context.Context, row store.Table, why error) error {
	l.Log.Warn("opening a table failed, because its first message couldn't be posted", "table", row.ID, "error", why)
	l.closeUnopened(row, !rest.IsRefusal(why))
	told := whyUnseen(why)
	if errors.Is(why, discord.ErrMissingAccess) {
		var err error
		if told, _, err = l.obstacle(ctx, row.Guild, row.Channel, why); err != nil {
			l.Log.Info("failed to find out why a table didn't open", "table", row.ID, "error", err)
		}
	}
	return games.Refuse("lobby.not_opened", "why", told)
}

// closeWithin is the timeout for closing an unopened table. After that, a task closes the table later.
const closeWithin = 2 * time.Second

// closeUnopened closes a table before any player has sat down. It writes no line, so the table has no result. If the
// table's message may have been posted, closeUnopened deletes the message. If all tables of a night are closed in this
// way, it also deletes the night.
func (l *Lobby) closeUnopened(row store.Table, maybePosted bool) {
	closing := func(ctx context.Context) error {
		var err error
		switch {
		case !maybePosted:
			err = l.markEndShown(ctx, row)
		case row.Post != 0: // the table has been shown, so removeUnopened alone would be lost in a crash
			err = l.Store.Leave(ctx, oldPost(row, row.Post))
		}
		if err != nil {
			return err
		}
		err = l.Store.CloseTable(ctx, row.ID, l.Now())
		switch {
		case err != nil && !errors.Is(err, store.ErrOver):
			return err
		case row.Night == 0:
			return nil
		}
		err = l.Store.DropNight(ctx, row.Night)   // if this table was the night's first
		if errors.Is(err, store.ErrBusyChannel) { // the night has another table by now
			return nil
		}
		return err
	}
	at, cancel := context.WithTimeout(context.Background(), closeWithin)
	defer cancel()
	if closing(at) != nil {
		l.Tasks.Add(delivery.Task{Kind: "unopened_table_close", Number: int64(row.ID),
			Rank: delivery.RankHeard, Do: closing})
	}
	if maybePosted {
		l.removeUnopened(row)
	}
}

// removeUnopened deletes the messages of a table that closeUnopened has closed. Until then, the table is stored as if
// its end had not been shown, so that the next start finds it even after a crash.
func (l *Lobby) removeUnopened(row store.Table) {
	l.Tasks.Add(delivery.Task{
		Kind: "unopened_message_removal", Number: int64(row.ID), Rank: delivery.RankSeen,
		Do: func(ctx context.Context) error {
			if err := l.removePosts(ctx, row); err != nil {
				return err
			}
			return l.markEndShown(ctx, row)
		},
	})
}

// markEndShown records that the table's end needn't be shown any more.
func (l *Lobby) markEndShown(ctx context.Context, row store.Table) error {
	lines, err := l.Store.Lines(ctx, row.ID)
	if err != nil {
		return err
	}
	return l.Store.NoteShown(ctx, row.ID, len(lines), row.Post)
}

// Limits of the search for a table's messages.
const (
	removalPages = 30
	removalPage  = 100
)

// removePosts deletes the messages of a table in its channel. The bot doesn't know their ids, because it never
// learned whether Discord had accepted them, so removePosts recognises them by their buttons. A busy channel can
// contain thousands of other messages.
func (l *Lobby) removePosts(ctx context.Context, row store.Table) error {
	after := ids.MessageAt(row.Opened.Add(-time.Minute))
	var failed error
	for range removalPages {
		page, err := l.Discord.MessagesAfter(ctx, row.Channel, after, removalPage)
		if rest.IsRefusal(err) {
			return failed
		}
		if err != nil {
			return errors.Join(failed, err)
		}
		for _, raw := range page {
			m := messageButtons{ID: after}
			if json.Unmarshal(raw, &m) != nil {
				continue
			}
			after = m.ID
			if l.belongsTo(row, m) {
				failed = errors.Join(failed, l.cleaner.tryRemove(ctx, oldPost(row, m.ID)))
			}
		}
		if len(page) < removalPage {
			break
		}
	}
	return failed
}

// messageButtons holds the parts of a message that identify its table.
type messageButtons struct {
	ID         ids.Message
	Components []struct {
		Components []struct {
			CustomID string `json:"custom_id"`
		}
	}
}

// belongsTo reports whether a message has buttons of the given table.
func (l *Lobby) belongsTo(row store.Table, m messageButtons) bool {
	for _, line := range m.Components {
		for _, b := range line.Components {
			if id, _ := l.Seal.Read(row.Guild, b.CustomID); id.Table == int64(row.ID) {
				return true
			}
		}
	}
	return false
}

// seatedPeople counts the human players who have ever sat at a table.
func seatedPeople(s table.Session) (n int) {
	for player := range s.Seats {
		if !player.IsHouse() {
			n++
		}
	}
	return n
}
