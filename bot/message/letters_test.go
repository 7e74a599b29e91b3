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

// wide returns how many buttons stand in each row.
func wide(m discord.Message) (list []int) {
	for _, row := range m.Rows {
		list = append(list, len(row.Buttons))
	}
	return list
}

// Below the picture of the cards lie their letters as they do: three in a row up to twelve, then four, then
// five. There is one picture, low enough for a phone, and words for who does not see it.
func TestLettersLieAsTheCards(t *testing.T) {
	for lie, rows := range map[int][]int{
		3: {3, 1}, 9: {3, 3, 3, 1}, 12: {3, 3, 3, 3, 1}, 15: {4, 4, 4, 3, 1}, 18: {5, 5, 5, 3, 1},
		20: {5, 5, 5, 5, 1},
	} {
		m := shown(t, choice(t, claim, lie))
		require.Equal(t, rows, wide(m), "%d cards", lie)
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

// A table and a hand have rows of their own, and places at which nothing lies keep theirs.
func TestLettersOfATableAndAHand(t *testing.T) {
	c := choice(t, claim, 6)
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
	m := shown(t, c)
	require.Equal(t, []int{3, 3, 5, 4, 1}, wide(m))
	require.True(t, m.Rows[2].Buttons[1].Disabled, "the slot is free")
	require.False(t, m.Rows[2].Buttons[2].Disabled)
	require.NotContains(t, m.Files[0].Description, render.Alt(games.View{Areas: []games.Area{theirs}}, c.Lang),
		"nobody else's hand")
	require.NotContains(t, m.Files[0].Description, c.Lang.Card(cards.SETPack().Cards()[50]))
	c.View.Areas[1].Cells = hand.Cells[:6]
	require.Equal(t, []int{3, 3, 3, 3, 1}, wide(shown(t, c)))
}

// What is chosen looks and is called so, and the picture stays as long as it tells what lies there.
func TestThePictureIsSentOnce(t *testing.T) {
	c := choice(t, claim, 12)
	m := shown(t, c)
	require.Contains(t, m.Content, "Tap three cards")
	c.Stands, c.Chosen = m.Files[0].Description, []string{c.View.Areas[0].Cells[3].Card.String()}
	m = shown(t, c)
	require.Empty(t, m.Files)
	require.True(t, m.KeepFiles)
	require.Equal(t, "Chosen: D.", m.Content)
	require.Equal(t, "✓ D", m.Rows[1].Buttons[0].Label)
	require.Equal(t, discord.Green, m.Rows[1].Buttons[0].Style)

	c.View.Areas[0].Cells[0].New = true
	require.True(t, shown(t, c).KeepFiles, "no frame that would look like a choice")
	c.View.Areas[0].Cells[0].Card = cards.SETPack().Cards()[40]
	require.Len(t, shown(t, c).Files, 1)
}

// In words the same buttons say what they are; what is chosen stays so on the way there and back.
func TestTheSameInWords(t *testing.T) {
	c := choice(t, claim, 12)
	c.Chosen = []string{c.View.Areas[0].Cells[3].Card.String()}
	turn := func(m discord.Message, label string) ID {
		row := m.Rows[len(m.Rows)-1].Buttons
		require.Equal(t, label, row[len(row)-1].Label)
		id, refusal := Seal("key").Read(9, row[len(row)-1].CustomID)
		require.Empty(t, refusal)
		require.Equal(t, "set . "+c.Chosen[0], id.Words)
		return id
	}
	require.Equal(t, WordedButton, turn(shown(t, c), "As text").Kind)
	c.Worded, c.Stands = true, "a picture"
	m := shown(t, c)
	require.Equal(t, ChoiceButton, turn(m, "As a picture").Kind)
	require.Empty(t, m.Files)
	require.False(t, m.KeepFiles, "the picture goes")
	require.Equal(t, "A: one solid red diamond", m.Rows[0].Buttons[0].Label)
	require.Equal(t, []int{4, 4, 4, 1}, wide(m))
	require.Contains(t, m.Content, "Chosen: D: ")
}

// Where no picture can be drawn, words do.
func TestACardThatCantBeDrawnIsTold(t *testing.T) {
	AppendPicture = func([]byte, games.View, render.Style, *words.Language) ([]byte, error) {
		return nil, errors.New("no ink")
	}
	defer func() { AppendPicture = render.Append }()
	m, err := choice(t, claim, 12).Message()
	require.ErrorContains(t, err, "no ink")
	require.Empty(t, m.Files)
	require.Equal(t, "A: one solid red diamond", m.Rows[0].Buttons[0].Label)
}

// Piles keep their places whether one is taken or laid to; the one that was chosen may be given back.
func TestPilesAreLetters(t *testing.T) {
	c := choice(t, games.Offer{Words: "move", Takes: games.Piles}, 9)
	c.View.Areas[0].Cells[4] = games.Cell{Label: "E"}
	pressed := func() (list string) {
		m := shown(t, c)
		require.Equal(t, []int{3, 3, 3, 2}, wide(m))
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
	require.Equal(t, "To which pile?\nChosen: B.", shown(t, c).Content)
}
