package discord

import (
	"context"
	"time"
)

// Bounds of what is caught up after a gap.
const (
	margin   = 2 * time.Second // events of different channels do not come in the order of their ids
	pageSize = 100
	pages    = 5
)

// Missed lists what was said in a channel since a Gap's Since and never came as
// an event, oldest first; of very much, the oldest. What it gives is not given
// again, neither here nor as an event.
func (s *Session) Missed(ctx context.Context, guild GuildID, channel ChannelID, since time.Time) ([]Said, error) {
	if since.IsZero() {
		return nil, nil
	}
	var list []Said
	after := IDAt(since.Add(-margin))
	for range pages {
		events, err := s.rest.MessagesAfter(ctx, guild, channel, after, pageSize)
		if err != nil {
			return list, err
		}
		for _, e := range events {
			if id := messageID(e); Newer(id, after) {
				after = id
			}
			if m, ok := e.(Said); ok && s.intake.first(m.ID) {
				list = append(list, m)
			}
		}
		if len(events) < pageSize {
			break
		}
	}
	return list, nil
}

// first says whether a message is new, and remembers it.
func (in *intake) first(id MessageID) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.seen.has(id) {
		return false
	}
	in.seen.add(id)
	return true
}

// messageID is the id of a message that was said or passed.
func messageID(e Event) MessageID {
	switch e := e.(type) {
	case Said:
		return e.ID
	case Passed:
		return e.ID
	}
	return ""
}
