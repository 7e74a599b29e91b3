package main

import (
	"testing"

	"github.com/stretchr/testify/require"
	"settable/games/gamestest"
)

// A finished game can be replayed move by move and saved as a film.
func TestReplayOnThePage(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	b := browse(t, 390, 844)
	b.says("/play classic penalty:none house:2 strength:easy")
	b.presses(":start")
	b.until(tableAlt + `.includes('Table: A: ')`)
	b.says("set a b c")
	b.until(`document.querySelector('#log').innerText.includes('A B C')`)
	b.says("/end")
	b.presses("replay:")
	const last = `[...document.querySelectorAll('[data-testid=message]')].at(-1)`
	b.until(last + `.innerText.includes(', 1 of ')`)
	require.Contains(t, ask[string](b, last+`.querySelector('img').alt`), "Classic SET")
	b.presses(":turn")
	b.until(`!` + last + `.innerText.includes(', 1 of ')`)
	b.looks("replay")
	b.presses(":film")
	b.until(last + `.innerText.includes('as a film')`)
	b.until(`(i => i && i.complete && i.naturalWidth > 300)(` + last + `.querySelector('img'))`)
	b.looks("film")
}
