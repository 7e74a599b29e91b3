package gateway

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store/ids"
)

// Messages in channels without a table become events only if they mention the bot or ask for a game.
func TestTalkWithoutATableIsDropped(t *testing.T) {
	s := &Session{queue: newQueue(10), config: Config{
		WantsAll: func(c ids.Channel) bool { return c == tableChannel },
		Calls:    func(words string) bool { return words == "game?" || words == "ゲーム？" },
	}.withDefaults()}
	s.intake = newIntake(s)
	s.intake.reader.roles.Store(ids.Guild(5), "77")
	id := int64(175928847299117063)
	hear := func(channel int, content, roles string) {
		id += 1 << 22
		s.intake.event(nil, "MESSAGE_CREATE", 0, fmt.Appendf(nil, `{"id":"%d","channel_id":"%d","guild_id":"5",
			"author":{"id":"3","username":"Ann"},"type":0,"content":%s,"mention_roles":[%s]}`, id, channel, content, roles))
	}
	hear(talkChannel, `"did anybody see the game last night?"`, "")
	require.Empty(t, s.queue.list)
	require.Equal(t, ids.Time(ids.Message(id)), s.queue.newest(),
		"a gap starts after the dropped messages")
	hear(tableChannel, `"set a b c"`, "")
	hear(talkChannel, `"<@99> did anybody see the game?"`, "")
	require.Len(t, s.queue.list, 2, "a move, and a message that may mention the bot")
	for _, words := range []string{`"game?"`, `"why?"`, `"a game? And when? And with whom?"`, `"ゲーム？"`,
		strconv.QuoteToASCII("ゲーム？"), `"？"`, `"ゲーム"`} {
		hear(talkChannel, words, "")
	}
	require.Len(t, s.queue.list, 5, "requests for a game in any script")
	hear(talkChannel, `""`, `"77"`)
	require.Len(t, s.queue.list, 6, "a message that mentions the bot's role but came without its text")
}
