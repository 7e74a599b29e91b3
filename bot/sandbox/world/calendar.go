package world

import (
	"cmp"
	"slices"
	"time"
)

// Calendar holds the scheduled events of all guilds.
type Calendar struct{ Events []*Scheduled }

// Scheduled is an external scheduled event, which doesn't take place in a Discord channel. The bot creates no other
// events.
type Scheduled struct {
	ID, Name, Start string
	End, About      *string
	Place           string
	Guild           string // the id of its server
	Status          EventStatus
}

// EventStatus is the status of a scheduled event. 0 counts as EventScheduled.
type EventStatus int

const (
	EventScheduled EventStatus = 1 + iota
	EventActive
	EventCompleted
	EventCanceled
)

// StatusAt returns the event's status at the given time. An external event starts and ends automatically.
func (e *Scheduled) StatusAt(now time.Time) EventStatus {
	status := max(e.Status, EventScheduled)
	if status == EventScheduled && !now.Before(timeOf(e.Start)) {
		status = EventActive
	}
	if status == EventActive && e.End != nil && !now.Before(timeOf(*e.End)) {
		status = EventCompleted
	}
	return status
}

// Ended reports whether the event is completed or cancelled.
func (e *Scheduled) Ended(now time.Time) bool { return e.StatusAt(now) >= EventCompleted }

// mayBecome reports whether Discord allows a change from this status to the next one.
func (s EventStatus) mayBecome(next EventStatus) bool {
	return s == next || s == EventScheduled && (next == EventActive || next == EventCanceled) ||
		s == EventActive && next == EventCompleted
}

// timeOf parses a time that has already been validated. It returns the zero time if the text is empty.
func timeOf(text string) time.Time {
	t, _ := time.Parse(time.RFC3339, text)
	return t
}

// ScheduledObject returns a scheduled event in Discord's JSON format.
func (g *Guild) ScheduledObject(e *Scheduled, now time.Time) map[string]any {
	return map[string]any{
		"id": e.ID, "guild_id": g.GuildID, "channel_id": nil, "creator_id": g.Bot.ID, "creator": g.Bot,
		"name":        e.Name,
		"description": e.About, "image": nil, "scheduled_start_time": e.Start, "scheduled_end_time": e.End,
		"privacy_level": 2, "status": e.StatusAt(now), "entity_type": 3, "entity_id": nil,
		"entity_metadata": map[string]string{"location": e.Place}, "recurrence_rule": nil, "user_count": 0,
		"guild_scheduled_event_exceptions": []any{},
	}
}

// Scheduled finds a guild's scheduled event by id.
func (c *Calendar) Scheduled(g *Guild, id string) (*Scheduled, error) {
	for _, e := range g.Planned(c.Events) {
		if e.ID == id {
			return e, nil
		}
	}
	return nil, errUnknownEvent
}

// MayCreateEvents returns an error unless the bot may create external events. Since February 2026, Manage Events is
// not enough.
// https://discord.com/developers/docs/resources/guild-scheduled-event#guild-scheduled-event-permissions-requirements
func (g *Guild) MayCreateEvents() error { return g.mayAny(PermissionCreateEvents) }

// MayChangeEvents returns an error unless the bot may change and delete the events that it created.
func (g *Guild) MayChangeEvents() error {
	return g.mayAny(PermissionCreateEvents | PermissionManageEvents)
}

func (g *Guild) mayAny(of int64) error {
	if PermissionsOfBot&^g.Denied&of == 0 {
		return errNoPermission
	}
	return nil
}

// Planned returns the guild's scheduled events.
func (g *Guild) Planned(all []*Scheduled) []*Scheduled {
	return slices.DeleteFunc(slices.Clone(all), func(e *Scheduled) bool { return e.Guild != g.GuildID })
}

// Schedule adds a scheduled event. An event without a guild belongs to the first guild.
func (w *World) Schedule(e Scheduled) *Scheduled {
	e.ID, e.Guild = w.newID(), cmp.Or(e.Guild, w.GuildID)
	w.Events = append(w.Events, &e)
	w.news.event("GUILD_SCHEDULED_EVENT_CREATE", e.Guild, intentEvents, w.In(e.Guild).ScheduledObject(&e, w.now()))
	w.news.notice(Notice{Kind: "events", Data: w.Ahead(w.now())})
	return &e
}

// Amend changes an event on behalf of a moderator or of the bot. An event that has ended can't be changed.
func (w *World) Amend(e *Scheduled, change func(*Scheduled)) error {
	before, after := e.StatusAt(w.now()), *e
	change(&after)
	switch {
	case before >= EventCompleted:
		return errFinishedEvent
	case !before.mayBecome(max(after.Status, EventScheduled)) && after.Status != e.Status:
		return BadBody("status", "GUILD_SCHEDULED_EVENT_INVALID_STATUS_UPDATE", "Invalid status update.")
	}
	*e = after
	w.news.event("GUILD_SCHEDULED_EVENT_UPDATE", e.Guild, intentEvents, w.In(e.Guild).ScheduledObject(e, w.now()))
	w.news.notice(Notice{Kind: "events", Data: w.Ahead(w.now())})
	return nil
}

// Ahead returns the scheduled events in the pages' format, starting with the next one.
func (c *Calendar) Ahead(now time.Time) []map[string]string {
	all := []map[string]string{}
	next := slices.Clone(c.Events)
	slices.SortStableFunc(next, func(a, b *Scheduled) int { return timeOf(a.Start).Compare(timeOf(b.Start)) })
	for _, e := range next {
		if !e.Ended(now) {
			all = append(all, map[string]string{"id": e.ID, "name": e.Name, "start": e.Start, "place": e.Place})
		}
	}
	return all
}

// Unschedule deletes a scheduled event.
func (w *World) Unschedule(e *Scheduled) {
	w.Events = slices.DeleteFunc(w.Events, func(at *Scheduled) bool { return at == e })
	w.news.event("GUILD_SCHEDULED_EVENT_DELETE", e.Guild, intentEvents, w.In(e.Guild).ScheduledObject(e, w.now()))
	w.news.notice(Notice{Kind: "events", Data: w.Ahead(w.now())})
}
