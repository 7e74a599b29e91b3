package world

import (
	"cmp"
	"slices"
	"time"
)

// Calendar is what is planned in the guilds.
type Calendar struct{ Events []*Scheduled }

// Scheduled is an event somewhere outside Discord's own channels, the only kind a text-channel bot makes.
type Scheduled struct {
	ID, Name, Start string
	End, About      *string
	Place           string
	Guild           string // the server it is planned in
	Status          EventStatus
}

// EventStatus is what has become of an event; 0 is EventScheduled.
type EventStatus int

const (
	EventScheduled EventStatus = 1 + iota
	EventActive
	EventCompleted
	EventCanceled
)

// StatusAt returns the status at a time: an external event begins and ends by itself.
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

// Ended reports whether the event was completed or cancelled.
func (e *Scheduled) Ended(now time.Time) bool { return e.StatusAt(now) >= EventCompleted }

// mayBecome reports whether Discord takes a change of the status.
func (s EventStatus) mayBecome(next EventStatus) bool {
	return s == next || s == EventScheduled && (next == EventActive || next == EventCanceled) ||
		s == EventActive && next == EventCompleted
}

// timeOf returns a time, which was read as such before: the zero time is none.
func timeOf(text string) time.Time {
	t, _ := time.Parse(time.RFC3339, text)
	return t
}

// ScheduledObject returns a planned event in Discord's shape.
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

// Scheduled finds an event that is planned in the guild by its id.
func (c *Calendar) Scheduled(g *Guild, id string) (*Scheduled, error) {
	for _, e := range g.Planned(c.Events) {
		if e.ID == id {
			return e, nil
		}
	}
	return nil, errUnknownEvent
}

// MayCreateEvents reports whether the bot may create events outside Discord's own channels. Since February 2026, Manage
// Events is not enough.
//
// https://discord.com/developers/docs/resources/guild-scheduled-event#guild-scheduled-event-permissions-requirements
func (g *Guild) MayCreateEvents() error { return g.mayAny(PermissionCreateEvents) }

// MayChangeEvents reports whether the bot may change and delete events that it created.
func (g *Guild) MayChangeEvents() error {
	return g.mayAny(PermissionCreateEvents | PermissionManageEvents)
}

func (g *Guild) mayAny(of int64) error {
	if PermissionsOfBot&^g.Denied&of == 0 {
		return errNoPermission
	}
	return nil
}

// Planned returns those of the events that are planned in the guild.
func (g *Guild) Planned(all []*Scheduled) []*Scheduled {
	return slices.DeleteFunc(slices.Clone(all), func(e *Scheduled) bool { return e.Guild != g.GuildID })
}

// Schedule plans an event; that of no guild is the first one's.
func (w *World) Schedule(e Scheduled) *Scheduled {
	e.ID, e.Guild = w.newID(), cmp.Or(e.Guild, w.GuildID)
	w.Events = append(w.Events, &e)
	w.news.event("GUILD_SCHEDULED_EVENT_CREATE", e.Guild, intentEvents, w.In(e.Guild).ScheduledObject(&e, w.now()))
	w.news.notice(Notice{Kind: "events", Data: w.Ahead(w.now())})
	return &e
}

// Amend changes an event, as a moderator does in the calendar or the bot by REST. Of one that has ended nothing changes
// any more.
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

// Ahead returns what is planned, the next first, as pages show it.
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

// Unschedule takes a planned event away.
func (w *World) Unschedule(e *Scheduled) {
	w.Events = slices.DeleteFunc(w.Events, func(at *Scheduled) bool { return at == e })
	w.news.event("GUILD_SCHEDULED_EVENT_DELETE", e.Guild, intentEvents, w.In(e.Guild).ScheduledObject(e, w.now()))
	w.news.notice(Notice{Kind: "events", Data: w.Ahead(w.now())})
}
