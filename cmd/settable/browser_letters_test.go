package main

import "github.com/stretchr/testify/require"

// playDailyDeal plays a daily deal on a phone. The cards and their buttons fit on the screen together, and chosen cards
// have a tick. In text mode, the same message describes the cards and has no picture. Text mode can be switched off
// again.
func (th *phoneUser) playDailyDeal() {
	th.t.Helper()
	th.say("/daily deal:classic")
	th.until(`/Only you see these cards/.test(` + secrets + `) && ` + cardsAlt + `.includes('B: ')`)
	th.waitForCards()
	th.checkLayout("daily")
	th.tap("B")
	th.until(button("✓ B"))
	th.waitForCards()
	th.checkLayout("daily-chosen")
	th.tap("As text")
	th.until(button("As a picture"))
	require.NotEmpty(th.t, ask[string](th.tab, button("✓ B")+`?.textContent ?? ''`))
	th.checkLayout("daily-text")
	th.tap("As a picture")
	th.until(cardsAlt + `.includes('B: ')`)
	th.waitForCards()
}
