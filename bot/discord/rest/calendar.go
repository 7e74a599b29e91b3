package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"settable/bot/discord"
	"settable/store/ids"
)

// A Calendar is the calendar of one server.
type Calendar struct {
	Client *Client
	Guild  ids.Guild
}

// scheduledBody is an event for a server's calendar in Discord's JSON format.
type scheduledBody struct {
	Name    string    `json:"name"`
	About   string    `json:"description,omitempty"`
	Start   time.Time `json:"scheduled_start_time"`
	End     time.Time `json:"scheduled_end_time"`
	Privacy int       `json:"privacy_level"`
	Kind    int       `json:"entity_type"`
	Where   struct {
		Location string `json:"location"`
	} `json:"entity_metadata"`
}

// These are Discord's privacy level for events that only members see, and its entity type for events outside of
// Discord's channels.
const (
	guildOnly = 2
	external  = 3
)

// Schedule adds an event to the calendar. Discord accepts no nonce here, so Schedule first reads the calendar. If the
// calendar already has an equal event of the bot, an earlier attempt must have created it without getting the
// response, so Schedule returns that event. For the same reason, Schedule itself never repeats a request that may
// have arrived, and the caller must try again.
func (c Calendar) Schedule(ctx context.Context, s discord.Scheduled) (ids.Event, error) {
	if err := s.Check(); err != nil {
		return 0, fmt.Errorf("%s: %w", scheduling, err)
	}
	made, err := c.findEqual(ctx, s)
	if made != 0 || err != nil {
		return made, err
	}
	b := scheduledBody{Name: s.Name, About: s.About, Start: s.Start.UTC(), End: s.End.UTC(), Privacy: guildOnly,
		Kind: external}
	b.Where.Location = s.Place
	var out struct {
		ID ids.Event `json:"id"`
	}
	err = c.Client.do(ctx, request{
		what: scheduling, method: http.MethodPost, url: endpoint("guilds", c.Guild.String(), "scheduled-events"),
		bucket: "POST events " + c.Guild.String(), body: b, out: &out, once: true,
	})
	if err == nil && out.ID == 0 {
		err = fmt.Errorf("%s: %w", scheduling, errIncomplete)
	}
	return out.ID, err
}

const scheduling = "create a calendar event"

// listedEvent is an event in Discord's list of a server's events.
type listedEvent struct {
	scheduledBody
	ID      ids.Event           `json:"id"`
	Creator ids.User            `json:"creator_id"`
	Status  discord.EventStatus `json:"status"`
}

func (e listedEvent) event() discord.CalendarEvent {
	return discord.CalendarEvent{ID: e.ID, Start: e.Start, Status: e.Status}
}

// Event looks up an event. If the event was deleted, the error is discord.ErrUnknownEvent.
func (c Calendar) Event(ctx context.Context, id ids.Event) (discord.CalendarEvent, error) {
	const what = "look up a calendar event"
	var e listedEvent
	err := c.Client.do(ctx, request{what: what, method: http.MethodGet,
		url:    endpoint("guilds", c.Guild.String(), "scheduled-events", id.String()),
		bucket: "GET event " + c.Guild.String(), out: &e})
	if err == nil && (e.ID != id || e.Start.IsZero() || e.Status == 0) {
		err = fmt.Errorf("%s: %w", what, errIncomplete)
	}
	return e.event(), err
}

// Events lists the events of the calendar. An event that is missing from the list may still exist.
func (c Calendar) Events(ctx context.Context) (events []discord.CalendarEvent, err error) {
	all, err := c.list(ctx)
	for _, e := range all {
		events = append(events, e.event())
	}
	return events, err
}

func (c Calendar) list(ctx context.Context) (all []listedEvent, err error) {
	return all, c.Client.do(ctx, request{
		what: "list the calendar events", method: http.MethodGet,
		url:    endpoint("guilds", c.Guild.String(), "scheduled-events"),
		bucket: "GET events " + c.Guild.String(), out: &all,
	})
}

// findEqual returns the id of the bot's own event that equals this one, or 0 if there is none.
func (c Calendar) findEqual(ctx context.Context, s discord.Scheduled) (ids.Event, error) {
	me, err := c.Client.Me(ctx)
	if err != nil {
		return 0, err
	}
	all, err := c.list(ctx)
	if err != nil {
		return 0, err
	}
	for _, e := range all {
		if e.Creator == me.ID && e.Name == s.Name && e.Start.Equal(s.Start) && e.Where.Location == s.Place {
			return e.ID, nil
		}
	}
	return 0, nil
}

// Unschedule removes an event from the calendar. It returns no error if the event is already deleted.
func (c Calendar) Unschedule(ctx context.Context, id ids.Event) error {
	err := c.Client.do(ctx, request{
		what: "delete a calendar event", method: http.MethodDelete,
		url:    endpoint("guilds", c.Guild.String(), "scheduled-events", id.String()),
		bucket: "DELETE events " + c.Guild.String(),
	})
	if errors.Is(err, discord.ErrUnknownEvent) {
		return nil // a user removed the event, or an earlier attempt had arrived
	}
	return err
}

// ChannelName returns the name of a channel, for use as the location of an event.
func (c Calendar) ChannelName(ctx context.Context, channel ids.Channel) (string, error) {
	found, err := lookups{sender: c.Client.sender}.channel(ctx, channel)
	return found.Name, err
}
