package message

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/games"
	"settable/games/cards"
	"settable/render"
	"settable/render/words"
)

// The picture isn't uploaded again while the piles are unchanged. If the player switches to words, the buttons
// describe the piles. Piles stay chosen when the player switches to words and back.
func TestPilesInPictureAndWords(t *testing.T) {
	c := newChoice(t, games.Offer{Words: "move", Takes: games.Piles}, 8)
	c.View.Areas[0].Cells = append(c.View.Areas[0].Cells, games.Cell{Label: "I"})
	m := messageOf(t, c)
	require.Len(t, m.Files, 1)
	require.Contains(t, m.Plain().Content, "C: one solid red oval", "the text to show without the picture")
	c.ShownPicture, c.Chosen = m.Files[0].Description, []string{"d"}
	m = messageOf(t, c)
	require.Empty(t, m.Files)
	require.True(t, m.KeepFiles)
	require.Equal(t, "✓ D", m.Rows[1].Buttons[0].Label)
	require.Equal(t, discord.Green, m.Rows[1].Buttons[0].Style)
	c.View.Areas[0].Cells[0].New = true
	require.True(t, messageOf(t, c).KeepFiles, "the cells' marks must not be drawn")
	c.View.Areas[0].Cells[0].Card = cards.SETPack().Cards()[40]
	require.Len(t, messageOf(t, c).Files, 1)

	turn := func(m discord.Message, label string) ID {
		row := m.Rows[len(m.Rows)-1].Buttons
		require.Equal(t, label, row[len(row)-1].Label)
		id, refusal := Seal("key").Read(9, row[len(row)-1].CustomID)
		require.Empty(t, refusal)
		require.Equal(t, "move . d", id.Words)
		return id
	}
	require.Equal(t, WordedButton, turn(messageOf(t, c), "As text").Kind)
	c.Worded = true
	m = messageOf(t, c)
	require.Equal(t, ChoiceButton, turn(m, "As a picture").Kind)
	require.Empty(t, m.Files)
	require.False(t, m.KeepFiles, "the picture must be removed")
	require.Contains(t, m.Content, "Chosen: D: ")
}

// If the picture can't be drawn, the buttons describe the piles in words.
func TestUndrawablePilesAreDescribed(t *testing.T) {
	AppendPicture = func([]byte, games.View, render.Style, *words.Language) ([]byte, error) {
		return nil, errors.New("no ink")
	}
	defer func() { AppendPicture = render.Append }()
	m, err := newChoice(t, games.Offer{Words: "look", Takes: games.Pile}, 9).Message()
	require.ErrorContains(t, err, "no ink")
	require.Empty(t, m.Files)
	require.Equal(t, "A: one solid red diamond", m.Rows[0].Buttons[0].Label)
}

// The buttons stay in place whether the player is choosing the source or the target of a move. A chosen pile can be
// unselected.
func TestLettersOfPiles(t *testing.T) {
	c := newChoice(t, games.Offer{Words: "move", Takes: games.Piles}, 9)
	c.View.Areas[0].Cells[4] = games.Cell{Label: "E"}
	pressed := func() (list string) {
		m := messageOf(t, c)
		require.Equal(t, []int{3, 3, 3, 2}, rowWidths(m))
		for _, row := range m.Rows[:3] {
			for _, b := range row.Buttons {
				if !b.Disabled {
					list += b.Label
				}
			}
		}
		return list
	}
	require.Equal(t, "ABCDFGHI", pressed())
	c.Chosen = []string{"b"}
	require.Equal(t, "✓ BE", pressed())
	require.Equal(t, "To which pile?\nChosen: B.", messageOf(t, c).Content)
}
