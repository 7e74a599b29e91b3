package main

import (
	"testing"

	"github.com/stretchr/testify/require"
	"settable/games/gamestest"
)

// A finished game can be replayed move by move and saved as a GIF.
func TestReplayOnThePage(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	b := browse(t, 390, 844)
	b.say("/play classic penalty:none house:2 strength:easy")
	b.pressNewest(":start")
	b.until(tableAlt + `.includes('Table: A: ')`)
	b.say("set a b c")
	b.until(`document.querySelector('#log').innerText.includes('A B C')`)
	b.say("/end")
	b.pressNewest("replay:")
	const last = `[...document.querySelectorAll('[data-testid=message]')].at(-1)`
	b.until(last + `.innerText.includes(', step 1 of ')`)
	require.Contains(t, ask[string](b, last+`.querySelector('img').alt`), "Classic SET")
	b.pressNewest(":turn")
	b.until(`!` + last + `.innerText.includes(', step 1 of ')`)
	b.checkLayout("replay")
	b.pressNewest(":film")
	b.until(last + `.innerText.includes('as a GIF')`)
	b.until(`(i => i && i.complete && i.naturalWidth > 300)(` + last + `.querySelector('img'))`)
	b.checkLayout("film")
}
