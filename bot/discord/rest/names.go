package rest

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"time"

	"settable/bot/discord"
	"settable/store/ids"
)

// A shape says how to change a message that Discord has refused.
type shape struct {
	plain bool                                  // send the message without its pictures
	named func(discord.Message) discord.Message // removes players' names from the message; nil: the names stay
}

// shapeMessage returns the message after the changes that the shape describes.
func (s *sender) shapeMessage(m discord.Message, as shape) discord.Message {
	m = s.withoutPictures(m, as.plain)
	if as.named != nil {
		m = as.named(m)
	}
	return m
}

// A NameFilter removes the names of players from a message for a channel.
type NameFilter func(ctx context.Context, channel ids.Channel, m discord.Message) (discord.Message, error)

// FilterNames sets the filter that removes players' names from a message that Discord has refused, because a name could
// be the reason.
func (r *Client) FilterNames(f NameFilter) { r.names.Store(&f) }

// withoutNames returns a function that removes the names from a request's message. If there is no filter, it returns
// nil.
func (s *sender) withoutNames(ctx context.Context, q request) func(discord.Message) discord.Message {
	filter := s.names.Load()
	if filter == nil || q.channel == 0 {
		return nil
	}
	return func(m discord.Message) discord.Message {
		filtered, err := (*filter)(ctx, q.channel, m)
		if err != nil {
			s.log.Warn("checking a refused message for player names failed", "error", err)
			return m
		}
		return filtered
	}
}

// A nameTrial is the second attempt to send a refused request, without players' names.
type nameTrial struct {
	refused error // the error of the request with names, while it is tried without them
	over    bool  // the request was refused even without names, so the names aren't to blame
}

// retryNameless reports whether a request that failed with err should immediately be sent again without players' names.
func (s *sender) retryNameless(ctx context.Context, q *request, trial *nameTrial, err error) bool {
	switch {
	case err == nil && trial.refused != nil:
		s.limits.leaveNames(q.channel, time.Now())
		s.faults.Warn(s.log, "Discord blocks a player's name, mentioning the players instead",
			reason(trial.refused), "what", q.what, "why", trial.refused)
	case trial.over || !mayBlameNames(err):
	case trial.refused != nil:
		q.shape.named, *trial = nil, nameTrial{over: true}
	case q.shape.named == nil:
		q.shape.named = s.withoutNames(ctx, *q)
		if q.shape.named != nil {
			trial.refused = err
			return true
		}
	}
	return false
}

// mayBlameNames reports whether Discord may have refused a message because of a player's name. Either AutoMod has
// blocked the message, or Discord's reason is one that no other request of the bot can cause.
func mayBlameNames(err error) bool {
	e, is := errors.AsType[*Error](err)
	return is && (errors.Is(err, discord.ErrBlocked) || e.Status == http.StatusBadRequest && !e.isKnown() && !e.others)
}

// noNames is how long the bot omits names in a channel after Discord refused one there.
const noNames = 5 * time.Minute

// leaveNames records that Discord refused a message for a channel and accepted the same message without players' names.
func (l *limits) leaveNames(channel ids.Channel, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.DeleteFunc(l.unnamed, func(_ ids.Channel, until time.Time) bool { return until.Before(now) })
	l.unnamed[channel] = now.Add(noNames)
}

// isNameless reports whether messages in a channel are currently sent without names.
func (l *limits) isNameless(channel ids.Channel) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Now().Before(l.unnamed[channel])
}
