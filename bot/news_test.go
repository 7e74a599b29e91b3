package bot

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
)

// news returns the private messages without pictures that a player got while play ran.
func (e *liveEvening) news(who string, play func()) (told []string) {
	e.t.Helper()
	e.pass(time.Minute) // by then, earlier answers to commands have been deleted
	known := map[string]bool{}
	for _, m := range e.Server.Messages(e.room, who) {
		known[m.ID] = true
	}
	play()
	for _, m := range e.Server.Messages(e.room, who) {
		if m.Ephemeral() && len(m.Attachments) == 0 && !known[m.ID] {
			told = append(told, m.Content)
		}
	}
	return told
}

// A player who has chosen to get news in private messages is told about each move in this way, as long as Discord
// allows it.
func TestNewsAsMessages(t *testing.T) {
	runLive(t, "twenty", []string{"Ann", "Bob"}, func(e *liveEvening) {
		draw := func() { e.say("Ann", "draw") }
		news := func(choice string) {
			e.slash("Bob", "settings", world.Sub("mine", world.Opt("news", choice)))
		}
		news("messages")
		require.Equal(t, []string{"Ann draws a card and now has 7."}, e.news("Bob", draw))
		require.Empty(t, e.news("Ann", draw), "Ann has not asked for news")
		require.Equal(t, []string{"Ann draws a card and now has 9.\nBob draws a card and now has 7."},
			e.news("Bob", func() {
				for _, who := range []string{"Ann", "Bob"} {
					_, err := e.Server.Say(who, e.room, "draw")
					require.NoError(t, err)
				}
				e.pass(3 * time.Second)
			}), "quick moves share a message")

		e.pass(15 * time.Minute)
		draw = func() { e.say("Bob", "draw") }
		require.Empty(t, e.news("Bob", draw), "the token of Bob's command has expired")
		e.slash("Bob", "draw")
		require.Len(t, e.news("Bob", func() { e.say("Ann", "none") }), 1, "Bob's move at the table has a new token")
		news("table")
		require.Empty(t, e.news("Bob", func() { e.say("Bob", "none") }), "Bob has turned the news off")
	})
}

// The player's choice also applies at later tables and after a restart.
func TestNewsAtALaterTable(t *testing.T) {
	runLive(t, "twenty", []string{"Ann", "Bob"}, func(e *liveEvening) {
		e.slash("Bob", "settings", world.Sub("mine", world.Opt("news", "messages")))
		e.stop()
		e.start()
		e.pass(10 * time.Second)
		draw := func() { e.say("Ann", "draw") }
		require.Empty(t, e.news("Bob", draw), "Bob has not pressed anything since the restart")
		e.slash("Bob", "draw")
		require.Equal(t, []string{"Ann draws a card and now has 8."}, e.news("Bob", draw))
	})
}
