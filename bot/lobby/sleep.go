package lobby

import (
	"context"
	"errors"
	"time"

	"settable/bot/delivery"
	"settable/bot/table"
	"settable/games"
	"settable/render/words"
	"settable/store"
)

// closeAfter: "After 24 hours asleep it is closed and chips go home."
const closeAfter = 24 * time.Hour

// A sleeper is all that is in memory of a table that sleeps: what it takes to hear who speaks to it.
type sleeper struct {
	id       store.TableID
	guild    store.GuildID
	rules    games.Rules // nil: they are known no longer
	language string      // of the table
}

// sleep notes a table at which nobody is there.
func (l *channels) sleep(row store.Table, rules games.Rules) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asleep[row.Channel] = sleeper{row.ID, row.Guild, rules, row.Options.Language()}
}

// sleeper is the table that sleeps in a channel.
func (l *channels) sleeper(c store.ChannelID) (sleeper, bool) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	t, ok := l.asleep[c]
	return t, ok
}

// Sleepers are the channels in which tables sleep, by their servers.
func (l *channels) Sleepers() map[store.ChannelID]store.GuildID {
	l.mu.RLock()
	defer l.mu.RUnlock()
	all := make(map[store.ChannelID]store.GuildID, len(l.asleep))
	for c, t := range l.asleep {
		all[c] = t.guild
	}
	return all
}

// Wake gives a word to the table that sleeps in its channel, and says whether one does.
// Typed words of those who sit there wake it if they are a move; whoever means us, too.
func (l *Lobby) Wake(w table.Word) bool {
	t, ok := l.sleeper(w.Channel)
	if !ok {
		return false
	}
	if t.rules == nil {
		return true
	}
	meant := w.Meant()
	if !meant {
		if w = t.understand(l, w); w.Move == nil {
			return true
		}
	}
	l.Send.Go("waking a table", func(ctx context.Context) error {
		seats, err := l.Store.Seats(ctx, t.id)
		if err != nil {
			return err
		}
		for _, who := range seats {
			meant = meant || who == w.Who.ID
		}
		if !meant {
			return nil
		}
		_, err = l.Revive(ctx, w.Channel, w)
		if errors.As(err, new(games.Illegal)) {
			return nil
		}
		return err
	})
	return true
}

// understand reads what is typed, once: the table that it wakes takes the move.
func (t sleeper) understand(l *Lobby, w table.Word) table.Word {
	hears := listener{l.replier, &l.Locales, l.words.In(t.language)}
	game := t.rules.Name()
	return table.Unattended(t.rules, words.Vocabulary(hears.speaks, game)).Understand(hears.in(game, w))
}

// fallAsleep is for a table that has left memory because nobody is there; one that was spoken
// to at the last moment goes on.
func fallAsleep(t *Table) {
	l := t.lobby
	l.sleep(t.Row, l.rulesOf(t.Row.Game))
	l.drop(t)
	if t.Session().Asleep() {
		return
	}
	l.Send.Go("waking a table", func(ctx context.Context) error {
		_, err := l.Revive(ctx, t.Row.Channel)
		return err
	})
}

// vanished closes a table that sleeps in a channel that is gone.
func (l *Lobby) vanished(c store.ChannelID) {
	if _, asleep := l.sleeper(c); !asleep {
		return
	}
	l.Send.Go("closing a table that slept", func(ctx context.Context) error {
		t, err := l.Revive(ctx, c)
		if err == nil {
			t.Order(table.Lost{})
		}
		return err
	})
}

// CloseSleepers sees to it that tables at which nobody was there for a day are closed.
func (l *Lobby) CloseSleepers(ctx context.Context) error {
	rows, err := l.Store.Sleeping(ctx, l.Now().Add(-closeAfter))
	if err != nil {
		return err
	}
	for _, row := range rows {
		l.Tasks.Stand(delivery.Task{
			What: "tables to be closed that have slept for a day", Of: int64(row.ID), Rank: delivery.Seen,
			Do: func(ctx context.Context) error {
				t, err := l.Revive(ctx, row.Channel)
				if errors.Is(err, store.ErrNoTable) { // it was closed meanwhile, or for its rules
					return nil
				}
				if err == nil {
					t.Order(table.Close{Done: make(chan struct{})})
				}
				return err
			},
		})
	}
	return nil
}
