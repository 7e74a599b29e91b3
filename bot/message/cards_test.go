package message

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/games"
	"settable/games/cards"
)

var claim = games.Offer{Words: "set", Takes: games.Three}

// cardButtons returns a message with the card buttons of a view and four other buttons.
func cardButtons(t *testing.T, v games.View, picked ...games.Cell) discord.Message {
	t.Helper()
	c, may := NewCardButtons(v, picked)
	require.True(t, may)
	other := []discord.Button{{Label: "Claim a set…", CustomID: "x"}, {Label: "As text", CustomID: "y"},
		{Label: "Help", CustomID: "z"}, {Label: "Join", CustomID: "w"}}
	m := discord.Message{Content: "x", Rows: c.Rows(func(card string) string { return "card " + card }, other)}
	require.NoError(t, m.Check())
	return m
}

// The buttons have the same layout as the cards in the picture: three in a row up to twelve cards, and five in a row
// beyond that. The other buttons appear below those of the cards, or next to the last of 21 cards.
func TestCardButtonsAreArrangedLikeTheCards(t *testing.T) {
	for lie, rows := range map[int][]int{
		3: {3, 4}, 9: {3, 3, 3, 4}, 12: {3, 3, 3, 3, 4}, 15: {5, 5, 5, 4}, 18: {5, 5, 5, 3, 4}, 20: {5, 5, 5, 5, 4},
		21: {5, 5, 5, 5, 5},
	} {
		m := cardButtons(t, newChoice(t, claim, lie).View)
		require.Equal(t, rows, rowWidths(m), "%d cards", lie)
		require.Equal(t, strings.Split("ABCDEFGHIJKLMNOPQRSTU", "")[:lie], labels(m)[:lie])
		require.Equal(t, "Claim a set…", labels(m)[lie])
	}
	for why, v := range map[string]games.View{
		"fewer than three cards":                 newChoice(t, claim, 2).View,
		"more cards than Discord allows buttons": newChoice(t, claim, 26).View,
		"the offer takes no cards":               newChoice(t, games.Offer{Words: "set"}, 12).View,
	} {
		_, may := NewCardButtons(v, nil)
		require.False(t, may, why)
	}
}

// A button's custom id names the card rather than its cell. A picked card has a tick as well as another colour.
func TestCardButtonsNameCards(t *testing.T) {
	v := newChoice(t, claim, 12).View
	moved := v.Areas[0].Cells[3]
	m := cardButtons(t, v, moved)
	require.Equal(t, discord.Button{Label: "✓ D", Style: discord.Green, CustomID: "card " + moved.Card.String()},
		m.Rows[1].Buttons[0])
	v.Areas[0].Cells[0].Card, v.Areas[0].Cells[3].Card = moved.Card, v.Areas[0].Cells[0].Card
	require.Equal(t, "card "+moved.Card.String(), cardButtons(t, v).Rows[0].Buttons[0].CustomID)
}

// Buttons for the table and for the player's hand are in separate rows. Empty cells have disabled buttons, and other
// players' hands have none.
func TestCardButtonsOfATableAndAHand(t *testing.T) {
	v := newChoice(t, claim, 6).View
	hand := games.HandArea(1, 1, 3)
	for i := range 9 {
		cell := games.Cell{Label: string(rune('1' + i))}
		if i != 1 {
			cell.Kind, cell.Card = games.Face, cards.SETPack().Cards()[30+i]
		}
		hand.Cells = append(hand.Cells, cell)
	}
	theirs := games.HandArea(2, 1, 3)
	theirs.Cells = []games.Cell{{Label: "X", Kind: games.Face, Card: cards.SETPack().Cards()[50]}}
	v.Areas = append(v.Areas, hand, theirs)
	m := cardButtons(t, v)
	require.Equal(t, []int{3, 3, 5, 4, 4}, rowWidths(m))
	require.True(t, m.Rows[2].Buttons[1].Disabled, "an empty cell has a disabled button")
	require.False(t, m.Rows[2].Buttons[2].Disabled)
	require.NotContains(t, labels(m), "X")
	v.Areas[1].Cells = hand.Cells[:6]
	require.Equal(t, []int{3, 3, 3, 3, 4}, rowWidths(cardButtons(t, v)))
}

func rowWidths(m discord.Message) (list []int) {
	for _, row := range m.Rows {
		list = append(list, len(row.Buttons))
	}
	return list
}
