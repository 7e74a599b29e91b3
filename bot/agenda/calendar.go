package agenda

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/store"
	"settable/store/ids"
)

// Kinds of the tasks that deal with calendars. The names appear in the host's log and metrics.
const (
	followTask  = "night_event_lookup"
	compareTask = "night_calendar_check"
	moveTask    = "night_moved"
)

// longPast is how far an event's start must lie in the past before the bot concludes that a user has moved it there.
// A start in the recent past is normal, because Discord sets it to the current time if a moderator starts the event
// early.
const longPast = 10 * time.Minute

// Follow adds a task that looks up an event that was changed or deleted in a server's calendar, and updates the event's
// planned night, if it has one.
func (a *Agenda) Follow(guild ids.Guild, event ids.Event) {
	a.Tasks.Add(delivery.Task{Kind: followTask, Number: int64(event), Rank: delivery.RankHeard,
		Do: func(ctx context.Context) error {
			plans, err := a.Store.Planned(ctx, guild, a.Now())
			i := slices.IndexFunc(plans, func(p store.Plan) bool { return p.Event == event })
			if err != nil || i < 0 {
				return err
			}
			e, err := a.lookUp(ctx, plans[i])
			if err == nil {
				_, err = a.apply(ctx, plans[i], e)
			}
			return err
		}})
}

// Compare adds tasks that compare the planned nights of all servers with the servers' calendars, because the bot may
// have missed changes.
func (a *Agenda) Compare() {
	a.Tasks.Add(delivery.Task{Kind: compareTask, Rank: delivery.RankSeen, Do: func(ctx context.Context) error {
		all, err := a.Store.Pending(ctx)
		for _, p := range all {
			if p.Event > 0 {
				a.CompareIn(p.Guild)
			}
		}
		return err
	}})
}

// CompareIn works like Compare for one server. Events that aren't listed are looked up, because lists can be
// incomplete.
func (a *Agenda) CompareIn(guild ids.Guild) {
	a.Tasks.Add(delivery.Task{Kind: compareTask, Number: int64(guild), Rank: delivery.RankSeen,
		Do: func(ctx context.Context) error {
			plans, err := a.Store.Planned(ctx, guild, a.Now())
			plans = slices.DeleteFunc(plans, func(p store.Plan) bool { return p.Event <= 0 })
			if err != nil || len(plans) == 0 {
				return err
			}
			events, err := a.calendar(plans[0]).Events(ctx)
			if err != nil && !rest.IsPermanentRefusal(err) {
				return err
			}
			for _, p := range plans {
				i := slices.IndexFunc(events, func(e discord.CalendarEvent) bool { return e.ID == p.Event })
				if i < 0 {
					a.Follow(guild, p.Event)
				} else if _, err := a.apply(ctx, p, events[i]); err != nil {
					return err
				}
			}
			return nil
		}})
}

// lookUp looks up the event of a plan. A deleted event counts as cancelled. An event that the bot isn't allowed to
// see counts as unchanged.
func (a *Agenda) lookUp(ctx context.Context, p store.Plan) (discord.CalendarEvent, error) {
	e, err := a.calendar(p).Event(ctx, p.Event)
	switch {
	case errors.Is(err, discord.ErrUnknownEvent):
		return discord.CalendarEvent{ID: p.Event, Start: p.Starts, Status: discord.EventCanceled}, nil
	case rest.IsPermanentRefusal(err):
		return discord.CalendarEvent{ID: p.Event, Start: p.Starts, Status: discord.EventScheduled}, nil
	}
	return e, err
}

// A change says how a calendar event affects its plan.
type change int

const (
	unchanged change = iota
	calledOff        // the event was cancelled, ended or deleted
	movedAway        // the event was moved into the past, and no longer belongs to the plan
	moved            // the night now begins at another time
)

// changeBy returns how an event changes its plan, and when the night begins after the change. It never moves a night
// that has already begun to an earlier time, because its players are about to be reminded.
func changeBy(e discord.CalendarEvent, p store.Plan, now time.Time) (change, time.Time) {
	differs := e.Start.Sub(p.Starts).Abs() >= time.Second // Discord may drop fractions
	isAhead := p.Starts.After(now)
	switch {
	case e.Status == discord.EventCanceled:
		return calledOff, p.Starts
	case differs && e.Start.Before(now.Add(-longPast)):
		return movedAway, p.Starts
	case e.Status == discord.EventCompleted:
		return calledOff, p.Starts
	case isAhead && (e.Status == discord.EventActive || differs && !e.Start.After(now)):
		return moved, now
	case differs && e.Start.After(now) && e.Status != discord.EventActive:
		return moved, e.Start
	}
	return unchanged, p.Starts
}

// apply applies the change of an event to its plan. It reports whether the plan was cancelled or moved.
func (a *Agenda) apply(ctx context.Context, p store.Plan, e discord.CalendarEvent) (bool, error) {
	now := a.Now()
	switch c, starts := changeBy(e, p, now); c {
	case calledOff:
		return true, a.callOff(ctx, p)
	case movedAway:
		if err := a.Store.Announced(ctx, p.ID, 0, store.NoEvent); err != nil {
			return false, err
		}
		a.announceChange(p, "past", "agenda.moved_to_past")
	case moved:
		return true, a.move(ctx, p, starts, reminderOf(starts, now))
	}
	return false, nil
}

// callOff cancels a plan whose event was cancelled, ended or deleted in the calendar.
func (a *Agenda) callOff(ctx context.Context, p store.Plan) error {
	err := a.Store.CancelPlan(ctx, p.ID, a.Now())
	if err != nil && !errors.Is(err, store.ErrCancelled) {
		return err
	}
	if err := a.Store.Announced(ctx, p.ID, 0, store.NoEvent); err != nil {
		return err
	}
	a.Announce(p.ID)
	return nil
}

// move changes the start of a plan, updates the plan's post, and announces the change in a new message.
func (a *Agenda) move(ctx context.Context, p store.Plan, starts, remind time.Time) error {
	err := a.Store.MovePlan(ctx, p.ID, starts, remind, a.Now())
	for errors.Is(err, store.ErrPlanned) { // a channel can have only one night per starting time
		starts = starts.Add(time.Millisecond)
		err = a.Store.MovePlan(ctx, p.ID, starts, remind, a.Now())
	}
	if errors.Is(err, store.ErrCancelled) {
		return nil
	}
	if err != nil {
		return err
	}
	a.wakeBy(remind)
	if starts.After(a.Now()) { // otherwise the reminder announces the beginning
		a.announceChange(p, "moved", "agenda.moved")
	}
	return nil
}

// announceChange updates the post of a plan and posts a message about the change. It posts the message only once for
// each nonce and start. before is the plan before the change.
func (a *Agenda) announceChange(before store.Plan, nonce, key string) {
	a.Tasks.Add(delivery.Task{Kind: moveTask, Number: int64(before.ID), Rank: delivery.RankAwaited, Requests: 2,
		Do: func(ctx context.Context) error {
			p, err := a.Store.Plan(ctx, before.ID)
			if err != nil || !p.Cancelled.IsZero() || !a.Now().Before(p.Starts) {
				return err
			}
			if err := a.post(ctx, p); err != nil && !rest.IsPermanentRefusal(err) {
				return err
			}
			lang := a.Lobby.Languages.Of(p.Guild)
			m := discord.Message{
				Content: lang.Text(key, "when", Moment(lang, p.Starts), "before", discord.Timestamp(before.Starts, "f")),
				Nonce:   fmt.Sprintf("%s-%d-%s", nonce, p.ID, strconv.FormatInt(p.Starts.Unix(), 36)),
			}
			_, err = a.Discord.Post(ctx, p.Channel, m)
			a.doubt(p, err)
			if rest.IsPermanentRefusal(err) {
				return nil
			}
			return err
		}})
}
