package gateway

import (
	"context"
	"time"

	"settable/bot/discord"
)

// The bounds of what is caught up after a gap.
const (
	margin   = 2 * time.Second // how far before since it begins: channels' events are not in order of ids
	pageSize = 100
	pages    = 5
)

// Missed lists the messages that were written in a channel since the Since of a Gap and
// never came as events, oldest first, at most about 500 of them. With an error it may
// return some. What it returns is not returned again, here or as an event. Messages
// that were edited since are left out, because they may not say what they said then.
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

// markSeen remembers a message, and says whether it is new.
func (in *intake) markSeen(id discord.MessageID) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.seen.Add(id)
}

// placeOf is the channel and the id of a message; both are "" for other events.
func placeOf(e discord.Event) (discord.ChannelID, discord.MessageID) {
	switch e := e.(type) {
	case discord.Said:
		return e.Channel, e.ID
	case discord.Passed:
		return e.Channel, e.ID
	}
	return "", ""
}
