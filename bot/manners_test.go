package bot_test

import (
	"testing"
	"time"

	"settable/bot/sandbox/world"

	"github.com/stretchr/testify/require"
)

// If the bot has given the same answer in the channel within the last minute, a bystander gets it in private, so that
// nobody can push a table out of sight by repeating requests.
func TestRepeatedAnswersArePrivate(t *testing.T) {
	n := newBot(t)
	n.deal()
	n.say("Bob", "set a b c")
	n.shows("Bob takes **A B C**")
	ofBot := func() (ids []string) {
		for _, m := range n.sb.Messages(n.channel, "Dee") {
			if m.Author.Bot && m.Flags&64 == 0 {
				ids = append(ids, m.ID)
			}
		}
		return ids
	}
	was, _ := n.table()
	var posts []string
	for range 30 {
		require.Contains(t, n.slash("Eve", "table"), "Classic SET", "the caller still gets an answer")
		require.NotEmpty(t, n.slash("Eve", "leaderboard"))
		now, _ := n.table()
		if len(posts) == 0 || posts[len(posts)-1] != now.ID {
			posts = append(posts, now.ID)
		}
	}
	require.LessOrEqual(t, len(posts), 2, "the table was %s, and then was in %v", was.ID, posts)
	n.wait("two messages of the bot", func() bool { return len(ofBot()) == 2 })

	last := func() world.Message { m, _ := n.table(); return m }
	before := last().ID
	n.later(6 * time.Second)
	n.slash("Bob", "table")
	n.wait("the table in a new message, for a player", func() bool { return last().ID != before })
	before = last().ID
	n.later(time.Minute)
	n.slash("Eve", "table")
	n.wait("the table in a new message, after a minute", func() bool { return last().ID != before })
}
