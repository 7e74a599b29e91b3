package message

import (
	"slices"
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/render"
)

// letterView returns a view of the piles that a move can take, in the same rows as the buttons. It returns false for
// amounts of chips, and for players who prefer words.
func (c Choice) letterView(o games.Offer) (lie games.View, is bool) {
	if o.Takes == games.Amount {
		return lie, false
	}
	lie = games.View{Game: c.View.Game, Viewer: c.View.Viewer, Phase: games.Choosing, CardsLeft: -1}
	for _, a := range c.View.Areas {
		if a.Cells = cellsOf(a); len(a.Cells) > 0 {
			a.Columns = narrowRow
			lie.Areas = append(lie.Areas, a)
		}
	}
	return lie, !c.Worded
}

// cellsOf returns the labelled cells of an area. It omits empty cells at the end of a player's area. It clears the
// cells' marks, because a frame around a card would look as if the player had chosen it.
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

// labelOf returns the label of the cell that a value in a move refers to, or the value itself if there is no such cell.
func labelOf(lie games.View, value string) string {
	for _, a := range lie.Areas {
		for _, cell := range a.Cells {
			if strings.EqualFold(cell.Label, value) {
				return cell.Label
			}
		}
	}
	return value
}

// letters returns the buttons of the piles, in the same rows as the picture. Piles that can't be chosen now have
// disabled buttons, which keep the other buttons in place.
func (c Choice) letters(
	o games.Offer, lie games.View, list []discord.SelectOption, chosen []string) (rows []discord.Row) {

	for _, a := range lie.Areas {
		for row := range slices.Chunk(a.Cells, a.Columns) {
			var buttons []discord.Button
			for _, cell := range row {
				value := strings.ToLower(cell.Label)
				b := c.button(value, cell.Label, chosen)
				b.Disabled = b.Style != discord.Green &&
					!slices.ContainsFunc(list, func(o discord.SelectOption) bool { return o.Value == value })
				buttons = append(buttons, b)
			}
			rows = append(rows, discord.Row{Buttons: buttons})
		}
	}
	return append(rows, discord.Row{Buttons: c.otherButtons(o, chosen)})
}

func (c Choice) button(value, label string, chosen []string) discord.Button {
	b := discord.Button{Label: label, Style: discord.Grey}
	b.CustomID = c.customID(c.Worded, append([]string{value}, chosen...)...)
	if slices.Contains(chosen, value) {
		b.Label, b.Style = "✓ "+label, discord.Green
	}
	return b
}

// NoChoice stands in for the item in the id of a button that only switches between words and letters.
const NoChoice = "."

// otherButtons returns the buttons that don't choose an item: the form, and the switch between words and letters.
func (c Choice) otherButtons(o games.Offer, chosen []string) (list []discord.Button) {
	list = append(list, discord.Button{Label: sentence(c.Lang, "message.button.type"), Style: discord.Grey,
		CustomID: c.Sign(ID{TypeButton, c.Table, c.Line, c.Verb})})
	if o.Takes == games.Amount {
		return append(list, c.More...)
	}
	label := "message.button.text"
	if c.Worded {
		label = "message.button.letters"
	}
	list = append(list, discord.Button{Label: sentence(c.Lang, label), Style: discord.Grey,
		CustomID: c.customID(!c.Worded, append([]string{NoChoice}, chosen...)...)})
	return append(list, c.More...)
}

// draw adds the picture of the piles, unless the message already has that picture.
func (c Choice) draw(m *discord.Message, lie games.View) error {
	alt := render.Alt(lie, c.Lang)
	if alt == c.ShownPicture {
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
