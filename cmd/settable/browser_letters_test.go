package main

import "github.com/stretchr/testify/require"

// picksADaily plays a daily deal on a phone. The cards and their buttons fit on the screen together, and chosen cards
// have a tick. In text mode, the same message describes the cards and has no picture. Text mode can be switched off
// again.
func (th *thumb) picksADaily() {
	th.t.Helper()
	th.says("/daily deal:classic")
	th.until(`/Only you see these cards/.test(` + secrets + `) && ` + cardsAlt + `.includes('B: ')`)
	th.seesCards()
	th.looks("daily")
	th.taps("B")
	th.until(button("✓ B"))
	th.seesCards()
	th.looks("daily-chosen")
	th.taps("As text")
	th.until(button("As a picture"))
	require.NotEmpty(th.t, ask[string](th.tab, button("✓ B")+`?.textContent ?? ''`))
	th.looks("daily-text")
	th.taps("As a picture")
	th.until(cardsAlt + `.includes('B: ')`)
	th.seesCards()
}
