// Package agenda handles planned nights: the sign-up posts, the events in a server's calendar, and the reminders.
package agenda

import (
	"context"
	"embed"
	"errors"
	"log/slog"
	"sync"
	"time"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/bot/lobby"
	"settable/bot/message"
	"settable/games"
	"settable/store"
	"settable/store/ids"
)

const (
	// remindBefore is how long before the start of a night the bot reminds its players.
	remindBefore = 15 * time.Minute
	// remindLate is how late the bot still sends a reminder if it was off at the right time, because players can
	// still join the night.
	remindLate = time.Hour
	// duration is the length of a night in the calendar. Discord requires every event to have an end.
	duration = 4 * time.Hour
)

// Kinds of the agenda's tasks. The names appear in the host's log and metrics.
const (
	searchTask      = "night_reminder_search"
	announceTask    = "night_announcement"
	remindTask      = "night_reminder"
	channelGoneTask = "night_channel_gone"
)

// An Agenda handles the planned nights on all of the bot's servers. All exported fields must be set. A new Agenda is
// due immediately, so that it reads the stored plans.
type Agenda struct {
	Store   Store
	Lobby   *lobby.Lobby
	Games   []games.Kind
	Discord *rest.Client
	Tasks   *delivery.Tasks
	Log     *slog.Logger
	Now     func() time.Time // the time by Discord's clock

	mu   sync.Mutex
	next time.Time // when something is due next; zero: not known yet
}

// Words holds the catalogues of the texts about planned nights.
//
//go:embed words/*.yaml
var Words embed.FS

// Game returns the game that begins a night: the first game that is played for chips, or nil if there is none.
func Game(kinds []games.Kind) games.Rules {
	for _, k := range kinds {
		if message.HasChips(k.Manual()) {
			return k
		}
	}
	return nil
}

// AddPlan stores a plan and announces it. If inCalendar is set, it also creates an event in the server's calendar.
// Errors come from the store.
func (a *Agenda) AddPlan(ctx context.Context, p store.Plan, source store.Source, inCalendar bool) (store.Plan, error) {
	p.Remind = reminderOf(p.Starts, p.Made)
	p, err := a.Store.PlanNight(ctx, p, source)
	if err != nil {
		return p, err
	}
	if !inCalendar {
		if err := a.Store.Announced(ctx, p.ID, 0, store.NoEvent); err != nil {
			return p, err
		}
	}
	a.wakeBy(p.Remind)
	a.Announce(p.ID)
	return p, nil
}

// reminderOf returns when to remind the players of a night. If the night was planned at short notice, that is when it
// begins.
func reminderOf(starts, now time.Time) time.Time {
	if remind := starts.Add(-remindBefore); remind.After(now) {
		return remind
	}
	return starts
}

// Cancel cancels a plan and announces the cancellation. Errors come from the store.
func (a *Agenda) Cancel(ctx context.Context, id store.PlanID) error {
	err := a.Store.CancelPlan(ctx, id, a.Now())
	if err == nil {
		a.Announce(id)
	}
	return err
}

// CancelIn cancels the plans for a channel that was deleted.
func (a *Agenda) CancelIn(channel ids.Channel) {
	a.Tasks.Add(delivery.Task{Kind: channelGoneTask, Number: int64(channel), Rank: delivery.RankSeen,
		Do: func(ctx context.Context) error {
			all, err := a.Store.Pending(ctx)
			for _, p := range all {
				if p.Channel == channel {
					err = errors.Join(err, a.cancelOnce(ctx, p))
				}
			}
			return err
		}})
}

// doubt looks up the channel of a plan if an error says that the channel is gone. The plan is kept until Discord has
// confirmed this.
func (a *Agenda) doubt(p store.Plan, err error) {
	if errors.Is(err, discord.ErrUnknownChannel) {
		a.Lobby.Absences.Doubt(lobby.Place{Channel: p.Channel})
	}
}

func (a *Agenda) cancelOnce(ctx context.Context, p store.Plan) error {
	err := a.Cancel(ctx, p.ID)
	if errors.Is(err, store.ErrCancelled) {
		return nil
	}
	return err
}

// Due reports whether DoDue has something to do. It doesn't access the store, because it is called every second.
func (a *Agenda) Due() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return !a.Now().Before(a.next)
}

func (a *Agenda) wakeBy(by time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if by.Before(a.next) {
		a.next = by
	}
}

// never is later than any plan. An agenda without plans is due at this time.
var never = time.Unix(1<<40, 0)

// DoDue adds a task that sends all announcements and reminders that are due.
func (a *Agenda) DoDue() {
	a.mu.Lock()
	a.next = never // a plan that is made in the meantime lowers this again
	a.mu.Unlock()
	a.Tasks.Add(delivery.Task{Kind: searchTask, Rank: delivery.RankHeard, Do: func(ctx context.Context) error {
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
