package discord

import (
	"cmp"
	"time"
)

// Scheduled is an event in the calendar of a server, in a place that is none of Discord's
// voice channels.
type Scheduled struct {
	Name, About, Place string // at most 100, 1,000 and 100 characters
	Start, End         time.Time
}

// Check says which of Discord's limits it breaks, if any.
func (s Scheduled) Check() error {
	return cmp.Or(limit("the event's name", s.Name, 1, 100), limit("the event's place", s.Place, 1, 100),
		limit("the event's description", s.About, 0, 1000))
}
