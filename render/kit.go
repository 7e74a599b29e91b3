package render

import (
	"embed"
	"slices"

	"settable/games"
	"settable/games/cards"
	"settable/render/layout"
	"settable/render/quilt"
)

// The kits hold for each style the code that was learnt from pictures of all
// games in it. Make them anew whenever pictures look different.
//
//go:generate go test -run TestKitsAreAsLearnt -kits .
//go:embed kits
var kits embed.FS

func kitFile(s Style) string { return "kits/" + s.String() + ".kit" }

// loadKit gives the sheet the kit of its style. Without one, or with one for
// another palette, its pictures are painted.
func (s *sheet) loadKit(style Style) {
	if trained, err := kits.ReadFile(kitFile(style)); err == nil {
		s.kit, _ = quilt.Load(layout.Width, s.colours.palette[:s.colours.n], trained)
	}
}

// onTheFly is how hard to look for the shortest bits of what is sewn for the first time.
const onTheFly = 64

// Warm makes what most pictures of a style are made of before somebody waits for
// one: the sheet, and each SET card as it lies on a table and, smaller, in the set
// just taken; nothing is said there. It keeps one core busy for half a second, once
// for each style.
func Warm(s Style) error {
	for three := range slices.Chunk(cards.SETPack().Cards(), 3) {
		table := games.Area{Columns: 3}
		for i, c := range three {
			table.Cells = append(table.Cells, games.Cell{Label: string(rune('A' + i)), Kind: games.Face, Card: c})
		}
		if _, err := Draw(games.View{Areas: []games.Area{table}, Taken: three, TakenBy: 1}, s, nil); err != nil {
			return err
		}
	}
	return nil
}
