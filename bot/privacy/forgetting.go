package privacy

import (
	"context"
	"errors"
	"slices"
	"time"

	"settable/bot/agenda"
	"settable/bot/delivery"
	"settable/bot/lobby"
	"settable/bot/table"
	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// leaving is the kind of the task that forgets people, as shown to hosts.
const leaving = "forget_me"

// erasing is the kind of the task that overwrites deleted data, as shown to hosts.
const erasing = "data_erasure"

// eraseSoon makes the store overwrite deleted data as soon as nobody reads the old data.
func eraseSoon(tables *lobby.Lobby, not time.Time) {
	tables.Tasks.Add(delivery.Task{Kind: erasing, Rank: delivery.RankSeen, NotBefore: not,
		Do: func(ctx context.Context) error {
			err := tables.Store.Erase(ctx)
			if errors.Is(err, store.ErrReading) {
				eraseSoon(tables, time.Now().Add(lookAgain))
				return nil
			}
			return err
		}})
}

// lookAgain is the pause before a retry for a person who still plays a hand.
const lookAgain = 2 * time.Second

// StartPending starts forgetting all players who asked for it. The error is the store's.
func StartPending(ctx context.Context, tables *lobby.Lobby, plans *agenda.Agenda) error {
	all, err := tables.Store.Leaving(ctx)
	for _, l := range all {
		forgetting{tables: tables, plans: plans, Leaver: l}.schedule(time.Time{})
	}
	return err
}

// RenameForgotten renames, at the tables of this process, a player whom another process has forgotten; 0 means all such
// players. The error is the store's.
func RenameForgotten(ctx context.Context, tables *lobby.Lobby, player store.PlayerID) error {
	var leavers []store.Leaver
	for _, t := range tables.AllTables() {
		s := t.Game.Session()
		if t.Guests.Has(player) {
			if kept, err := tables.Store.Kept(ctx, player); err != nil {
				return err
			} else if kept.Number == 0 && t.Guests.Forget(player) {
				t.Game.Order(table.Redraw{})
			}
		}
		if _, sat := s.Seats[player]; player != 0 && !sat && s.Row.Opener != player {
			continue
		}
		seats, err := tables.Store.Seats(ctx, s.Row.ID)
		if err != nil {
			return err
		}
		row, err := tables.Store.Table(ctx, s.Row.ID)
		if err != nil {
			return err
		}
		note := func(was, is store.PlayerID) {
			l := store.Leaver{Player: was, As: is}
			if is.IsForgotten() && !was.IsForgotten() && !slices.Contains(leavers, l) {
				leavers = append(leavers, l)
			}
		}
		note(s.Row.Opener, row.Opener)
		for who, seat := range s.Seats {
			note(who, seats[seat])
		}
	}
	woken, err := tables.WakeTablesOf(ctx, ids.User.IsForgotten) // these read their names when they wake
	if err != nil {
		return err
	}
	for _, t := range woken {
		t.Game.Order(table.Redraw{})
	}
	for _, l := range leavers {
		forgetting{tables: tables, Leaver: l}.rename(ctx)
		tables.Picks.Forget(l.Player)
	}
	return nil
}

// A forgetting removes a person for good: first from planned nights, then from each open table once the current hand is
// over, and last from the store.
type forgetting struct {
	tables *lobby.Lobby
	plans  *agenda.Agenda
	store.Leaver
}

func (f forgetting) schedule(not time.Time) {
	f.tables.Tasks.Add(delivery.Task{
		Kind: leaving, Number: f.As.Number(), Rank: delivery.RankHeard, NotBefore: not, Do: f.run})
}

// run does as much of the forgetting as possible now. If a hand has to end first, it schedules another try after
// lookAgain.
func (f forgetting) run(ctx context.Context) error {
	if err := f.signOff(ctx); err != nil {
		return err
	}
	rows, err := f.tables.Store.SeatedAt(ctx, f.Player)
	if err != nil {
		return err
	}
	for _, row := range rows {
		sits, err := f.leave(ctx, row)
		if err != nil {
			return err
		}
		if sits {
			f.schedule(time.Now().Add(lookAgain))
			return nil
		}
	}
	// The messages of sleeping tables also name the person.
	if _, err := f.tables.WakeTablesOf(ctx, func(who store.PlayerID) bool { return who == f.Player }); err != nil {
		return err
	}
	f.rename(ctx)
	err = f.tables.Store.Forget(ctx, f.Player)
	if errors.Is(err, store.ErrSeated) { // the bot of another shard must free a seat first
		f.schedule(time.Now().Add(lookAgain))
		return nil
	}
	if err != nil && !errors.Is(err, store.ErrUnknown) {
		return err
	}
	f.rename(ctx) // again, for tables at which they sat down in this very moment
	f.tables.Picks.Forget(f.Player)
	eraseSoon(f.tables, time.Time{})
	return f.renamePlans(ctx)
}

// renamePlans removes the person's name from the posts of the nights that they planned.
func (f forgetting) renamePlans(ctx context.Context) error {
	all, err := f.tables.Store.Pending(ctx)
	for _, p := range all {
		if p.Planner == f.As {
			f.plans.Announce(p.ID)
		}
	}
	return err
}

// signOff signs the person off from planned nights.
func (f forgetting) signOff(ctx context.Context) error {
	all, err := f.tables.Store.Pending(ctx)
	for _, p := range all {
		if err != nil || !slices.Contains(p.Players, f.Player) {
			continue
		}
		err = f.tables.Store.SignUp(ctx, p.ID, f.Player, false, f.tables.Now())
		if errors.Is(err, store.ErrCancelled) {
			err = nil
		}
		f.plans.Announce(p.ID)
	}
	return err
}

// leave makes the person leave a table, and reports whether they still hold a seat there. If they have cards, they act
// as an absent player until the end of the hand, so that no one waits longer than the rules say.
func (f forgetting) leave(ctx context.Context, row store.Table) (sits bool, err error) {
	if row.Daily != 0 {
		return false, lobby.Dailies{Tables: f.tables}.End(ctx, row, f.tables.Now())
	}
	s, err := f.tables.Find(ctx, row.Channel)
	var illegal games.Illegal
	switch {
	case errors.Is(err, store.ErrNoTable) || errors.As(err, &illegal): // closed meanwhile, or stuck
		return false, nil
	case err != nil:
		return true, err
	case s.Row.ID != row.ID:
		return false, nil
	}
	t := f.tables.TableIn(row.Channel)
	if t == nil {
		return true, nil
	}
	f.renameAt(ctx, t) // before the table tells by name who leaves and who won
	s = t.Game.Session()
	seat, sits := s.SeatOf(f.As)
	if !sits {
		return false, nil
	}
	now, absent := f.tables.Now(), games.Absent{Seat: seat}
	next, _, err := s.Course.Apply(games.Action{At: now, Seat: games.Dealer, Move: absent})
	if err != nil {
		return true, nil // cards are being dealt
	}
	was, is := s.View().Place(seat), next.Game.View(games.Watcher).Place(seat)
	if is.Leaves != was.Leaves || is.Left != was.Left { // otherwise they leave after this hand already
		t.Game.Put(t.Understand(table.Word{
			Door: table.House, Channel: row.Channel, Guild: row.Guild, Who: table.Person{ID: f.As},
			Words: absent.String(), At: now,
		}))
	}
	return true, nil
}

// rename removes the person's name from all tables.
func (f forgetting) rename(ctx context.Context) {
	for _, t := range f.tables.AllTables() {
		f.renameAt(ctx, t)
	}
}

func (f forgetting) renameAt(ctx context.Context, t *lobby.Table) {
	if t.Guests.Forget(f.Player) {
		t.Game.Order(table.Redraw{})
	}
	s := t.Game.Session()
	seat, sat := s.Seats[f.Player]
	if !sat && s.Row.Opener != f.Player {
		return
	}
	name := "" // of who only opened the table: then any sentence may name them
	if sat {
		name = s.Name(seat)
	}
	done := make(chan struct{})
	t.Game.Order(table.Forget{Leaver: f.Leaver, Done: done})
	select {
	case <-done:
		t.Post.RemoveSentences(name)
		t.Game.Order(table.Redraw{})
	case <-t.Game.Closed():
	case <-ctx.Done():
	}
}
