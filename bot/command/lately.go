package command

import (
	"time"

	"settable/store/ids"
)

const (
	// shownAgainAfter is the minimum pause between two public answers of the same kind in a channel. During the
	// pause, such answers are private.
	shownAgainAfter = time.Minute
	// playerShownAgainAfter is the minimum pause if the caller sits at the table that is shown.
	playerShownAgainAfter = 5 * time.Second
)

// A showing identifies a kind of public answer in a channel. The bot limits such answers, so that users can't push a
// table out of sight by repeating commands.
type showing struct {
	channel ids.Channel
	what    string
}

// publicOrRepeated returns Repeated if the channel has recently had a public answer of this kind, and otherwise Public.
func publicOrRepeated(c Invocation, what string) Manner {
	if c.Deps.lately.May(showing{c.Channel, what}, c.At, shownAgainAfter) {
		return Public
	}
	return Repeated
}
