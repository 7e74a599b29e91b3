package command

import (
	"time"

	"settable/store"
)

const (
	// shownAgainAfter is how long a channel is not shown the same kind of thing again.
	// Meanwhile only the callers see it.
	shownAgainAfter = time.Minute
	// playing is the same for a caller who sits at the table that they want shown.
	playing = 5 * time.Second
)

// A showing is one kind of thing in one channel, so that nobody can push a table out
// of sight by asking again and again.
type showing struct {
	channel store.ChannelID
	what    string
}

// manner is Public if the channel has not been shown such a thing lately, and otherwise Repeated.
func manner(c Call, what string) Manner {
	if c.lately.May(showing{c.Channel, what}, c.At, shownAgainAfter) {
		return Public
	}
	return Repeated
}
