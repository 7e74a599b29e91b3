package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/store/ids"
)

// longHistory is an API that lists this many messages of a channel, one per millisecond, and counts the requests.
type longHistory struct {
	API
	begun  time.Time
	many   int
	author string
	asked  int
}

func (l *longHistory) id(n int) int64 {
	id, err := strconv.ParseInt(ids.MessageAt(l.begun.Add(time.Duration(n)*time.Millisecond)).String(), 10, 64)
	if err != nil {
		panic(err)
	}
	return id
}

func (l *longHistory) MessagesAfter(_ context.Context, channel ids.Channel, after ids.Message,
	limit int) (page []json.RawMessage, err error) {
	l.asked++
	for n := range l.many {
		id := ids.Message(l.id(n))
		if id <= after || len(page) == limit {
			continue
		}
		page = append(page, fmt.Appendf(nil, `{"id":%q,"channel_id":%q,"type":0,"content":"m %d","author":%s}`,
			id, channel, n, l.author))
	}
	return page, nil
}

// All missed messages are read, even if that takes many pages. Beyond the limit, Missed reports that not all were read.
func TestAllPagesOfMissedMessagesAreRead(t *testing.T) {
	for _, c := range []struct {
		many   int
		author string
		read   int
		asked  int
		err    error
	}{
		{99, `{"id":"3"}`, 99, 1, nil},
		{100, `{"id":"3"}`, 100, 2, nil},
		{520, `{"id":"3"}`, 520, 6, nil},
		{520, `{"id":"99"}`, 0, 6, nil}, // all of these are the bot's own
		{pageSize*pages - 1, `{"id":"3"}`, pageSize*pages - 1, pages, nil},
		{pageSize*pages + 7, `{"id":"3"}`, pageSize * pages, pages, ErrNotAllRead},
		{150, `null`, 0, 1, ErrNotAllRead}, // an unreadable page doesn't show where to continue
	} {
		talk := &longHistory{begun: time.Now().Add(-time.Minute), many: c.many, author: c.author}
		s := &Session{api: talk, me: discord.UserRef{ID: 99}, config: Config{}.withDefaults(), queue: newQueue(1)}
		s.intake = newIntake(s)
		list, err := s.Missed(t.Context(), 5, 1, talk.begun)
		require.ErrorIs(t, err, c.err, "%d", c.many)
		require.Equal(t, c.read, len(list))
		require.Equal(t, c.asked, talk.asked)
		for n, m := range list {
			require.Equal(t, fmt.Sprint("m ", n), m.Content)
		}
	}
}
