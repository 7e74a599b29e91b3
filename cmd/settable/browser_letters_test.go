package main

import "github.com/stretchr/testify/require"

// picksADaily picks from a daily deal on a phone as from any table: picture and letters are on the screen at once. In
// text mode the same answer names the cards, without a picture, and can be switched back.
func (th *thumb) picksADaily() {
	th.t.Helper()
	th.says("/daily deal:classic")
	th.until(picker + `?.innerText.includes('Tap three cards')`)
	th.seesWholePicker()
	th.looks("daily")
	card := cardTextAt(ask[string](th.tab, pickerAlt), "B")
	require.True(th.t, th.chooses(card))
	th.seesWholePicker()
	th.taps("As text")
	th.until(button("✓ " + card))
	require.Empty(th.t, ask[string](th.tab, pickerAlt))
	th.looks("daily-text")
	th.taps("As a picture")
	th.until(pickerButton("✓ B"))
	th.seesWholePicker()
	th.looks("daily-chosen")
}
