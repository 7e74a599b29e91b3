package message

import (
	"slices"
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/render/words"
)

const (
	// maxRows is how many rows of buttons a message has, each of at most rowSize buttons.
	maxRows = 5
	rowSize = 5
	// narrowRow is how many cards the picture shows in a row. The card buttons are arranged in the same way if that
	// leaves a row for the other buttons.
	narrowRow = 3
)

// CardButtons provides buttons for the open cards of a view. Pressing three cards claims a set.
type CardButtons struct {
	areas  []games.Area // the cells that get buttons
	picked []games.Cell
}

// NewCardButtons returns buttons for a viewer who can claim a set of the visible cards. It returns false if the viewer
// can't, or if there are too many cards for a message. picked are the cards that the viewer has picked, which only the
// viewer's own messages show.
func NewCardButtons(v games.View, picked []games.Cell) (c CardButtons, may bool) {
	mayClaim := slices.ContainsFunc(v.Offers, func(o games.Offer) bool { return o.Takes == games.Three })
	if !mayClaim || countCells(v, games.Face) < 3 {
		return CardButtons{}, false
	}
	c = CardButtons{areasWithButtons(v), picked}
	return c, rowsOf(c.areas...) <= maxRows
}

// areasWithButtons returns the cells that get buttons. It omits empty cells at the end of a player's hand. The rows are
// as wide as in the picture, or five cells wide if there would be too many rows otherwise.
func areasWithButtons(v games.View) (list []games.Area) {
	for _, a := range v.Areas {
		if a.Seat != games.Watcher && a.Seat != v.Viewer {
			continue
		}
		a.Columns = narrowRow
		if a.Cells = cellsOf(a); len(a.Cells) > 0 {
			list = append(list, a)
		}
	}
	for rowsOf(list...) >= maxRows && widen(list) {
	}
	return list
}

// widen makes the rows of the area with the most rows five cells wide. It returns false if all areas are already that
// wide.
func widen(areas []games.Area) bool {
	most := -1
	for i, a := range areas {
		if a.Columns < rowSize && (most < 0 || rowsOf(a) > rowsOf(areas[most])) {
			most = i
		}
	}
	if most < 0 {
		return false
	}
	areas[most].Columns = rowSize
	return true
}

func rowsOf(areas ...games.Area) (n int) {
	for _, a := range areas {
		n += (len(a.Cells) + a.Columns - 1) / a.Columns
	}
	return n
}

// Room returns how many buttons fit next to those of the cards.
func (c CardButtons) Room() int {
	if rows := rowsOf(c.areas...); rows < maxRows {
		return (maxRows - rows) * rowSize
	}
	last := c.areas[len(c.areas)-1]
	return rowSize - (len(last.Cells)-1)%last.Columns - 1
}

// Rows returns the buttons of the cards, followed by the further buttons. These must be in order of importance, because
// the last ones are cut off if there is no room. press returns the custom id for a card.
func (c CardButtons) Rows(press func(card string) string, further []discord.Button) []discord.Row {
	rows := c.rows(press)
	further = further[:min(len(further), c.Room())]
	if len(rows) == maxRows { // with 21 cards, the last row has room
		last := &rows[maxRows-1]
		last.Buttons = append(last.Buttons, further...)
		return rows
	}
	return append(rows, InRows(further, rowSize)...)
}

func (c CardButtons) rows(press func(card string) string) (rows []discord.Row) {
	for _, a := range c.areas {
		for cells := range slices.Chunk(a.Cells, a.Columns) {
			var row discord.Row
			for _, cell := range cells {
				row.Buttons = append(row.Buttons, c.button(cell, press))
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// button returns the button of a cell. Its custom id names the card rather than the cell, because the cell may hold
// another card by the time of the press. An empty cell gets a disabled button to keep the other buttons in place.
func (c CardButtons) button(cell games.Cell, press func(card string) string) discord.Button {
	value := cell.Card.String()
	if cell.Kind != games.Face {
		return discord.Button{Label: cell.Label, CustomID: press("." + cell.Label), Disabled: true}
	}
	if slices.ContainsFunc(c.picked, func(p games.Cell) bool { return p.Card == cell.Card }) {
		return discord.Button{Label: "✓ " + cell.Label, Style: discord.Green, CustomID: press(value)}
	}
	return discord.Button{Label: cell.Label, CustomID: press(value)}
}

// Cards returns the cells of the cards that a viewer can claim.
func Cards(v games.View) []games.Cell { return labelledCells(v, games.Face) }

// PickedText tells a player which cards they have picked, and how many are still missing.
func PickedText(lang *words.Language, picked []games.Cell) string {
	if len(picked) == 0 {
		return sentence(lang, "message.pick.none")
	}
	return sentence(lang, "message.pick.picked", "cards", named(lang, picked), "N", 3-len(picked))
}

// GoneText tells a player that some cards they picked are no longer on the table.
func GoneText(lang *words.Language, gone []games.Cell) string {
	return sentence(lang, "message.pick.gone", "cards", named(lang, gone), "N", len(gone))
}

// TakenText tells a player that a claim was correct.
func TakenText(lang *words.Language, set []games.Cell) string {
	var labels []string
	for _, c := range set {
		labels = append(labels, c.Label)
	}
	return sentence(lang, "message.pick.taken", "cards", strings.Join(labels, " "))
}

// named describes cards: "**B** (two striped red ovals) and **F** (one open green diamond)".
func named(lang *words.Language, list []games.Cell) string {
	var names []string
	for _, c := range list {
		names = append(names, sentence(lang, "message.pick.card", "label", c.Label, "card", c.Card))
	}
	return lang.List(names)
}
