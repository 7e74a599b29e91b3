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
	"settable/store/ids"
)

// closeAfter is how long a table may sleep before it is closed (Presence 7).
const closeAfter = 24 * time.Hour

// A sleepingTable is the part of a sleeping table that stays in memory, just enough to recognise moves.
type sleepingTable struct {
	id       store.TableID
	guild    ids.Guild
	rules    games.Rules // nil if the bot no longer has that game
	language string
}

// addSleeping records that a table without active players is now asleep.
func (ts *Tables) addSleeping(row store.Table, rules games.Rules) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.sleeping[row.Channel] = sleepingTable{row.ID, row.Guild, rules, row.Options.Language()}
}

func (ts *Tables) sleepingIn(c ids.Channel) (sleepingTable, bool) {
	ts.mu.RLock()
	defer ts.mu.RUnlock()
	t, ok := ts.sleeping[c]
	return t, ok
}

// SleepingChannels returns the channels with a sleeping table, mapped to their servers.
func (ts *Tables) SleepingChannels() map[ids.Channel]ids.Guild {
	ts.mu.RLock()
	defer ts.mu.RUnlock()
	all := make(map[ids.Channel]ids.Guild, len(ts.sleeping))
	for c, t := range ts.sleeping {
		all[c] = t.guild
	}
	return all
}

// WakeTablesOf revives the sleeping tables that a player opened or has ever sat at. is recognises the player.
func (l *Lobby) WakeTablesOf(ctx context.Context, is func(ids.User) bool) ([]*Table, error) {
	var all []*Table
	for _, t := range l.Tables.copySleeping() {
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
		if woken := l.Tables.In(row.Channel); woken != nil {
			all = append(all, woken)
		}
	}
	return all, nil
}

func (ts *Tables) copySleeping() []sleepingTable {
	ts.mu.RLock()
	defer ts.mu.RUnlock()
	return slices.Collect(maps.Values(ts.sleeping))
}

// Wake reports whether a table is asleep in the channel. If the Word is addressed to the bot or is a move typed by one
// of the table's players, Wake revives the table and gives it the Word.
func (l *Lobby) Wake(w table.Word) bool {
	t, ok := l.Tables.sleepingIn(w.Channel)
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

// understand parses a typed message as the table would, so that the table needn't parse it again.
func (t sleepingTable) understand(l *Lobby, w table.Word) table.Word {
	hears := listener{l.Languages, &l.Locales, l.Words.In(t.language)}
	game := t.rules.Name()
	return table.ParsingSession(t.rules, hears.language.Vocabulary(game)).Understand(hears.withVocabulary(game, w))
}

// fallAsleep removes a table without active players from memory and records that it is asleep. If a Word arrived at
// the last moment, the table is revived immediately.
func (t *Table) fallAsleep() {
	l := t.lobby
	l.Tables.addSleeping(t.Row, l.rulesOf(t.Row.Game))
	l.Tables.drop(t)
	if t.Game.Session().Asleep() {
		return
	}
	l.Send.Go("waking a table", func(ctx context.Context) error {
		_, err := l.Revive(ctx, t.Row.Channel)
		return err
	})
}

// CloseSleeping adds tasks that close tables that have been asleep for a day. Errors come from the store.
func (l *Lobby) CloseSleeping(ctx context.Context) error {
	rows, err := l.Store.Sleeping(ctx, l.Now().Add(-closeAfter))
	if err != nil {
		return err
	}
	for _, row := range rows {
		l.Tasks.Add(delivery.Task{
			Kind: "table_sleep_close", Number: int64(row.ID), Rank: delivery.RankSeen,
			Do: func(ctx context.Context) error {
				t, err := l.Revive(ctx, row.Channel)
				if errors.Is(err, store.ErrNoTable) { // already closed, or closed because its rules are unknown
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
