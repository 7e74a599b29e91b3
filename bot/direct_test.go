package bot_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
)

// The bot answers direct messages, at a limited rate. It says where it plays and how to invite it.
func TestDirectMessageIsAnswered(t *testing.T) {
	n := newBot(t)
	var dm string
	ann := n.sb.User("Ann").ID
	n.sb.Do(func(w *world.World) { dm = w.Direct(ann).ID })
	answers := func() (all []string) {
		for _, m := range n.sb.Messages(dm, "Ann") {
			if m.Author.Bot {
				all = append(all, m.Content)
			}
		}
		return all
	}
	for _, words := range []string{"hello", "game?", "set a b c"} {
		_, err := n.sb.Say("Ann", dm, words)
		require.NoError(t, err)
	}
	n.wait("an answer", func() bool { return len(answers()) > 0 })
	require.Contains(t, answers()[0], "I only play in server channels")
	require.Contains(t, answers()[0], "https://discord.com/oauth2/authorize?client_id=")
	n.deal() // proves that the bot has handled everything above
	require.Len(t, answers(), 1)
}
