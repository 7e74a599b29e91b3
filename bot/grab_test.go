package bot_test

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/bot/testdata/grab"
	"settable/games"
)

// A further game is a folder and a line: one that nothing of the house knows is
// listed, explained, played through every door by people and by its own player,
// drawn, told in its own words, and counted.
func TestAGameIsAFolderAndALine(t *testing.T) {
	f := felts(t, nil, func(n *night, _ *sandbox.Options) {
		n.config.Games = append(slices.Clone(house), grab.Game)
	})
	require.Contains(t, f.slash("Ann", "help"), "`/play grab` · Grab")
	require.Contains(t, f.slash("Ann", "rules", world.Opt("game", "grab")), "Say `grab`, and it is yours.")
	people := []string{"Ann", "Bob"}
	f.gather("grab", people)
	luck := rand.New(rand.NewPCG(1, 2))
	for i := 0; f.game().View(games.Watcher).Phase == games.Playing; i++ {
		who, seat := people[i%2], games.Seat(i%2+1)
		v := f.game().View(seat)
		m := f.drawn()
		require.True(t, f.offered(m, ":grab"))
		require.Contains(t, labels(m), "Grab it!")
		require.Len(t, m.Attachments, 1)
		card := saying.Card(v.Areas[0].Cells[0].Card)
		require.Contains(t, m.Attachments[0].Description, card, "its picture in words")
		f.move(who, grab.Game.Player(v, games.Steady, luck))
		f.shows(who + " grabs " + card)
	}
	require.Greater(t, len(f.used), 3, "the doors: %v", f.used)
	f.shows("The game is over. Ann wins.")
	require.Contains(t, f.drawn().Content, "**Grab** has ended.")
	nobodyNames(t, "grab.", "\"grab\"")
}

// nobodyNames wants none of the words in the house's own Go.
func nobodyNames(t *testing.T, words ...string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && d.Name() == "testdata" {
			return filepath.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, w := range words {
			require.NotContains(t, string(text), w, path)
		}
		return err
	}))
}
