package command

import (
	"sync"
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

// lately is what channels were shown, and when: no one person pushes a table out of
// sight by asking again and again.
type lately struct {
	mu    sync.Mutex
	shown map[showing]time.Time
}

// A showing is one kind of thing in one channel.
type showing struct {
	channel store.ChannelID
	what    string
}

// may says whether a channel may be shown something now, and that it is.
func (l *lately) may(s showing, at time.Time, pause time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if last, had := l.shown[s]; had && at.Sub(last) < pause {
		return false
	}
	if l.shown == nil || len(l.shown) > 1000 { // old ones no longer count, and new ones are few
		l.shown = map[showing]time.Time{}
	}
	l.shown[s] = at
	return true
}

// manner is for the channel what it has not read lately, and else for who called alone.
func (l *lately) manner(c Call, what string) Manner {
	if l.may(showing{c.Channel, what}, c.At, bystanding) {
		return Public
	}
	return Private
}
