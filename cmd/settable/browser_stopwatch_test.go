package main

import (
	"flag"
	"fmt"
	"path"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var stopwatch = flag.Bool("stopwatch", false, "play TestStopwatch at a newcomer's pace, and print its times")

// These constants describe the speed of a newcomer without waiting times.
const (
	looksFor = 12 * time.Second // to find a set among twelve cards
	reads    = 4 * time.Second  // to read messages and buttons
)

// A watch is a newcomer on a phone whose time is measured.
type watch struct {
	thumb
	from time.Time
}

// stops prints the elapsed time, the reason, and the table's text.
func (w *watch) stops(what string) {
	w.t.Helper()
	fmt.Printf("\n%5.1f s  %s\n", time.Since(w.from).Seconds(), what)
	words := ask[string](w.tab, `[...document.querySelectorAll('[data-testid=message]')].filter(m =>
		m.querySelector('img[alt]') && !m.innerText.includes('Only you')).at(-1)?.innerText || ''`)
	for line := range strings.Lines(words) {
		if line = strings.TrimSpace(line); line != "" {
			fmt.Println("         |", line)
		}
	}
	w.looks("minutes-" + path.Base(w.t.Name()) + "-" + strings.ReplaceAll(what, " ", "-"))
}

// pressesOne presses the first of these buttons that exists. The beginning of a name is enough. It reports whether it
// found a button.
func (w *watch) pressesOne(names ...string) bool {
	for _, name := range names {
		text := ask[string](w.tab, `[...document.querySelectorAll('[data-testid=button]')].filter(b => !b.disabled &&
			b.textContent.startsWith(`+strconv.Quote(name)+`)).at(-1)?.textContent || ''`)
		if text != "" {
			w.taps(text)
			return true
		}
	}
	return false
}

// has reports whether the text of the channel matches a regular expression.
func (w *watch) has(words string) bool {
	return ask[bool](w.tab, `/`+words+`/.test(document.querySelector('#log').innerText)`)
}

// most is how long a first game may take.
const most = 5 * time.Minute

// TestStopwatch measures how long a newcomer who plays alone waits for the page, the first picture, the first claim
// and the end of the first game. It plays classic SET and poker with two house players, takes about seven minutes and
// prints the times for docs/lab/first-minutes.md.
func TestStopwatch(t *testing.T) {
	if !*stopwatch {
		t.Skip("takes seven minutes: give it -stopwatch")
	}
	for name, play := range map[string]func(*watch){"classic": playsClassic, "poker": playsPoker} {
		t.Run(name, func(t *testing.T) {
			w := &watch{from: time.Now()}
			more := map[string]string{"classic": "--deal", "poker": "--no-deal"}
			w.thumb = thumb{tab: browse(t, 390, 844, more[name])}
			w.stops("the page")
			play(w)
			require.Less(t, time.Since(w.from), most)
		})
	}
}

const isOver = "The game is over|The table is closed"

func playsClassic(w *watch) {
	w.until(tableAlt + `.includes('Table: A: ')`)
	w.until(`(i => i && i.complete && i.naturalWidth > 300)(` + newest + `)`)
	w.stops("the first picture of a dealt table")
	time.Sleep(looksFor)
	w.claims()
	w.stops("the first claim")
	require.Less(w.t, time.Since(w.from), time.Minute)
	for !w.has(isOver) && time.Since(w.from) < most {
		time.Sleep(looksFor)
		if !w.has(isOver) && ask[bool](w.tab, `!!`+button("A")) {
			w.claims()
		}
	}
	w.stops("the game is over")
}

func playsPoker(w *watch) {
	now := `document.querySelector('[data-testid=now][data-game=poker]')`
	w.until(now)
	time.Sleep(reads)
	ask[*int](w.tab, now+`.click()`)
	w.until(button("Bet…"))
	w.stops("the first turn")
	shown := false
	for !w.has(isOver) && time.Since(w.from) < most {
		if !shown && w.has("wins the pot|share the pot") {
			shown = true
			w.stops("the first showdown")
		}
		time.Sleep(reads)
		const mine = `/R Ann [^·]*◀|got a set\?/.test(` + tableText + `)`
		if !w.has(isOver) && ask[bool](w.tab, mine+` || !!`+button("Next hand")) {
			w.pressesOne("Check", "Call ", "Pass", "Next hand")
		}
	}
	w.stops("the game is over")
}
