package command

import (
	"time"

	"settable/store"
)

const (
	// bystanding is how long a channel that was shown something is not shown it again
	// for who asks: they alone are.
	bystanding = time.Minute
	// playing is the same for who sits at the table that is to be shown.
	playing = 5 * time.Second
)

// A showing is one kind of thing in one channel. No one person pushes a table out of
// sight by asking again and again.
type showing struct {
	channel store.ChannelID
	what    string
}

// manner is for the channel what it has not read lately, and else for who called alone.
func manner(c Call, what string) Manner {
	if c.lately.May(showing{c.Channel, what}, c.At, bystanding) {
		return Public
	}
	return Repeated
}
