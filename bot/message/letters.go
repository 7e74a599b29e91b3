package message

import (
	"slices"
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/render"
)

// mostRows is how many rows of letters there are, where a row of other buttons stands below
// them.
const mostRows = 4

// lettered are the cards or piles that a move may take, as they lie, for a picture and
// letters below it that lie alike; not where words are wished for or letters do not do.
func (c Choice) lettered(o games.Offer) (lie games.View, is bool) {
	lie, fits := c.alone(o)
	return lie, fits && !c.Worded
}

// alone are the same cards without their table: three in a row, or four or five where those
// would be too many rows. It tells whether they are few enough for buttons.
func (c Choice) alone(o games.Offer) (lie games.View, fits bool) {
	if o.Takes == games.Amount {
		return lie, false
	}
	v := games.View{Game: c.View.Game, Viewer: c.View.Viewer, Phase: games.Choosing, Left: -1}
	n := 0
	for _, a := range c.View.Areas {
		if a.Seat != games.Watcher && a.Seat != v.Viewer {
			continue
		}
		a.Columns, a.Cells = 3, cellsOf(a)
		if n += len(a.Cells); len(a.Cells) > 0 {
			v.Areas = append(v.Areas, a)
		}
	}
	for widened := true; widened && rowsOf(v.Areas...) > mostRows; {
		widened = widen(v.Areas)
	}
	return v, n > 0 && n <= mostButtons && rowsOf(v.Areas...) <= mostRows
}

// cellsOf are the places of an area that have a label, up to the last at which something
// lies; nothing is marked there, for a frame would look like a choice.
func cellsOf(a games.Area) (list []games.Cell) {
	used := 0
	for _, cell := range a.Cells {
		if cell.Label == "" {
			continue
		}
		cell.New, cell.Marked, cell.Under = false, false, nil
		if list = append(list, cell); cell.Kind != games.Empty || a.Seat == games.Watcher {
			used = len(list)
		}
	}
	return list[:used]
}

// widen makes the rows of the area that has the most of them longer, if a row of buttons may be.
func widen(areas []games.Area) bool {
	most := -1
	for i, a := range areas {
		if a.Columns < 5 && (most < 0 || rowsOf(a) > rowsOf(areas[most])) {
			most = i
		}
	}
	if most < 0 {
		return false
	}
	areas[most].Columns++
	return true
}

func rowsOf(areas ...games.Area) (n int) {
	for _, a := range areas {
		n += (len(a.Cells) + a.Columns - 1) / a.Columns
	}
	return n
}

// valueOf is a cell in the notation of what a move takes.
func valueOf(o games.Takes, c games.Cell) string {
	if o == games.Three && c.Kind == games.Face {
		return c.Card.String()
	}
	return strings.ToLower(c.Label)
}

// labelOf is the label under which something lies.
func labelOf(lie games.View, value string) string {
	for _, a := range lie.Areas {
		for _, cell := range a.Cells {
			if strings.EqualFold(cell.Label, value) || cell.Kind == games.Face && cell.Card.String() == value {
				return cell.Label
			}
		}
	}
	return value
}

// letters are the buttons of the cards, as those lie; what can't be chosen has one that can't
// be pressed, so that the others keep their places.
func (c Choice) letters(
	o games.Offer, lie games.View, list []discord.SelectOption, chosen []string) (rows []discord.Row) {

	for _, a := range lie.Areas {
		for row := range slices.Chunk(a.Cells, a.Columns) {
			var buttons []discord.Button
			for _, cell := range row {
				value := valueOf(o.Takes, cell)
				b := c.button(value, cell.Label, chosen)
				b.Disabled = b.Style != discord.Green &&
					!slices.ContainsFunc(list, func(o discord.SelectOption) bool { return o.Value == value })
				buttons = append(buttons, b)
			}
			rows = append(rows, discord.Row{Buttons: buttons})
		}
	}
	return append(rows, discord.Row{Buttons: c.others(o, chosen)})
}

// button is that of one thing; chosen, it looks and is called so.
func (c Choice) button(value, label string, chosen []string) discord.Button {
	b := discord.Button{Label: label, Style: discord.Grey}
	b.CustomID = c.sign(c.Worded, append([]string{value}, chosen...)...)
	if slices.Contains(chosen, value) {
		b.Label, b.Style = "✓ "+label, discord.Green
	}
	return b
}

// Nothing stands in a ChoiceButton for what is pressed where nothing is: it shows what is
// chosen in the other way.
const Nothing = "."

// others are the buttons beside what there is to choose: the form, and the other way to show it.
func (c Choice) others(o games.Offer, chosen []string) (list []discord.Button) {
	if o.Takes != games.Three { // a claim's form is a button of the table
		list = append(list, discord.Button{Label: say(c.Lang, "message.button.type"), Style: discord.Grey,
			CustomID: c.Sign(ID{TypeButton, c.Table, c.Line, c.Verb})})
	}
	if _, fits := c.alone(o); !fits {
		return append(list, c.More...)
	}
	label := "message.button.text"
	if c.Worded {
		label = "message.button.letters"
	}
	list = append(list, discord.Button{Label: say(c.Lang, label), Style: discord.Grey,
		CustomID: c.sign(!c.Worded, append([]string{Nothing}, chosen...)...)})
	return append(list, c.More...)
}

// draw adds the picture of the cards, unless it stands there already.
func (c Choice) draw(m *discord.Message, lie games.View) error {
	alt := render.Alt(lie, c.Lang)
	if alt == c.Stands {
		m.KeepFiles = true
		return nil
	}
	png, err := Draw(nil, lie, c.Style, c.Lang)
	if err != nil {
		return err
	}
	m.Files = []discord.File{{Name: "cards.png", Description: alt, Content: png}}
	content := m.Content
	m.InWords = func() string {
		all := strings.TrimSpace(render.Long(lie, c.Lang, nil, MostText-Size(content)-1))
		return Cut(content+"\n"+all, MostText)
	}
	return nil
}
