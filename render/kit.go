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

// loadKit loads the kit for the style. Without a kit, or with one for a different palette, pictures are painted.
func (s *sheet) loadKit(style Style) {
	if trained, err := kits.ReadFile(kitFile(style)); err == nil {
		s.kit, _ = splice.Load(layout.Width, s.colours.palette[:s.colours.n], trained)
	}
}

// onTheFly is the effort spent on compressing patches at run time.
const onTheFly = 64

// Warm prepares the most common parts of pictures in a style, so that nobody has to wait for them. It prepares all SET
// cards at the size for twelve cards and at the smaller size for more cards. Warm keeps one core busy for half a
// second per style.
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

// unlabelledTable returns a table of cards without labels, because labels on small cards merge with the symbols.
func unlabelledTable(faces []cards.Card) games.Area {
	table := games.Area{Columns: 3, Cells: make([]games.Cell, len(faces))}
	for i, c := range faces {
		table.Cells[i] = games.Cell{Kind: games.Face, Card: c}
	}
	return table
}
