package gateway

import (
	"context"
	"errors"
	"time"

	"settable/bot/discord"
	"settable/store/ids"
)

// Limits for reading messages after a gap.
const (
	margin   = 2 * time.Second // how long before since to start reading, because the order of events may differ slightly from that of their ids
	pageSize = 100
	pages    = 30
)

// ErrNotAllRead means that a channel has more missed messages than Missed has listed. Another attempt would return the
// same messages.
var ErrNotAllRead = errors.New("a channel has too many missed messages, so only the first 3,000 were read")

// Missed lists the messages that were written in a channel since a time and never arrived as events, oldest first. If
// there are more than 3,000 messages, it lists the first ones and returns ErrNotAllRead. With any other error it may
// still return some messages. It returns each message only once, and such a message never becomes an event later.
// Edited messages are omitted, because their original text is unknown.
func (s *Session) Missed(ctx context.Context, guild ids.Guild, channel ids.Channel,
	since time.Time) ([]discord.TypedMessage, error) {
	if since.IsZero() {
		return nil, nil
	}
	var list []discord.TypedMessage
	after := ids.MessageAt(since.Add(-margin))
	for range pages {
		from := after
		page, err := s.api.MessagesAfter(ctx, channel, after, pageSize)
		if err != nil {
			return list, err
		}
		for _, raw := range page {
			e := s.intake.reader.readListed(raw, guild)
			at, id := messageOf(e)
			if at != channel {
				s.intake.faults.Warn(s.config.Log, "Discord returned a message from another channel", "",
					"channel", channel)
				continue
			}
			if id > after {
				after = id
			}
			if m, ok := e.(discord.TypedMessage); ok && s.intake.markSeen(m.ID) {
				list = append(list, m)
			}
		}
		if len(page) < pageSize {
			return list, nil
		}
		if after == from { // no message on the page could be read
			break
		}
	}
	return list, ErrNotAllRead
}

// markSeen remembers a message and reports whether it was unknown before.
func (in *intake) markSeen(id ids.Message) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.seenMessages.Add(id)
}

// messageOf returns the channel and the id of a message event. For other events, both are 0.
func messageOf(e discord.Event) (ids.Channel, ids.Message) {
	switch e := e.(type) {
	case discord.TypedMessage:
		return e.Channel, e.ID
	case discord.DirectMessage:
		return e.Channel, e.ID
	case discord.OtherMessage:
		return e.Channel, e.ID
	}
	return 0, 0
}
