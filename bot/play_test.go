package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
	"settable/games/gamestest"
)

func TestAllWaysToMoveWriteTheSameLine(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := newBot(t)
	n.deal()
	n.say("Ann", "set a b c") // a typed move
	m := n.shows("Ann takes **A B C**")
	_, err := n.sb.Reply("Ann", n.channel, m.ID, "Set, D e  F") // a reply to the table
	require.NoError(t, err)
	n.shows("Ann takes **D E F**")

	table := readCards(n.alt())
	words := findSet(table)
	n.say("Bob", "<@"+m.Author.ID+"> set "+words) // a mention
	n.shows("Bob takes **" + strings.ToUpper(words) + "**")

	n.wait("new cards", func() bool {
		table = readCards(n.alt())
		return len(table) == 12 &&
			findSet(table) != words
	})
	words = findSet(table)
	n.form("Cid", "form:", words) // a button that opens a form
	n.shows("Cid takes **" + strings.ToUpper(words) + "**")

	was := n.alt()
	n.wait("new cards", func() bool { return n.alt() != was || len(readCards(n.alt())) >= 12 })
	words = findSet(readCards(n.alt()))
	require.Contains(t, n.slash("Dee", "set", world.Opt("words", words)),
		"Dee takes **"+strings.ToUpper(words)+"**")

	said := n.words()
	require.Equal(t, []string{"1 join", "1 start", "1 set a b c", "1 set d e f", "2 join"}, said[:5])
	for _, line := range said {
		require.Regexp(t, `^\d (join|start|set( [a-u]){3}|set( [123][STN][RGP][DQV]){3})$`, line,
			"all ways to move write the same line, and the form names the cards")
	}
	require.Len(t, said, 10, "two lines for each of the three players who joined by claiming")
}

// buttons returns the custom ids in a message that contain the given part.
func buttons(n *testBot, message, part string) (ids []string) {
	for _, m := range n.sb.Messages(n.channel, "Dee") {
		if m.ID != message {
			continue
		}
		for _, row := range m.Components {
			for _, b := range row.Components {
				if strings.Contains(b.CustomID, part) {
					ids = append(ids, b.CustomID)
				}
			}
		}
	}
	return ids
}

func TestSecondOfTwoClaimsIsLate(t *testing.T) {
	for name, order := range map[string][]int{"in order": {0, 1}, "the later one arrives first": {1, 0}} {
		t.Run(name, func(t *testing.T) {
			n := newBot(t)
			n.deal()
			n.press("Bob", ":join")
			n.shows("Bob sits down")
			n.say("Bob", "set g h i") // so that both have a point to lose
			n.shows("Bob: **G H I** isn't a set")
			n.press("Cid", ":join")
			n.shows("Cid sits down")
			n.sb.HoldEvents()
			bobs := n.say("Bob", "set a b c")
			n.later(210 * time.Millisecond)
			cids := n.say("Cid", "set a b c")
			n.sb.ReleaseEvents(order...)
			first, second := "Bob", "Cid"
			if order[0] == 1 {
				first, second = second, first
			}
			n.shows(first + " takes **A B C**")
			m := n.shows(second) // the sentence about the second claim
			if order[0] == 0 {
				m = n.shows("Cid was " + secondsBetween(bobs, cids) + " behind.")
			} else {
				m = n.shows("Bob had the same set")
			}
			require.NotContains(t, m.Content, second+": **A B C** isn't a set")
			reply := n.reply("There's no penalty.")
			require.Contains(t, reply.Content, first)
			require.Contains(t, m.Content, first+" **"+map[string]string{"Bob": "0", "Cid": "1"}[first]+"**")
			require.Contains(t, m.Content, second+" **"+map[string]string{"Bob": "-1", "Cid": "0"}[second]+"**",
				"a late claim costs nothing")
			require.Len(t, linesWith(n.words(), "set a b c"), 1, "a late claim must not write a line")
		})
	}
}

func linesWith(lines []string, part string) (found []string) {
	for _, l := range lines {
		if strings.Contains(l, part) {
			found = append(found, l)
		}
	}
	return found
}

// reply waits for a reply by the bot that contains the given text.
func (n *testBot) reply(part string) world.Message {
	n.t.Helper()
	m, err := n.sb.Await(n.ctx(), n.channel, "Dee", func(m world.Message) bool {
		return m.Author.Bot && m.MessageReference != nil && strings.Contains(m.Content, part)
	})
	require.NoError(n.t, err, "waiting for the reply %q", part)
	return m
}

// A table that other messages have pushed out of sight is reposted, and the old post is deleted.
func TestScrolledAwayTableIsReposted(t *testing.T) {
	n := newBot(t)
	n.deal()
	first, _ := n.table()
	for range 5 {
		n.say("Bob", "by the way")
	}
	n.say("Ann", "set a b c")
	m := n.shows("Ann takes **A B C**")
	require.NotEqual(t, first.ID, m.ID)
	n.wait("the old post to be deleted", func() bool {
		return !slices.ContainsFunc(n.sb.Messages(n.channel, "Ann"),
			func(old world.Message) bool { return old.ID == first.ID })
	})
	id := m.ID
	require.NotEmpty(t, n.slash("Bob", "table"))
	n.wait("the table in a new message", func() bool { m, _ := n.table(); return m.ID != id })
}

// Even if a user starts a game at once, the instructions appear above the table, not below it.
func TestInstructionsAreAboveTheTable(t *testing.T) {
	n := newBot(t)
	require.Contains(t, n.slash("Ann", "play", world.Sub("classic", world.Opt("now", true))), "Press its three cards")
	n.shows("Ann sits down")
	var order []string
	for _, m := range n.sb.Messages(n.channel, "Ann") {
		if m.Ephemeral() {
			order = append(order, "advice")
		} else {
			order = append(order, "table")
		}
	}
	require.Equal(t, []string{"advice", "table"}, order)
}
