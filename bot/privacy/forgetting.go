package privacy

import (
	"context"
	"errors"
	"slices"
	"time"

	"settable/bot/delivery"
	"settable/bot/lobby"
	"settable/bot/table"
	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// forgetTask is the kind of the tasks that forget a person. The name appears in the host's log and metrics.
const forgetTask = "forget_me"

// eraseTask is the kind of the task that overwrites deleted data. The name appears in the host's log and metrics.
const eraseTask = "data_erasure"

// eraseSoon adds a task that makes the store overwrite deleted data, and repeats it until nothing reads the old data
// any more.
func (s *Service) eraseSoon(not time.Time) {
	s.Tasks.Add(delivery.Task{Kind: eraseTask, Rank: delivery.RankSeen, NotBefore: not,
		Do: func(ctx context.Context) error {
			err := s.Store.Erase(ctx)
			if errors.Is(err, store.ErrReading) {
				s.eraseSoon(time.Now().Add(lookAgain))
				return nil
			}
			return err
		}})
}

// lookAgain is the pause before the bot tries again to forget a person who was in the middle of a hand.
const lookAgain = 2 * time.Second

// StartPending starts forgetting all players who have asked to be forgotten. Errors come from the store.
func (s *Service) StartPending(ctx context.Context) error {
	all, err := s.Store.PendingForgets(ctx)
	for _, l := range all {
		forgetting{s, l}.schedule(time.Time{})
	}
	return err
}

// RenameForgotten renames players at the tables of this process after another process has forgotten them. If player
// is 0, it does this for all forgotten players. Errors come from the store.
func (s *Service) RenameForgotten(ctx context.Context, player ids.User) error {
	var leavers []store.ForgottenPlayer
	for _, t := range s.Lobby.Tables.All() {
		now := t.Game.Session()
		if t.Guests.Has(player) {
			if kept, err := s.Store.PlayerData(ctx, player); err != nil {
				return err
			} else if kept.Number == 0 && t.Guests.Forget(player) {
				t.Game.Order(table.Redraw{})
			}
		}
		if _, sat := now.Seats[player]; player != 0 && !sat && now.Row.Opener != player {
			continue
		}
		seats, err := s.Store.Seats(ctx, now.Row.ID)
		if err != nil {
			return err
		}
		row, err := s.Store.Table(ctx, now.Row.ID)
		if err != nil {
			return err
		}
		note := func(was, is ids.User) {
			l := store.ForgottenPlayer{Player: was, As: is}
			if is.IsForgotten() && !was.IsForgotten() && !slices.Contains(leavers, l) {
				leavers = append(leavers, l)
			}
		}
		note(now.Row.Opener, row.Opener)
		for who, seat := range now.Seats {
			note(who, seats[seat])
		}
	}
	woken, err := s.Lobby.WakeTablesOf(ctx, ids.User.IsForgotten) // tables read the current names when they wake
	if err != nil {
		return err
	}
	for _, t := range woken {
		t.Game.Order(table.Redraw{})
	}
	for _, l := range leavers {
		forgetting{s, l}.rename(ctx)
		s.Lobby.ForgetPlayer(l.Player)
	}
	return nil
}

// A forgetting permanently deletes a person's data. The person is removed first from planned nights, then from each
// open table as soon as the current hand is over, and finally from the store.
type forgetting struct {
	service *Service
	store.ForgottenPlayer
}

func (f forgetting) schedule(not time.Time) {
	f.service.Tasks.Add(delivery.Task{
		Kind: forgetTask, Number: f.As.Number(), Rank: delivery.RankHeard, NotBefore: not, Do: f.run})
}

// run forgets as much as possible now. If a hand has to end first, run schedules another attempt.
func (f forgetting) run(ctx context.Context) error {
	if err := f.signOff(ctx); err != nil {
		return err
	}
	rows, err := f.service.Store.SeatedAt(ctx, f.Player)
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
	// The messages of sleeping tables may also contain the person's name.
	if _, err := f.service.Lobby.WakeTablesOf(ctx, func(who ids.User) bool { return who == f.Player }); err != nil {
		return err
	}
	f.rename(ctx)
	err = f.service.Store.Forget(ctx, f.Player)
	if errors.Is(err, store.ErrSeated) { // the bot that serves another shard must free a seat first
		f.schedule(time.Now().Add(lookAgain))
		return nil
	}
	if err != nil && !errors.Is(err, store.ErrUnknown) {
		return err
	}
	f.rename(ctx) // again, for tables that the person has joined in the meantime
	f.service.Lobby.ForgetPlayer(f.Player)
	f.service.eraseSoon(time.Time{})
	return f.renamePlans(ctx)
}

// renamePlans removes the person's name from the posts of the nights that they planned.
func (f forgetting) renamePlans(ctx context.Context) error {
	all, err := f.service.Store.Pending(ctx)
	for _, p := range all {
		if p.Planner == f.As {
			f.service.Agenda.Announce(p.ID)
		}
	}
	return err
}

// signOff removes the person from the lists of players of planned nights.
func (f forgetting) signOff(ctx context.Context) error {
	all, err := f.service.Store.Pending(ctx)
	for _, p := range all {
		if err != nil || !slices.Contains(p.Players, f.Player) {
			continue
		}
		err = f.service.Store.SignUp(ctx, p.ID, f.Player, false, f.service.Now())
		if errors.Is(err, store.ErrCancelled) {
			err = nil
		}
		f.service.Agenda.Announce(p.ID)
	}
	return err
}

// leave makes the person leave a table, and reports whether they still have a seat there. If they hold cards, they
// count as absent until the end of the hand, so that the other players don't have to wait for them.
func (f forgetting) leave(ctx context.Context, row store.Table) (sits bool, err error) {
	if row.Daily != 0 {
		return false, lobby.Dailies{Lobby: f.service.Lobby}.End(ctx, row, f.service.Now())
	}
	s, err := f.service.Lobby.Find(ctx, row.Channel)
	var illegal games.Illegal
	switch {
	case errors.Is(err, store.ErrNoTable) || errors.As(err, &illegal): // already closed, or stuck
		return false, nil
	case err != nil:
		return true, err
	case s.Row.ID != row.ID:
		return false, nil
	}
	t := f.service.Lobby.Tables.In(row.Channel)
	if t == nil {
		return true, nil
	}
	f.renameAt(ctx, t) // before the table announces the names of who leaves and who wins
	s = t.Game.Session()
	seat, sits := s.SeatOf(f.As)
	if !sits {
		return false, nil
	}
	now, absent := f.service.Now(), games.Absent{Seat: seat}
	next, _, err := s.Course.Apply(games.Action{At: now, Seat: games.Dealer, Move: absent})
	if err != nil {
		return true, nil // the current hand is not over
	}
	was, is := s.View().Seat(seat), next.Game.View(games.Watcher).Seat(seat)
	if is.IsLeaving != was.IsLeaving || is.HasLeft != was.HasLeft { // otherwise they already leave after this hand
		t.Game.Put(t.Understand(table.Word{
			Door: table.House, Channel: row.Channel, Guild: row.Guild, Who: table.Person{ID: f.As},
			Words: absent.String(), At: now,
		}))
	}
	return true, nil
}

func (f forgetting) rename(ctx context.Context) {
	for _, t := range f.service.Lobby.Tables.All() {
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
	name := "" // empty for a person who only opened the table, because the name could occur in any sentence
	if sat {
		name = s.Name(seat)
	}
	done := make(chan struct{})
	t.Game.Order(table.Forget{ForgottenPlayer: f.ForgottenPlayer, Done: done})
	select {
	case <-done:
		t.Post.RemoveSentences(name)
		t.Game.Order(table.Redraw{})
	case <-t.Game.Closed():
	case <-ctx.Done():
	}
}
