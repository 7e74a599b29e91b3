package discord

import (
	"cmp"
	"time"

	"settable/store/ids"
)

// MaxPlace is the maximum number of characters in the location of an event. A channel's name can be just as long.
const MaxPlace = 100

// Scheduled is an event in a server's calendar that does not take place in one of Discord's voice channels.
type Scheduled struct {
	Name, About, Place string // at most 100, 1,000 and 100 characters
	Start, End         time.Time
}

// Check returns an error if the event breaks one of Discord's limits.
func (s Scheduled) Check() error {
	return cmp.Or(limit("the event's name", s.Name, 1, 100), limit("the event's place", s.Place, 1, MaxPlace),
		limit("the event's description", s.About, 0, 1000))
}

// EventStatus is the status of an event in a calendar.
type EventStatus int

// The statuses have the values that Discord's API uses.
// https://discord.com/developers/docs/resources/guild-scheduled-event#guild-scheduled-event-object-guild-scheduled-event-status
const (
	EventScheduled EventStatus = 1 + iota
	EventActive
	EventCompleted
	EventCanceled
)

// CalendarEvent is an existing event in a server's calendar.
type CalendarEvent struct {
	ID     ids.Event
	Start  time.Time
	Status EventStatus
}
