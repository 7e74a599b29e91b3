package lobby

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"settable/bot/delivery"
	"settable/bot/table"
	"settable/games"
	"settable/store"
)

// closeAfter is how long a table may sleep before it is closed (Presence 7).
const closeAfter = 24 * time.Hour

// A sleeper is what is kept in memory of a sleeping table: enough to understand who speaks to it.
type sleeper struct {
	id       store.TableID
	guild    store.GuildID
	rules    games.Rules // nil: the bot no longer has that game
	language string      // of the table
}

// sleep records that a table without active players has left memory.
func (l *channels) sleep(row store.Table, rules games.Rules) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asleep[row.Channel] = sleeper{row.ID, row.Guild, rules, row.Options.Language()}
}

// sleeper is the table that sleeps in a channel, if one does.
func (l *channels) sleeper(c store.ChannelID) (sleeper, bool) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	t, ok := l.asleep[c]
	return t, ok
}

// Sleepers maps each channel in which a table sleeps to its server.
func (l *channels) Sleepers() map[store.ChannelID]store.GuildID {
	l.mu.RLock()
	defer l.mu.RUnlock()
	all := make(map[store.ChannelID]store.GuildID, len(l.asleep))
	for c, t := range l.asleep {
		all[c] = t.guild
	}
	return all
}

// WakeOf revives the sleeping tables that a player opened or has ever sat at. is identifies the player.
func (l *Lobby) WakeOf(ctx context.Context, is func(store.PlayerID) bool) ([]*Table, error) {
	var all []*Table
	for _, t := range l.sleepers() {
		row, err := l.Store.Table(ctx, t.id)
		if err != nil {
			return nil, err
		}
		seats, err := l.Store.Seats(ctx, t.id)
		if err != nil {
			return nil, err
		}
		met := is(row.Opener)
		for _, who := range seats {
			met = met || is(who)
		}
		if !met {
			continue
		}
		_, err = l.Find(ctx, row.Channel)
		if err != nil && !errors.Is(err, store.ErrNoTable) && !errors.As(err, new(games.Illegal)) {
			return nil, err
		}
		if woken := l.In(row.Channel); woken != nil {
			all = append(all, woken)
		}
	}
	return all, nil
}

func (l *channels) sleepers() []sleeper {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return slices.Collect(maps.Values(l.asleep))
}

// Wake gives a word to the table that sleeps in its channel, and reports whether there is one. The table wakes if the
// word is addressed to the bot, or is a move typed by a player who sits there.
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

// understand reads a typed word as its table would. The table takes the move in it without reading again.
func (t sleeper) understand(l *Lobby, w table.Word) table.Word {
	hears := listener{l.replier, &l.Locales, l.words.In(t.language)}
	game := t.rules.Name()
	return table.Unattended(t.rules, hears.speaks.Vocabulary(game)).Understand(hears.in(game, w))
}

// fallAsleep records that a table without active players has left memory. If a word arrived at the last moment, the
// table is revived at once.
func (t *Table) fallAsleep() {
	l := t.lobby
	l.sleep(t.Row, l.rulesOf(t.Row.Game))
	l.drop(t)
	if t.Game.Session().Asleep() {
		return
	}
	l.Send.Go("waking a table", func(ctx context.Context) error {
		_, err := l.Revive(ctx, t.Row.Channel)
		return err
	})
}

// CloseSleepers asks for the closing of tables that have slept for a day. The error is the store's.
func (l *Lobby) CloseSleepers(ctx context.Context) error {
	rows, err := l.Store.Sleeping(ctx, l.Now().Add(-closeAfter))
	if err != nil {
		return err
	}
	for _, row := range rows {
		l.Tasks.Stand(delivery.Task{
			What: "table_sleep_close", Of: int64(row.ID), Rank: delivery.Seen,
			Do: func(ctx context.Context) error {
				t, err := l.Revive(ctx, row.Channel)
				if errors.Is(err, store.ErrNoTable) { // closed meanwhile, or because its rules are unknown
					return nil
				}
				if err == nil {
					t.Game.Order(table.Close{Done: make(chan struct{})})
				}
				return err
			},
		})
	}
	return nil
}
