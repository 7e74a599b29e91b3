package render

import (
	"embed"

	"settable/games"
	"settable/games/cards"
	"settable/render/layout"
	"settable/render/splice"
	"settable/render/words"
)

// A kit holds the compression code for a style, learnt from pictures of all games. Kits must be generated again when
// pictures change.
//
//go:generate go test -run TestKitsAreAsLearnt -kits .
//go:embed kits
var kits embed.FS

func kitFile(s Style) string { return "kits/" + s.String() + ".kit" }

// loadKit loads the kit for the style. If the kit is missing or belongs to a different palette, pictures are painted
// instead of spliced.
func (s *sheet) loadKit(style Style) {
	if trained, err := kits.ReadFile(kitFile(style)); err == nil {
		s.kit, _ = splice.Load(layout.Width, s.colours.palette[:s.colours.n], trained)
	}
}

// onTheFly is the compression effort for patches that are made at run time.
const onTheFly = 64

// Warm prepares the most common parts of pictures in a style, so that the first pictures don't have to wait for them.
// It prepares all SET cards at the size for twelve cards and at the smaller size for more cards. Warm keeps one core
// busy for half a second per style.
func Warm(s Style) error {
	const few, many = 3, 15
	pack := cards.SETPack().Cards()
	for at := 0; at < len(pack); at += few {
		three := pack[at : at+few]
		v := games.View{Areas: []games.Area{unlabelledTable(three)}, Taken: three, TakenBy: 1}
		if _, err := Draw(v, s, words.Silent); err != nil {
			return err
		}
	}
	for at := 0; at < len(pack); at += many {
		more := pack[min(at, len(pack)-many):][:many]
		if _, err := Draw(games.View{Areas: []games.Area{unlabelledTable(more)}}, s, words.Silent); err != nil {
			return err
		}
	}
	return nil
}

// unlabelledTable returns a table of cards without labels. The label of a small card would be merged with the symbols
// into one patch, which is useless for other labels.
func unlabelledTable(faces []cards.Card) games.Area {
	table := games.Area{Columns: 3, Cells: make([]games.Cell, len(faces))}
	for i, c := range faces {
		table.Cells[i] = games.Cell{Kind: games.Face, Card: c}
	}
	return table
}
