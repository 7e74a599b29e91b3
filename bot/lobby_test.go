package bot_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
	"settable/store/sqlite"
)

func botID(n *testBot) (id string) {
	n.sb.Do(func(w *world.World) { id = w.Bot.ID })
	return id
}

func TestDesertedTableCloses(t *testing.T) {
	n := newBot(t)
	n.deal()
	n.slash("Bob", "join")
	n.shows("Bob sits down")
	require.Contains(t, n.slash("Ann", "leave"), "You've left the table.")
	n.shows("Ann **0** (left)")
	require.Contains(t, n.slash("Bob", "leave"), "You've left the table.")
	m := n.shows("The table is closed.")
	require.Contains(t, m.Content, "has ended")
	require.Contains(t, n.slash("Cid", "play", world.Sub("classic")), "Your table is open")
}

func TestHelpDependsOnTheTable(t *testing.T) {
	n := newBot(t)
	n.deal()
	help := n.slash("Ann", "help")
	require.Contains(t, help, "You're **P** in **Classic SET**")
	require.Contains(t, help, "`/leave` · ", "typed, \"leave\" is talk")
	require.NotContains(t, help, "`leave` · ")
	require.Contains(t, n.slash("Bob", "help"), "Claim a set and you're in")
	text := n.slash("Bob", "table")
	require.Contains(t, text, "one solid red diamond")
	require.NotContains(t, text, "@everyone")
	require.Contains(t, n.answer(n.press("Bob", "text:")), "three solid red diamonds")
	require.Contains(t, n.answer(n.press("Bob", "help:")), "set a b c")
	choices, err := n.sb.Complete(n.ctx(), "Bob", n.channel, "set", typing("a b"))
	require.NoError(t, err)
	require.Len(t, choices, 10)
	require.Equal(t, "a b c", choices[0].Value)
	require.Contains(t, choices[0].Name, "three solid red diamonds")
}

func TestSettingsChangePictures(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := newBot(t)
	n.deal()
	before, _ := n.table()
	picture := func() string {
		m, ok := n.table()
		if !ok {
			return ""
		}
		png, err := n.sb.Attachment(m.Attachments[0].ID, "Ann")
		require.NoError(t, err)
		return string(png)
	}
	dark := picture()
	require.Contains(t, n.slash("Bob", "settings", world.Sub("server", world.Opt("theme", "light"))),
		"Only members with Manage Server")
	require.Contains(t, n.slash("Ann", "settings",
		world.Sub("server", world.Opt("theme", "light"), world.Opt("palette", "contrast"),
			world.Opt("grace", 0.5))), "theme light · palette contrast · no penalty if beaten by less than 0.5 s")
	n.wait("a light picture", func() bool { return picture() != dark })
	after, _ := n.table()
	require.Equal(t, before.ID, after.ID, "the same message must be redrawn")
	require.Contains(t, n.slash("Ann", "settings", world.Sub("server", world.Opt("turn", 0))),
		"no turn clock")
	require.Contains(t, n.slash("Bob", "settings", world.Sub("mine", world.Opt("palette", "classic"))),
		"**Only for you**: palette classic")
	require.Contains(t, n.slash("Bob", "settings", world.Sub("show")), "palette classic")
	require.Contains(t, n.slash("Bob", "settings", world.Sub("mine", world.Opt("palette", "plain"))),
		"**Only for you**: palette plain (original colours, not colour-blind safe)")
	require.Contains(t, n.slash("Bob", "settings", world.Sub("mine", world.Opt("palette", "server"))),
		"palette same as the server")
}

func TestLeaderboardsHavePages(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := newBot(t)
	seed(t, n, 23)
	first := n.slash("Ann", "leaderboard", world.Opt("board", "sets"), world.Opt("game", "classic"),
		world.Opt("period", "week"))
	require.Equal(t, 10, strings.Count(first, " Player "), "a page has ten players: %s", first)
	require.Contains(t, first, "`  1.`")
	require.Contains(t, first, "Classic SET")
	board := leaderboard(n)
	require.Len(t, board.Attachments, 1)
	require.NotEmpty(t, board.Attachments[0].Description)
	require.Contains(t, board.Attachments[0].Description, "Player", "names must be in the picture")
	last := ""
	for range 2 {
		ids := buttons(n, board.ID, "board:")
		require.Len(t, ids, 2)
		press, err := n.sb.Click("Bob", n.channel, board.ID, ids[1])
		require.NoError(t, err)
		last = n.answer(press)
	}
	require.Contains(t, last, "` 21.`")
	require.Contains(t, last, "Bob isn't on this leaderboard yet")
}

// leaderboard returns the first public leaderboard.
func leaderboard(n *testBot) (board world.Message) {
	n.wait("the leaderboard", func() bool {
		for _, m := range n.sb.Messages(n.channel, "Dee") {
			if strings.Contains(m.Content, "Leaderboard") {
				board = m
				return true
			}
		}
		return false
	})
	return board
}

// A leaderboard that doesn't depend on a game says so on each of its pages.
func TestLeaderboardOfChipsSaysSoOnEachPage(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := newBot(t)
	n.stop()
	st, err := sqlite.Open(t.Context(), n.path, sqlite.Options{})
	require.NoError(t, err)
	for i := range 12 {
		_, err := st.Give(t.Context(), store.Grant{Guild: ids.Guild(parseID(t, n.sb.Guild())),
			Player: ids.User(1000 + i), Amount: 5, At: time.Now(), Granter: 1, Reason: "a prize"})
		require.NoError(t, err)
	}
	require.NoError(t, st.Close())
	n.start()
	const alone = "This leaderboard can't be limited to Classic SET."
	require.Contains(t, n.slash("Ann", "leaderboard", world.Opt("board", "owned"), world.Opt("game", "classic")),
		alone)
	board := leaderboard(n)
	press, err := n.sb.Click("Bob", n.channel, board.ID, buttons(n, board.ID, "board:")[1])
	require.NoError(t, err)
	second := n.answer(press)
	require.Contains(t, second, "<@1011>")
	require.Contains(t, second, alone)
}

// typing returns the option "words" of a slash command that a user is still typing.
func typing(words string) world.Option {
	return world.Option{Name: "words", Value: words, Focused: true}
}
