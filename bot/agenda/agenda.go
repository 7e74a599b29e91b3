// Package agenda is the nights that are to come: their posts, in which people sign up, their events in the
// calendar of the server, and who is reminded when.
package agenda

import (
	"context"
	"embed"
	"errors"
	"sync"
	"time"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/store"
)

const (
	// before is how long before a night people are reminded of it.
	before = 15 * time.Minute
	// late is how much later they still are, by a bot that was off: whoever wants to come can.
	late = time.Hour
	// lasts is how long a night is said to last in the calendar, which wants an end.
	lasts = 4 * time.Hour
)

// What a host reads of what stands here.
const (
	looking    = "nights of which people are to be reminded, to be looked for"
	announcing = "planned nights to be announced"
	reminding  = "nights of which people are to be reminded"
	leaving    = "nights that were planned in channels that are gone"
)

// An Agenda is the nights that are planned on all servers.
type Agenda struct {
	lobby.Parts
	tables *lobby.Lobby

	mu   sync.Mutex
	next time.Time // when something is to be done next; the zero time: it is to be looked up
}

// New is an agenda that has looked up nothing yet.
func New(tables *lobby.Lobby) *Agenda { return &Agenda{Parts: tables.Parts, tables: tables} }

// Words are the catalogues of what is said of planned nights.
//
//go:embed words/*.yaml
var Words embed.FS

// Plan writes that a night is planned, and has it announced. Where the bot may put nothing into the calendar
// the plan stands without.
func (a *Agenda) Plan(ctx context.Context, p store.Plan, source store.Source, may discord.Permissions) (
	store.Plan, error) {
	p.Remind = p.Starts.Add(-before)
	if p.Remind.Before(p.Made) { // who plans so late needs no reminder at once
		p.Remind = p.Starts
	}
	p, err := a.Store.PlanNight(ctx, p, source)
	if err != nil {
		return p, err
	}
	if !may.MayPlan() {
		if err := a.Store.Announced(ctx, p.ID, 0, store.NoEvent); err != nil {
			return p, err
		}
	}
	a.wakeBy(p.Remind)
	a.Announce(p.ID)
	return p, nil
}

// Cancel takes a plan back, and has people told so.
func (a *Agenda) Cancel(ctx context.Context, id store.PlanID) error {
	err := a.Store.CancelPlan(ctx, id, a.Now())
	if err == nil {
		a.Announce(id)
	}
	return err
}

// Gone cancels what was planned in a channel that is gone.
func (a *Agenda) Gone(channel store.ChannelID) {
	a.Tasks.Stand(delivery.Task{What: leaving, Of: int64(channel), Rank: delivery.Seen,
		Do: func(ctx context.Context) error {
			all, err := a.Store.Pending(ctx)
			for _, p := range all {
				if p.Channel == channel {
					err = errors.Join(err, a.vanished(ctx, p))
				}
			}
			return err
		}})
}

// vanished cancels a plan whose channel is gone, if nobody did before.
func (a *Agenda) vanished(ctx context.Context, p store.Plan) error {
	err := a.Cancel(ctx, p.ID)
	if errors.Is(err, store.ErrCancelled) {
		return nil
	}
	return err
}

// Due says whether something is to be done that was planned. It is asked at every beat.
func (a *Agenda) Due() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return !a.Now().Before(a.next)
}

// wakeBy has the agenda looked at by then.
func (a *Agenda) wakeBy(by time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if by.Before(a.next) {
		a.next = by
	}
}

// never is when nothing more is to be done.
var never = time.Unix(1<<40, 0)

// DoDue sees to it that what is due is done.
func (a *Agenda) DoDue() {
	a.mu.Lock()
	a.next = never // what is planned while we look lowers it
	a.mu.Unlock()
	a.Tasks.Stand(delivery.Task{What: looking, Rank: delivery.Heard, Do: func(ctx context.Context) error {
		all, err := a.Store.Pending(ctx)
		if err != nil {
			return err
		}
		now := a.Now()
		for _, p := range all {
			if !p.Cancelled.IsZero() || p.Post == 0 || p.Event == 0 {
				a.Announce(p.ID)
			}
			if p.Remind.After(now) {
				a.wakeBy(p.Remind)
			} else if p.Cancelled.IsZero() {
				a.remind(p.ID)
			}
		}
		return nil
	}})
}
