package main

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
	"settable/games/gamestest"
)

// lastAnnouncement is a script that returns the page's last announcement to screen readers.
const lastAnnouncement = `(document.querySelector('[data-testid=told]').lastElementChild?.innerText ?? '')`

// After a claim, the page announces once who took which cards and which cards moved. It doesn't repeat unchanged cards
// or the channel.
func TestEachChangeIsAnnouncedOnceOnThePage(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	b := browse(t, 1280, 800)
	b.say("/play classic")
	b.pressNewest(":start")
	b.until(newest + `?.alt.includes('Table:')`)
	require.Equal(t, "off", ask[string](b, `document.querySelector('#log').ariaLive`))
	for range 3 {
		alt := ask[string](b, newest+`.alt`)
		before := cardsIn(alt)
		words := bestSet(before)
		require.NotEmpty(t, words, alt)
		b.say("set " + words)
		b.until(newest + `?.alt !== ` + strconv.Quote(alt))
		now := ask[string](b, newest+`.alt`)
		heard := ask[string](b, lastAnnouncement)
		require.Contains(t, heard, "Ann takes "+strings.ToUpper(words))
		require.Less(t, len(heard), len(now), heard)
		for label, card := range cardsIn(now) {
			item := label + ": " + inEnglish().Card(card)
			times := 0
			if before[label] != card {
				times = 1
			}
			require.Equal(t, times, strings.Count(heard, item), "%s in %s", item, heard)
		}
	}
}

// One key moves the focus from the input field to the current buttons and back. Other players' moves never move the
// focus.
func TestFocusKeyOnThePage(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	b := browse(t, 1280, 800)
	const focus = `(document.activeElement.dataset.customId || document.activeElement.id)`
	b.say("/play classic")
	b.until(newest)
	b.until(`document.querySelector('[data-custom-id$=":start"]')`)
	b.do(chromedp.Focus(chromedp.CSS(`#field`)), chromedp.KeyEvent(kb.F6))
	require.Contains(t, ask[string](b, focus), "move:")
	b.do(chromedp.KeyEvent(kb.F6))
	require.Equal(t, "field", ask[string](b, focus))
	b.do(chromedp.KeyEvent(kb.F6))
	for !strings.HasSuffix(ask[string](b, focus), ":start") {
		require.Contains(t, ask[string](b, focus), "move:", "the key must find the Start button")
		b.do(chromedp.KeyEvent(kb.Tab))
	}
	b.do(chromedp.KeyEvent(kb.Enter))
	b.until(newest + `?.alt.includes('Table:')`)
	require.NotEqual(t, "BODY", ask[string](b, `document.activeElement.tagName`), "the focus got lost with the Start button")
	b.do(chromedp.KeyEvent(kb.F6))
	held := ask[string](b, `document.activeElement.textContent`)
	require.NotEmpty(t, held)
	words := bestSet(cardsIn(ask[string](b, newest+`.alt`)))
	b.sendAs("Bob", "set "+words)
	b.until(lastAnnouncement + `.includes('Bob takes')`)
	require.Equal(t, held, ask[string](b, `document.activeElement.textContent`), "the focus was lost")
}
