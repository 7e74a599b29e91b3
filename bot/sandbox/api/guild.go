package api

import (
	"time"

	"settable/bot/sandbox/world"
)

// inGuild returns a handler for a route whose path names a guild. The bot must be in that guild.
func inGuild(handle func(*call, *world.Guild) (answer, error)) func(*call) (answer, error) {
	return withFound(func(c *call) (*world.Guild, error) { return c.world.BotInGuild(c.path("guild")) }, handle)
}

func getGuild(_ *call, g *world.Guild) (answer, error) { return okay(g.GuildObject()) }

func getMember(c *call, g *world.Guild) (answer, error) {
	u, ok := g.User(c.path("user"))
	if !ok || !g.IsMember(u.ID) {
		return answer{}, world.ErrUnknownMember
	}
	return okay(g.Member(u))
}

func listEvents(c *call, g *world.Guild) (answer, error) {
	all := []any{}
	for _, e := range g.Planned(c.world.Events) {
		if now := c.api.Now(); !e.Ended(now) {
			all = append(all, g.ScheduledObject(e, now))
		}
	}
	return okay(all)
}

// withEvent returns a handler for a route whose path names a scheduled event.
func withEvent(handle func(*call, *world.Guild, *world.Scheduled) (answer, error)) func(*call) (answer, error) {
	return inGuild(func(c *call, g *world.Guild) (answer, error) {
		e, err := c.world.Scheduled(g, c.path("event"))
		if err != nil {
			return answer{}, err
		}
		return handle(c, g, e)
	})
}

func getEvent(c *call, g *world.Guild, e *world.Scheduled) (answer, error) {
	return okay(g.ScheduledObject(e, c.api.Now()))
}

func patchEvent(c *call, g *world.Guild, e *world.Scheduled) (answer, error) {
	if err := g.MayChangeEvents(); err != nil {
		return answer{}, err
	}
	b := struct {
		scheduledBody
		Status world.EventStatus `json:"status"`
	}{scheduledBody: bodyOf(e), Status: e.Status}
	if err := c.body.decode(&b); err != nil {
		return answer{}, err
	}
	earliest := c.api.Now()
	if b.Start == e.Start {
		earliest = time.Time{}
	}
	if err := b.check(earliest); err != nil {
		return answer{}, err
	}
	err := c.world.Amend(e, func(e *world.Scheduled) {
		e.Name, e.About, e.Start, e.End, e.Place = b.Name, b.About, b.Start, b.End, b.Where.Location
		e.Status = b.Status
	})
	if err != nil {
		return answer{}, err
	}
	return okay(g.ScheduledObject(e, c.api.Now()))
}

// bodyOf returns the request body that would create the given event.
func bodyOf(e *world.Scheduled) scheduledBody {
	return scheduledBody{Name: e.Name, About: e.About, Start: e.Start, End: e.End, Privacy: 2, Kind: 3,
		Where: &location{e.Place}}
}

func deleteEvent(c *call, g *world.Guild, e *world.Scheduled) (answer, error) {
	if err := g.MayChangeEvents(); err != nil {
		return answer{}, err
	}
	c.world.Unschedule(e)
	return noContent, nil
}

type scheduledBody struct {
	Name    string    `json:"name"`
	About   *string   `json:"description"`
	Start   string    `json:"scheduled_start_time"`
	End     *string   `json:"scheduled_end_time"`
	Privacy int       `json:"privacy_level"`
	Kind    int       `json:"entity_type"`
	Where   *location `json:"entity_metadata"`
}

type location struct {
	Location string `json:"location"`
}

func postEvent(c *call, g *world.Guild) (answer, error) {
	if err := g.MayCreateEvents(); err != nil {
		return answer{}, err
	}
	var b scheduledBody
	if err := c.body.decode(&b); err != nil {
		return answer{}, err
	}
	if err := b.check(c.api.Now()); err != nil {
		return answer{}, err
	}
	e := world.Scheduled{Name: b.Name, About: b.About, Start: b.Start, End: b.End, Place: b.Where.Location,
		Guild: g.GuildID}
	return okay(g.ScheduledObject(c.world.Schedule(e), c.api.Now()))
}

// check validates an event and its start time, which must not be before earliest.
func (b scheduledBody) check(earliest time.Time) error {
	var p world.Problems
	p.Length("name", b.Name, 1, 100)
	if b.About != nil {
		p.Length("description", *b.About, 0, 1000)
	}
	if b.Privacy != 2 {
		p.Add("privacy_level", "BASE_TYPE_CHOICES", "Must be 2 (guild only).")
	}
	if b.Kind != 3 || b.Where == nil || b.Where.Location == "" || world.Runes(b.Where.Location) > 100 {
		p.Add("entity_metadata.location", "BASE_TYPE_REQUIRED",
			"An external event (entity_type 3) needs a location of at most 100 characters.")
	}
	start, err := time.Parse(time.RFC3339, b.Start)
	if err != nil || start.Before(earliest) {
		p.Add("scheduled_start_time", "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past.")
	}
	if b.End == nil {
		p.Add("scheduled_end_time", "BASE_TYPE_REQUIRED", "An external event needs an end time.")
	} else if end, err := time.Parse(time.RFC3339, *b.End); err != nil || !end.After(start) {
		p.Add("scheduled_end_time", "BASE_TYPE_INVALID", "Must be after the start.")
	}
	return p.Err()
}
