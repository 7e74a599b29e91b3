package poster

import (
	"errors"
	"slices"
	"time"
)

// ErrSwept is why a table can't be shown while its message was deleted and is not posted again yet.
var ErrSwept = errors.New("the table's messages keep being deleted")

const (
	// sweptFirst and sweptMost are the shortest and longest time between two posts of a table if the first of
	// them was deleted. The time doubles with each deletion, until a player says something to the table.
	sweptFirst = 5 * time.Second
	sweptMost  = 10 * time.Minute
	// sweptOften is the number of deletions in a row from which on people and the host are told.
	sweptOften = 2
)

// A budget says how often a table whose messages are deleted by others may be posted again. It isn't written
// down: a restart posts every table once anyway, and a table that leaves memory comes back when a player speaks.
type budget struct {
	deletions int       // in a row, since a player last said something
	until     time.Time // no new message before this time
}

// noticeDeleted forgets the table's message if it was deleted.
func (p *Poster) noticeDeleted() {
	p.mu.Lock()
	isGone := p.message != "" && slices.Contains(p.deleted, p.message) && !p.isClosing
	p.deleted = nil
	if isGone {
		p.message = ""
		p.showAgain()
	}
	p.mu.Unlock()
	if isGone {
		p.countDeletion()
	}
}

// countDeletion counts a deletion of the table's message.
func (p *Poster) countDeletion() {
	p.mu.Lock()
	p.budget.deletions++
	pause := sweptMost
	if n := p.budget.deletions - 1; n < 10 {
		pause = min(sweptFirst<<n, sweptMost)
	}
	p.budget.until = p.postedAt.Add(pause)
	isOften, mustWait := p.budget.deletions == sweptOften, p.isPutOff()
	p.mu.Unlock()
	if isOften {
		p.Tell(Swept, ErrSwept)
	}
	if mustWait {
		p.report(ErrSwept)
	}
}

// isPutOff reports whether the next message has to wait because earlier ones were deleted. The caller holds mu.
func (p *Poster) isPutOff() bool { return p.message == "" && time.Now().Before(p.budget.until) }

// putOff is how long the next message has to wait because earlier ones were deleted.
func (p *Poster) putOff() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.isClosing || !p.isPutOff() || !p.hasNews() {
		return never
	}
	return time.Until(p.budget.until)
}
