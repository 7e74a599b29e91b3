package bot_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/gamestest"
)

// Talk during a game, by players or spectators or in replies, gets no answer and no reaction, and leaves no trace.
// The tests of bot/table check every sample of talk in every game; this test sends every eighth one through the whole
// bot.
func TestTalkInAChannel(t *testing.T) {
	gamestest.SkipUnderRace(t)
	text, err := os.ReadFile("testdata/talk/talk.txt")
	require.NoError(t, err)
	var talk []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && line[0] != '#' {
			talk = append(talk, strings.ReplaceAll(line, `\n`, "\n"))
		}
	}
	for i, game := range allGames {
		t.Run(game.Name(), func(t *testing.T) {
			n := newBot(t, func(n *testBot, _ *sandbox.Options) {
				n.config.Games = allGames
				n.config.Chance = func() games.Chance { return games.Seeded(1) }
			})
			n.slash("Ann", "play", world.Sub(game.Name()))
			n.slash("Bob", "join")
			n.slash("Ann", "start")
			lines := len(n.all())
			said := map[string]string{}
			latest := n.say("Cid", "hello")
			for j := i; j < len(talk); j += 8 {
				who := []string{"Bob", "Cid"}[j/8%2]
				if j/16%2 == 0 {
					latest = n.say(who, talk[j])
				} else {
					id, err := n.sb.Reply(who, n.channel, latest, talk[j])
					require.NoError(t, err)
					latest = id
				}
				said[latest] = talk[j]
			}
			n.slash("Bob", "away") // gets an answer, so everything before it was received
			require.Len(t, n.all(), lines+1, "talk must not write a line: %q", n.all())
			for _, m := range n.sb.Messages(n.channel, "Ann") {
				if words, ok := said[m.ID]; ok {
					require.Empty(t, m.Reactions, words)
				}
				if m.Author.Bot && m.MessageReference != nil {
					require.NotContains(t, said, m.MessageReference.MessageID, "talk must not be answered: %s", m.Content)
				}
			}
		})
	}
}
