package rest

import (
	"errors"
	"time"

	"settable/bot/discord"
)

// rivalEvery is the minimum interval, in nanoseconds, between two log lines about another program with the same
// token.
const rivalEvery = int64(time.Hour)

// noticeRival logs that another program answered an interaction. This program answers each interaction once, so
// another program must be running with the same token. Both programs then play the same moves, each in its own
// database. If several processes share a database, this can also happen while one takes over from another, so it is
// only logged as a warning.
func (s *sender) noticeRival(q request) {
	if !errors.Is(q.arrived, discord.ErrAnswered) {
		return
	}
	now, last := time.Now().UnixNano(), s.rival.Load()
	if (last == 0 || now-last >= rivalEvery) && s.rival.CompareAndSwap(last, now) {
		if s.hasSiblings {
			s.log.Warn("another process answered an interaction first; if this keeps happening, " +
				"another program is using this bot's token")
			return
		}
		s.log.Error("another program uses this bot's token: stop one of the two, or reset the token " +
			"on the Bot page of the Developer Portal")
	}
}
