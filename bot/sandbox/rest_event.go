package sandbox

import "time"

func (c *call) eventObject(e *scheduled) map[string]any {
	return map[string]any{
		"id": e.ID, "guild_id": c.world.GuildID, "channel_id": nil, "creator_id": c.world.Bot.ID, "creator": c.world.Bot,
		"name": e.Name, "description": e.About, "image": nil, "scheduled_start_time": e.Start, "scheduled_end_time": e.End,
		"privacy_level": 2, "status": 1, "entity_type": 3, "entity_id": nil, "entity_metadata": where{e.Place},
		"recurrence_rule": nil, "user_count": 0, "guild_scheduled_event_exceptions": []any{},
	}
}

func (c *call) listEvents() (answer, error) {
	if err := c.here(); err != nil {
		return answer{}, err
	}
	all := []any{}
	for _, e := range c.world.Events {
		all = append(all, c.eventObject(e))
	}
	return okay(all)
}

func (c *call) planned() (*scheduled, error) {
	if err := c.here(); err != nil {
		return nil, err
	}
	for _, e := range c.world.Events {
		if e.ID == c.path("event") {
			return e, nil
		}
	}
	return nil, errUnknownEvent
}

func (c *call) getEvent() (answer, error) {
	e, err := c.planned()
	if err != nil {
		return answer{}, err
	}
	return okay(c.eventObject(e))
}

func (c *call) deleteEvent() (answer, error) {
	e, err := c.planned()
	if err != nil {
		return answer{}, err
	}
	for i, at := range c.world.Events {
		if at == e {
			c.world.Events = append(c.world.Events[:i:i], c.world.Events[i+1:]...)
		}
	}
	c.dispatch("GUILD_SCHEDULED_EVENT_DELETE", intentEvents, func(*session) any { return c.eventObject(e) })
	c.notify()
	return noContent, nil
}

// postEvent makes an event somewhere outside Discord's own channels, the only kind a text-channel bot makes.
func (c *call) postEvent() (answer, error) {
	if err := c.here(); err != nil {
		return answer{}, err
	}
	var b scheduledBody
	if err := c.body.decode(&b); err != nil {
		return answer{}, err
	}
	var f faults
	f.length("name", b.Name, 1, 100)
	if b.About != nil {
		f.length("description", *b.About, 0, 1000)
	}
	if b.Privacy != 2 {
		f.add("privacy_level", "BASE_TYPE_CHOICES", "Must be 2 (guild only).")
	}
	if b.Kind != 3 || b.Where == nil || b.Where.Location == "" || runes(b.Where.Location) > 100 {
		f.add("entity_metadata.location", "BASE_TYPE_REQUIRED", "An external event (entity_type 3) names a place of at most 100 characters.")
	}
	start, err := time.Parse(time.RFC3339, b.Start)
	if err != nil || start.Before(c.now()) {
		f.add("scheduled_start_time", "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past.")
	}
	if b.End == nil {
		f.add("scheduled_end_time", "BASE_TYPE_REQUIRED", "An external event has an end.")
	} else if end, err := time.Parse(time.RFC3339, *b.End); err != nil || !end.After(start) {
		f.add("scheduled_end_time", "BASE_TYPE_INVALID", "Must be after the start.")
	}
	if err := f.err(); err != nil {
		return answer{}, err
	}
	e := &scheduled{ID: c.world.Flake.next(c.now()), Name: b.Name, About: b.About, Start: b.Start, End: b.End, Place: b.Where.Location}
	c.world.Events = append(c.world.Events, e)
	c.dispatch("GUILD_SCHEDULED_EVENT_CREATE", intentEvents, func(*session) any { return c.eventObject(e) })
	c.notify()
	return okay(c.eventObject(e))
}
