package lobby

import (
	"context"
	"errors"
	"time"

	"settable/bot/table"
	"settable/games"
	"settable/store"
)

// Dailies handles the daily deals: tables for one player that have no goroutine. For each move, the session is loaded
// from the journal. If another line was written in the meantime, the journal refuses the new one.
type Dailies struct{ Lobby *Lobby }

var errShut = games.Refuse("lobby.daily_shut")

// End ends a daily deal with its player's result so far. A deal that can't be replayed is closed without a result. If
// the deal has already ended, End does nothing.
func (a Dailies) End(ctx context.Context, row store.Table, at time.Time) error {
	s, err := a.Session(ctx, row)
	var told games.Illegal
	switch {
	case errors.As(err, &told):
		a.Lobby.Log.Warn("daily deal closed without a result", "table", row.ID)
		err = a.Lobby.Store.CloseTable(ctx, row.ID, at)
	case err == nil:
		end := games.Action{At: at, Seat: games.Dealer, Move: games.End{}}
		err = a.Lobby.Store.Append(ctx, s.House(table.Moment{Now: at}, 0, end).Entry)
	}
	if errors.Is(err, store.ErrOver) {
		return nil
	}
	return err
}

// Session returns the current state of a daily deal. If the deal can't be replayed or the bot no longer has the game,
// the error is a games.Illegal.
func (a Dailies) Session(ctx context.Context, row store.Table) (table.Session, error) {
	if a.Lobby.rulesOf(row.Game) == nil {
		return table.Session{}, errShut
	}
	s, err := a.Lobby.Read(ctx, row)
	if errors.Is(err, games.ErrEdition) || errors.Is(err, table.ErrBroken) {
		a.Lobby.Log.Error("loading a daily deal failed", "table", row.ID, "error", err)
		return table.Session{}, errShut
	}
	return s, err
}

// EndPast ends the open deals of past days, each at the end of its day.
func (a Dailies) EndPast(ctx context.Context) error {
	rows, err := a.Lobby.Store.OpenDailies(ctx, games.DayOf(a.Lobby.Now())-1)
	for _, row := range rows {
		if err == nil {
			err = a.EndOfDay(ctx, row)
		}
	}
	return err
}

// EndOfDay ends the deal of a past day at the end of that day.
func (a Dailies) EndOfDay(ctx context.Context, row store.Table) error {
	return a.End(ctx, row, (row.Daily + 1).Begins().Add(-time.Millisecond))
}

// Resume records in the open deals how long the bot was offline, because that time doesn't count (behaviour, Feedback
// 4).
func (a Dailies) Resume(ctx context.Context) error {
	rows, err := a.Lobby.Store.OpenDailies(ctx, games.DayOf(a.Lobby.Now()))
	for _, row := range rows {
		if err == nil {
			err = a.resume(ctx, row)
		}
	}
	return err
}

func (a Dailies) resume(ctx context.Context, row store.Table) error {
	lines, err := a.Lobby.Store.Lines(ctx, row.ID)
	alive, err2 := a.Lobby.Store.Alive(ctx)
	if err = errors.Join(err, err2); err != nil || alive.IsZero() || len(lines) == 0 {
		return err
	}
	s, err := a.Session(ctx, row)
	if errors.As(err, new(games.Illegal)) {
		return nil
	}
	now := a.Lobby.Now()
	lost := now.Sub(laterOf(alive, lines[len(lines)-1].At)) // no lost time is counted twice
	if err == nil && s.View().Phase == games.Playing && lost > 0 {
		err = a.Lobby.Store.Append(ctx, s.House(table.Moment{Now: now}, lost).Entry)
	}
	if errors.Is(err, store.ErrStale) || errors.Is(err, store.ErrOver) {
		return nil // the player has just moved, or the deal has ended
	}
	return err
}
