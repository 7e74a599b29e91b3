package poster

import (
	"errors"
	"slices"
	"time"
)

// ErrKeepsBeingDeleted means that a table isn't shown for now because its messages keep being deleted.
var ErrKeepsBeingDeleted = errors.New("the table's messages keep being deleted")

const (
	// firstRepostPause and maxRepostPause are the shortest and the longest pause before a table whose message was
	// deleted is posted again. The pause doubles with each deletion, until a player says something to the table.
	firstRepostPause = 5 * time.Second
	maxRepostPause   = 10 * time.Minute
	// deletionsToReport is how many deletions in a row the bot tolerates before it informs players and the host.
	deletionsToReport = 2
)

// A repostLimit limits how often a table is posted again after its messages were deleted. It isn't stored, because a
// restart posts every table once anyway, and a table that has left memory returns only when a player says something.
type repostLimit struct {
	deletions int       // in a row, since a player last said something
	until     time.Time // no new message is posted before this time
}

// noticeDeleted forgets the table's message if Discord has reported its deletion.
func (p *Poster) noticeDeleted() {
	p.mu.Lock()
	isGone := p.message != 0 && slices.Contains(p.deleted, p.message) && !p.isClosing
	p.deleted = nil
	if isGone {
		p.message = 0
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
	p.repostLimit.deletions++
	pause := maxRepostPause
	if n := p.repostLimit.deletions - 1; n < 10 {
		pause = min(firstRepostPause<<n, maxRepostPause)
	}
	p.repostLimit.until = p.postedAt.Add(pause)
	isOften, mustWait := p.repostLimit.deletions == deletionsToReport, p.isPostponed()
	p.mu.Unlock()
	if isOften {
		p.ReportTrouble(KeepsBeingDeleted, ErrKeepsBeingDeleted)
	}
	if mustWait {
		p.report(ErrKeepsBeingDeleted)
	}
}

// isPostponed reports whether the next message has to wait because earlier ones were deleted. The caller holds mu.
func (p *Poster) isPostponed() bool { return p.message == 0 && time.Now().Before(p.repostLimit.until) }

// postponedFor returns how long the next message has to wait because earlier ones were deleted.
func (p *Poster) postponedFor() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.isClosing || !p.isPostponed() || !p.hasNews() {
		return never
	}
	return time.Until(p.repostLimit.until)
}
