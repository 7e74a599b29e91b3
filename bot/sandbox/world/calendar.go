package world

import "slices"

// Calendar is what is planned in the guild.
type Calendar struct{ Events []*Scheduled }

// Scheduled is an event somewhere outside Discord's own channels, the only kind a text-channel bot makes.
type Scheduled struct {
	ID, Name, Start string
	End, About      *string
	Place           string
}

// ScheduledObject is a planned event in Discord's shape.
func (g *Guild) ScheduledObject(e *Scheduled) map[string]any {
	return map[string]any{
		"id": e.ID, "guild_id": g.GuildID, "channel_id": nil, "creator_id": g.Bot.ID, "creator": g.Bot,
		"name":        e.Name,
		"description": e.About, "image": nil, "scheduled_start_time": e.Start, "scheduled_end_time": e.End,
		"privacy_level": 2, "status": 1, "entity_type": 3, "entity_id": nil,
		"entity_metadata": map[string]string{"location": e.Place}, "recurrence_rule": nil, "user_count": 0,
		"guild_scheduled_event_exceptions": []any{},
	}
}

// Scheduled finds a planned event by its id.
func (c *Calendar) Scheduled(id string) (*Scheduled, error) {
	for _, e := range c.Events {
		if e.ID == id {
			return e, nil
		}
	}
	return nil, errUnknownEvent
}

// Schedule plans an event.
func (w *World) Schedule(e Scheduled) *Scheduled {
	e.ID = w.newID()
	w.Events = append(w.Events, &e)
	w.news.event("GUILD_SCHEDULED_EVENT_CREATE", intentEvents, w.ScheduledObject(&e))
	return &e
}

// Unschedule takes a planned event away.
func (w *World) Unschedule(e *Scheduled) {
	w.Events = slices.DeleteFunc(w.Events, func(at *Scheduled) bool { return at == e })
	w.news.event("GUILD_SCHEDULED_EVENT_DELETE", intentEvents, w.ScheduledObject(e))
}
