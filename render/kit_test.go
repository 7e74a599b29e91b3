package render

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/render/layout"
	"settable/render/splice"
	"settable/render/words"
)

// Run TestKitsAreAsLearnt with -kits to rewrite the kits, as go generate does.
var rewriteKits = flag.Bool("kits", false, "rewrite the files in kits")

// lessons returns the views from which kits are learnt: all named views, and random tables of the most common games.
func lessons() []games.View {
	all := named()
	for _, k := range played { // not every.Game, so that a new game doesn't change the kits
		if !slices.Contains([]string{"classic", "english", "poker", "solitaire", "twenty"}, k.Name()) {
			delete(all, "lobby-"+k.Name())
		}
	}
	var views []games.View
	for _, name := range slices.Sorted(maps.Keys(all)) {
		views = append(views, all[name])
	}
	luck := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		views = append(views, randomClassic(luck, 12))
	}
	return views
}

// randomClassic returns a table of n random cards with three new ones.
func randomClassic(luck *rand.Rand, n int) games.View {
	v, pack := classicView(n), cards.SETPack().Cards()
	for i, j := range luck.Perm(len(pack))[:n+3] {
		if i < n {
			v.Areas[0].Cells[i].Card, v.Areas[0].Cells[i].New = pack[j], i >= n-3
		} else {
			v.Taken[i-n] = pack[j]
		}
	}
	v.CardsLeft, v.TakenBy = luck.IntN(70), games.Seat(1+luck.IntN(3))
	for i := range v.Seats {
		v.Seats[i].Score = luck.IntN(20)
	}
	return v
}

// learn returns a kit with the best compression code for pictures of these views.
func learn(t theme, views []games.View, rounds int, lang *words.Language) ([]byte, error) {
	s := newSheet(t)
	trained, err := splice.Train(layout.Width, s.colours.palette[:s.colours.n], rounds,
		func(k *splice.Kit) (all [][]byte, err error) {
			s.kit, s.cache.composites = k, nil
			for _, v := range views {
				picture, err := s.appendSpliced(nil, s.table(v, lang))
				if err != nil {
					return nil, err
				}
				all = append(all, picture)
			}
			return all, nil
		})
	if err != nil {
		return nil, fmt.Errorf("render: learning from pictures: %w", err)
	}
	return trained, nil
}

// Learning a kit again gives the embedded kit.
func TestKitsAreAsLearnt(t *testing.T) {
	if isRaceDetectorOn() {
		t.Skip("learning uses a single goroutine and is slow with -race")
	}
	if !*rewriteKits {
		longOnly(t)
	}
	for i, style := range Styles() {
		if i > 0 && !*rewriteKits {
			continue // one style is enough to see that the result is the same
		}
		learnt, err := learn(themeOf(style), lessons(), 2, spoken)
		require.NoError(t, err)
		if *rewriteKits {
			require.NoError(t, os.WriteFile(kitFile(style), learnt, 0o644))
			continue
		}
		built, err := kits.ReadFile(kitFile(style))
		require.NoError(t, err)
		require.Equal(t, built, learnt, "pictures look different: run go generate ./render")
	}
}

// Styles lists all styles, the default first.
func Styles() []Style {
	var all []Style
	for _, palette := range paletteNames {
		for _, theme := range themeNames {
			all = append(all, Style{Theme: theme, Palette: palette})
		}
	}
	return all
}
