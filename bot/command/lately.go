package command

import (
	"time"

	"settable/store/ids"
)

const (
	// shownAgainAfter is the shortest pause between two public answers of the same kind in a channel. During the pause,
	// only the callers see the answers.
	shownAgainAfter = time.Minute
	// playerShownAgainAfter is the shortest pause if the caller sits at the table that is shown.
	playerShownAgainAfter = 5 * time.Second
)

// A showing records a public answer, so that users can't push a table out of sight by repeating commands.
type showing struct {
	channel ids.Channel
	what    string
}

// publicOrRepeated returns Public if the channel has not seen such an answer recently, and otherwise Repeated.
func publicOrRepeated(c Invocation, what string) Manner {
	if c.Deps.lately.May(showing{c.Channel, what}, c.At, shownAgainAfter) {
		return Public
	}
	return Repeated
}
