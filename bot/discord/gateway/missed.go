package gateway

import (
	"context"
	"time"

	"settable/bot/discord"
)

// Bounds of what is caught up after a gap.
const (
	margin   = 2 * time.Second // events of different channels do not come in the order of their ids
	pageSize = 100
	pages    = 5
)

// Missed lists what was said in a channel since a Gap's Since and never came as
// an event, oldest first; of very much, the oldest. What it gives is not given
// again, neither here nor as an event. Messages that were edited since are passed
// over: what they say now is not what was said then.
func (s *Session) Missed(ctx context.Context, guild discord.GuildID, channel discord.ChannelID,
	since time.Time) ([]discord.Said, error) {
	if since.IsZero() {
		return nil, nil
	}
	var list []discord.Said
	after := discord.IDAt(since.Add(-margin))
	for range pages {
		page, err := s.api.MessagesAfter(ctx, channel, after, pageSize)
		if err != nil {
			return list, err
		}
		for _, raw := range page {
			e := s.intake.reader.read(raw, guild)
			at, id := placeOf(e)
			if at != channel {
				s.intake.faults.Warn(s.config.Log, "Discord lists what is no message of the channel", "",
					"channel", channel)
				continue
			}
			if discord.Newer(id, after) {
				after = id
			}
			if m, ok := e.(discord.Said); ok && s.intake.markSeen(m.ID) {
				list = append(list, m)
			}
		}
		if len(page) < pageSize {
			break
		}
	}
	return list, nil
}

// markSeen says whether a message is new, and remembers it.
func (in *intake) markSeen(id discord.MessageID) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.seen.Add(id)
}

// placeOf is where a message was written, and its id; of what is no message there is neither.
func placeOf(e discord.Event) (discord.ChannelID, discord.MessageID) {
	switch e := e.(type) {
	case discord.Said:
		return e.Channel, e.ID
	case discord.Passed:
		return e.Channel, e.ID
	}
	return "", ""
}
