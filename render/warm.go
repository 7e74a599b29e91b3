package render

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// Warm makes what most pictures of a style are made of before somebody waits for
// one: the sheet, and each SET card as it lies on a table and, smaller, in the set
// just taken. Nothing is said there, in no language. It keeps one core busy for half a second, once for each style.
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
