package bot

import (
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/store/ids"
	"settable/store/storetest"
)

// If bystanders flood the table with moves during a stall, every move of the seated players is still played. The bot
// counts the moves that it drops, logs them in one line, and answers every slash command of a bystander.
func TestBystandersCannotCrowdOutPlayers(t *testing.T) {
	var log strings.Builder
	logs := func(b *Bot) { b.lobby.Log = slog.New(slog.NewTextHandler(&log, nil)) }
	runVirtualBot(t, func(q *virtualBot) { q.path, q.prepare = EmptyDatabase(t), logs }, func(q *virtualBot) {
		q.poker()
		q.settle()
		before := len(q.words())
		unlock := storetest.HoldSQLite(t, q.path)
		q.say(q.ann, "next") // makes the table wait for the disk
		for i := range 130 {
			who := discord.UserRef{ID: ids.User(950000000000000000 + i%40), Name: "X"}
			q.wire.send(q.write(who, "check"))
			q.wire.send(q.slashEvent(who, "check", "", nil))
		}
		for range 4 { // two moves each, in turn order
			for _, who := range []discord.UserRef{q.ann, q.bob} {
				q.wire.send(q.write(who, "check"))
				q.wire.send(q.write(who, "pass"))
			}
		}
		q.wait(time.Second)
		require.Equal(t, 1, strings.Count(log.String(), "moves dropped"), "%s", log.String())
		unlock()
		q.wait(30 * time.Second)
		played := 0
		for _, words := range q.words()[before:] {
			if strings.HasSuffix(words, " check") || strings.HasSuffix(words, " pass") {
				played++
			}
		}
		require.Equal(t, 8, played, "%v", q.words()[before:])
		numbers := httptest.NewRecorder()
		q.bot.Meter.Handler().ServeHTTP(numbers, httptest.NewRequest("GET", "/metrics", nil))
		require.Regexp(t, `settable_moves_dropped_total\{sender="bystander"\} \d{3}\n`, numbers.Body)
		require.Contains(t, numbers.Body.String(), "dropped_total{sender=\"player\"} 0\n")
		busy := 0
		q.changeDiscord(func(f *faultyDiscord) {
			for _, ticket := range f.tickets {
				require.True(t, ticket.answered)
				if slices.Contains(ticket.told, q.bot.lobby.Words.In("en").Key("lobby.too_busy")) {
					busy++
				}
			}
		})
		require.Greater(t, busy, 90)
	})
}
