package render

import (
	"embed"

	"settable/games"
	"settable/games/cards"
	"settable/render/layout"
	"settable/render/splice"
	"settable/render/words"
)

// The kits hold, for each style, the compression codes learnt from pictures of all games in it. Make them again when
// pictures look different.
//
//go:generate go test -run TestKitsAreAsLearnt -kits .
//go:embed kits
var kits embed.FS

func kitFile(s Style) string { return "kits/" + s.String() + ".kit" }

// loadKit gives the sheet the kit of its style. Without one, or with one for a different palette, pictures are painted.
func (s *sheet) loadKit(style Style) {
	if trained, err := kits.ReadFile(kitFile(style)); err == nil {
		s.kit, _ = splice.Load(layout.Width, s.colours.palette[:s.colours.n], trained)
	}
}

// onTheFly is the effort put into short codes for anything spliced for the first time.
const onTheFly = 64

// Warm prepares the parts of most pictures of a style, so that no one has to wait for them: the sheet, and each SET
// card in the size for twelve cards and the smaller size for more cards and for the set just taken. The pictures it
// makes have no words. It keeps one core busy for half a second, once for each style.
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

// unlabelledTable returns a table of cards without labels, because on small cards a label merges with the symbols.
func unlabelledTable(faces []cards.Card) games.Area {
	table := games.Area{Columns: 3, Cells: make([]games.Cell, len(faces))}
	for i, c := range faces {
		table.Cells[i] = games.Cell{Kind: games.Face, Card: c}
	}
	return table
}
