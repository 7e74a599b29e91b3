package message

import (
	"bytes"
	"errors"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/games"
	"settable/games/cards"
	"settable/render"
	"settable/render/words"
)

var claim = games.Offer{Words: "set", Takes: games.Three}

// rowWidths returns the number of buttons in each row.
func rowWidths(m discord.Message) (list []int) {
	for _, row := range m.Rows {
		list = append(list, len(row.Buttons))
	}
	return list
}

// Below the picture of the cards, the buttons with their letters have the same layout: three in a row up to twelve,
// then four, then five. There is one picture, low enough for a phone, with an alternative text.
func TestLettersHaveTheLayoutOfTheCards(t *testing.T) {
	for lie, rows := range map[int][]int{
		3: {3, 1}, 9: {3, 3, 3, 1}, 12: {3, 3, 3, 3, 1}, 15: {4, 4, 4, 3, 1}, 18: {5, 5, 5, 3, 1},
		20: {5, 5, 5, 5, 1},
	} {
		m := messageOf(t, newChoice(t, claim, lie))
		require.Equal(t, rows, rowWidths(m), "%d cards", lie)
		require.Equal(t, strings.Split("ABCDEFGHIJKLMNOPQRST", "")[:lie], labels(m)[:lie])
		require.Equal(t, "As text", labels(m)[lie])
		require.Len(t, m.Files, 1)
		require.Contains(t, m.Files[0].Description, "C: one solid red oval")
		picture, err := png.Decode(bytes.NewReader(m.Files[0].Content))
		require.NoError(t, err)
		require.LessOrEqual(t, picture.Bounds().Dy(), 420)
		require.Contains(t, m.Plain().Content, "C: one solid red oval", "where Discord won't have the picture")
	}
}

// The table and the hand have separate rows, and empty places keep their buttons.
func TestLettersOfATableAndAHand(t *testing.T) {
	c := newChoice(t, claim, 6)
	hand := games.HandArea(1, 1, 3)
	for i := range 9 {
		cell := games.Cell{Label: string(rune('1' + i))}
		if i != 1 {
			cell.Kind, cell.Card = games.Face, cards.SETPack().Cards()[30+i]
		}
		hand.Cells = append(hand.Cells, cell)
	}
	theirs := games.HandArea(2, 1, 3)
	theirs.Cells = []games.Cell{{Label: "1", Kind: games.Face, Card: cards.SETPack().Cards()[50]}}
	c.View.Areas = append(c.View.Areas, hand, theirs)
	m := messageOf(t, c)
	require.Equal(t, []int{3, 3, 5, 4, 1}, rowWidths(m))
	require.True(t, m.Rows[2].Buttons[1].Disabled, "the slot is free")
	require.False(t, m.Rows[2].Buttons[2].Disabled)
	require.NotContains(t, m.Files[0].Description, render.Alt(games.View{Areas: []games.Area{theirs}}, c.Lang),
		"nobody else's hand")
	require.NotContains(t, m.Files[0].Description, c.Lang.Card(cards.SETPack().Cards()[50]))
	c.View.Areas[1].Cells = hand.Cells[:6]
	require.Equal(t, []int{3, 3, 3, 3, 1}, rowWidths(messageOf(t, c)))
}

// The selection is highlighted and named. The picture stays as long as its cards are on the table.
func TestPictureIsSentOnce(t *testing.T) {
	c := newChoice(t, claim, 12)
	m := messageOf(t, c)
	require.Contains(t, m.Content, "Tap three cards")
	c.Stands, c.Chosen = m.Files[0].Description, []string{c.View.Areas[0].Cells[3].Card.String()}
	m = messageOf(t, c)
	require.Empty(t, m.Files)
	require.True(t, m.KeepFiles)
	require.Equal(t, "Chosen: D.", m.Content)
	require.Equal(t, "✓ D", m.Rows[1].Buttons[0].Label)
	require.Equal(t, discord.Green, m.Rows[1].Buttons[0].Style)

	c.View.Areas[0].Cells[0].New = true
	require.True(t, messageOf(t, c).KeepFiles, "no frame that would look like a choice")
	c.View.Areas[0].Cells[0].Card = cards.SETPack().Cards()[40]
	require.Len(t, messageOf(t, c).Files, 1)
}

// In words, the same buttons are labelled with the cards. The selection survives switching back and forth.
func TestLettersInWords(t *testing.T) {
	c := newChoice(t, claim, 12)
	c.Chosen = []string{c.View.Areas[0].Cells[3].Card.String()}
	turn := func(m discord.Message, label string) ID {
		row := m.Rows[len(m.Rows)-1].Buttons
		require.Equal(t, label, row[len(row)-1].Label)
		id, refusal := Seal("key").Read(9, row[len(row)-1].CustomID)
		require.Empty(t, refusal)
		require.Equal(t, "set . "+c.Chosen[0], id.Words)
		return id
	}
	require.Equal(t, WordedButton, turn(messageOf(t, c), "As text").Kind)
	c.Worded, c.Stands = true, "a picture"
	m := messageOf(t, c)
	require.Equal(t, ChoiceButton, turn(m, "As a picture").Kind)
	require.Empty(t, m.Files)
	require.False(t, m.KeepFiles, "the picture goes")
	require.Equal(t, "A: one solid red diamond", m.Rows[0].Buttons[0].Label)
	require.Equal(t, []int{4, 4, 4, 1}, rowWidths(m))
	require.Contains(t, m.Content, "Chosen: D: ")
}

// If the picture can't be drawn, words are used.
func TestFailedPictureFallsBackToWords(t *testing.T) {
	AppendPicture = func([]byte, games.View, render.Style, *words.Language) ([]byte, error) {
		return nil, errors.New("no ink")
	}
	defer func() { AppendPicture = render.Append }()
	m, err := newChoice(t, claim, 12).Message()
	require.ErrorContains(t, err, "no ink")
	require.Empty(t, m.Files)
	require.Equal(t, "A: one solid red diamond", m.Rows[0].Buttons[0].Label)
}

// Piles keep their places, both as the source and as the target of a move. A selected pile can be unselected.
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
