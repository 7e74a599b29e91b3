package main

import (
	"testing"

	"github.com/stretchr/testify/require"
	"settable/games/gamestest"
)

// In the middle of a game, a player reads, downloads and deletes their stored data.
func TestPrivacyOnThePage(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	b := browse(t, 390, 844)
	const last = `[...document.querySelectorAll('[data-testid=message]')].at(-1)`
	b.say("/play classic penalty:none house:1 strength:easy")
	b.pressNewest(":start")
	b.until(tableAlt + `.includes('Table: A: ')`)
	b.say("/privacy")
	b.until(last + `.innerText.includes('What Settable stores')`)
	b.checkLayout("privacy")
	b.pressNewest("data:")
	b.until(last + `.innerText.includes('settable-data.json')`)
	require.Equal(t, "settable-data.json", ask[string](b, last+`.querySelector('a[download]').download`))
	b.say("/forget-me")
	b.until(last + `.innerText.includes("can't be undone")`)
	b.checkLayout("forget")
	b.pressNewest("forget:")
	b.until(last + `.innerText.includes('Your name is already gone')`)
	b.until(`document.querySelector('#log').innerText.includes('former player')`)
	b.checkLayout("forgotten")
}
