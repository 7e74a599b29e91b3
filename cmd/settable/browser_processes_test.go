//go:build unix

package main

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
	"settable/store/storetest"
)

// newTabWithProcesses opens the page of a sandbox with several processes.
func newTabWithProcesses(t *testing.T, width int64, more ...string) *tab {
	t.Helper()
	return browse(t, width, 800, append([]string{"--no-deal", "--database", storetest.Postgres(t), "--processes"}, more...)...)
}

// enterChannel switches to a channel by name.
func (b *tab) enterChannel(channel string) {
	b.t.Helper()
	at := `[...document.querySelectorAll('[data-testid=channel]')].find(c => c.firstChild.nextSibling.textContent === '` +
		channel + `')`
	b.until(at)
	ask[*int](b, at+`.click()`)
	b.until(at + `.ariaCurrent`)
}

// servingProcess returns the process that serves the table in a channel, according to the page, or "".
func (b *tab) servingProcess(channel string) string {
	b.t.Helper()
	return ask[string](b, `[...document.querySelectorAll('[data-testid=channel]')].find(c =>
		c.firstChild.nextSibling.textContent === '`+channel+`').querySelector('[data-testid=player]')?.lastChild.data || ''`)
}

// startGame opens a table in the channel and starts the game.
func (b *tab) startGame() {
	b.t.Helper()
	b.say("/play classic")
	b.press(`[data-custom-id$=":start"]`)
	b.until(newest + `?.alt.includes('Table:')`)
}

// claimSet takes a set and waits until the table shows that.
func (b *tab) claimSet() {
	b.t.Helper()
	alt := ask[string](b, newest+`.alt`)
	words := bestSet(cardsIn(alt))
	require.NotEmpty(b.t, words, "a table of classic SET shows a set: %s", alt)
	b.say("set " + words)
	b.until(newest + `.alt !== ` + strconv.Quote(alt))
}

// pressProcessButton presses a button of a process.
func (b *tab) pressProcessButton(process, button string) {
	b.t.Helper()
	b.press(fmt.Sprintf(`[data-testid=process][data-name=%s] [data-testid=process-%s]`, process, button))
}

// waitForState waits until a process has the given state.
func (b *tab) waitForState(process, state string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.querySelector('[data-testid=process][data-name=%s]').dataset.state === '%s'`,
		process, state))
}

// Three processes serve four servers, and the page shows which process serves which table. When a visitor kills or
// pauses a process with a button, another process takes over its tables. The first process rejoins later.
func TestPageShowsWhichProcessServesATable(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	b := newTabWithProcesses(t, 1280, "3", "--servers", "4")
	b.until(`document.querySelectorAll('[data-testid=process][data-state=runs]').length === 3`)
	b.until(`[...document.querySelectorAll('[data-testid=process-how]')].map(p =>
		(p.textContent.match(/shards? ([0-9, ]+)/)?.[1] || '').split(', ').length).sort().join() === '1,1,2' &&
		!document.querySelector('#process-list').textContent.includes('no shard')`)
	rooms := []string{"card-night", "card-night-2"}
	for _, room := range rooms {
		b.enterChannel(room)
		b.startGame()
		b.claimSet()
		b.until(fmt.Sprintf(`[...document.querySelectorAll('[data-testid=process-table]')].some(t =>
			t.textContent === '#%s')`, room))
	}
	for _, c := range []struct{ room, button, state string }{
		{rooms[0], "kill", "ended"}, {rooms[1], "pause", "paused"}} {
		b.enterChannel(c.room)
		was := b.servingProcess(c.room)
		require.NotEmpty(t, was)
		start := time.Now()
		b.pressProcessButton(was, c.button)
		b.waitForState(was, c.state)
		b.claimSet()
		t.Logf("%s by %s: played on after %v", c.room, c.button, time.Since(start))
		require.NotEqual(t, was, b.servingProcess(c.room))
		b.claimSet()
		if c.button == "pause" {
			b.pressProcessButton(was, "pause") // the button is now labelled Wake
		}
		b.waitForState(was, "runs")
		b.claimSet()
	}
	for _, room := range rooms {
		b.enterChannel(room)
		b.claimSet()
	}
}

// The parts of the page that show processes are accessible in dark mode and on a phone.
func TestProcessesOnThePageAreAccessible(t *testing.T) {
	t.Parallel()
	script := axe(t)
	for _, width := range []int64{390, 1280} {
		b := newTabWithProcesses(t, width, "2")
		if width == 390 {
			b.press(`[data-testid=scenes-toggle]`)
		}
		b.until(`document.querySelectorAll('[data-testid=process][data-state=runs]').length === 2`)
		ask[*int](b, `document.querySelector('[data-testid=process-kill]').focus()`)
		b.do(chromedp.KeyEvent(" "))
		b.waitForState("p1", "ended")
		require.Equal(t, "Kill p1", ask[string](b, `document.activeElement.ariaLabel`), "the focus must stay")
		for _, theme := range []string{"light", "dark"} {
			ask[*int](b, `void (document.documentElement.dataset.theme = '`+theme+`')`)
			require.False(t, ask[bool](b, `document.documentElement.scrollWidth > innerWidth`), "the page is wider than the window")
			require.Empty(t, b.violations(script), "%s, %d pixels", theme, width)
		}
	}
}
