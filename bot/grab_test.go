package bot_test

import (
	"bytes"
	"image/png"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/bot/testdata/grab"
	"settable/games"
	"settable/games/gamestest"
)

// Adding a game takes one folder and one line. The bot lists, explains, draws and describes the new game in its own
// words, although no other code knows about it. In this test, a user and a house player play it with buttons and
// typed moves until one of them wins.
func TestAddingAGame(t *testing.T) {
	f := newPokerBot(t, nil, func(n *testBot, _ *sandbox.Options) {
		n.config.Games = append(slices.Clone(allGames), grab.Game)
	})
	require.Contains(t, f.slash("Ann", "help"), "`/play grab` · Grab")
	rules := f.slash("Ann", "rules", world.Opt("game", "grab"))
	require.Contains(t, rules, "Say `grab` to take the first one.")
	f.slash("Ann", "play", world.Sub("grab", world.Opt("house", 1)))
	require.Contains(t, f.shows("Ann sits down").Content,
		"Ada joins (steady).")
	f.press("Ann", ":start")
	f.wait("a deal", func() bool { return strings.HasPrefix(f.lastWords(), "deal ") })

	var lie []string // the cards on the table, in words
	for _, c := range f.game().View(games.Watcher).Faces(games.Watcher) {
		lie = append(lie, inEnglish.Card(c))
	}
	require.Len(t, lie, 5)
	grabs := func(who string) {
		f.shows(who + " grabs " + lie[0])
		lie = lie[1:]
		f.requirePicture(lie)
	}
	m := f.requirePicture(lie)
	require.Contains(t, labels(m), "Grab it!")
	f.press("Ann", ":grab")
	grabs("Ann")
	grabs("House: Ada") // the house player grabs on its own
	f.say("Ann", "grab")
	grabs("Ann")
	grabs("House: Ada")
	f.press("Ann", ":grab")
	grabs("Ann")
	f.shows("The game is over. Ann wins.")
	require.Contains(t, f.waitUntilShown().Content, "**Grab** has ended.")
	require.Equal(t, []int{2, 3}, scores(f.game()))
}

// Only the game's own files, this test and CONTRIBUTING, which uses the game as an example, may mention its name.
func TestNoFileNamesTheAddedGame(t *testing.T) {
	own := []string{"../CONTRIBUTING.md", "../bot/grab_test.go", "../bot/testdata/grab/grab.go", "../bot/testdata/grab/words/en.yaml"}
	require.Equal(t, own, filesNaming(t, "grab"))
}

// requirePicture requires that the alternative text of the table's picture names exactly the given cards.
func (f *testTable) requirePicture(lie []string) world.Message {
	f.t.Helper()
	m := f.waitUntilShown()
	require.Len(f.t, m.Attachments, 1)
	picture, err := f.sb.Attachment(m.Attachments[0].ID, "Ann")
	require.NoError(f.t, err)
	_, err = png.Decode(bytes.NewReader(picture))
	require.NoError(f.t, err)
	require.Equal(f.t, len(lie), len(readCards(m.Attachments[0].Description)), m.Attachments[0].Description)
	for _, card := range lie {
		require.Contains(f.t, m.Attachments[0].Description, card)
	}
	return m
}

func scores(g games.Game) (all []int) {
	for _, p := range g.View(games.Watcher).Seats {
		all = append(all, p.Score)
	}
	return all
}

// The example game satisfies the laws that apply to all games.
func TestAddedGamePassesTheLaws(t *testing.T) {
	gamestest.Talk(t, grab.Game, "grab it", "to grab", "gra")
	gamestest.Laws(t, gamestest.Case{
		Rules: grab.Game.Rules, Check: func(games.Game) error { return nil },
		Finish: func(_ *rand.Rand, v games.View) string {
			for _, words := range []string{"grab", "start"} {
				if v.May(words) {
					return words
				}
			}
			return ""
		},
	}, 40)
}

// filesNaming returns the Go files, catalogues and documents that contain a word.
func filesNaming(t *testing.T, word string) (files []string) {
	t.Helper()
	looked, name := map[string]int{}, regexp.MustCompile(`(?i)\b`+word+`\b`)
	require.NoError(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules"):
			return filepath.SkipDir
		case d.IsDir() || !slices.Contains([]string{".go", ".yaml", ".md"}, filepath.Ext(path)):
			return nil
		}
		looked[filepath.Ext(path)]++
		text, err := os.ReadFile(path)
		if name.Match(text) {
			files = append(files, filepath.ToSlash(path))
		}
		return err
	}))
	require.Len(t, looked, 3)
	return files
}
