package rest

import (
	"errors"
	"time"

	"settable/bot/discord"
)

// rivalEvery is how often the log hears of another program with the same token.
const rivalEvery = int64(time.Hour)

// noticeRival tells the host of an interaction that was answered by somebody else. Each
// is answered once by this program, so another runs with the same token: both play the
// same words, each by its own database. Processes that share one may meet where one has
// taken over from another.
func (s *sender) noticeRival(q request) {
	if !errors.Is(q.arrived, discord.ErrAnswered) {
		return
	}
	now, last := time.Now().UnixNano(), s.rival.Load()
	if (last == 0 || now-last >= rivalEvery) && s.rival.CompareAndSwap(last, now) {
		if s.among {
			s.log.Warn("another process has answered in this one's place: where that goes on, " +
				"another program runs with this bot's token")
			return
		}
		s.log.Error("another program answers with this bot's token: stop one of the two, or reset the token " +
			"on the Bot page of the Developer Portal")
	}
}
