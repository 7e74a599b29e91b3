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

// These constants say how long a newcomer takes for each task, not counting the time spent waiting for the bot.
const (
	timeToFindSet = 12 * time.Second // to find a set among twelve cards
	timeToRead    = 4 * time.Second  // to read messages and buttons
)

// A timedNewcomer simulates a newcomer on a phone, and measures how long each step takes.
type timedNewcomer struct {
	phoneUser
	from time.Time
}

// printTime prints the elapsed time, what has just happened, and the table's text.
func (w *timedNewcomer) printTime(what string) {
	w.t.Helper()
	fmt.Printf("\n%5.1f s  %s\n", time.Since(w.from).Seconds(), what)
	words := ask[string](w.tab, `[...document.querySelectorAll('[data-testid=message]')].filter(m =>
		m.querySelector('img[alt]') && !m.innerText.includes('Only you')).at(-1)?.innerText || ''`)
	for line := range strings.Lines(words) {
		if line = strings.TrimSpace(line); line != "" {
			fmt.Println("         |", line)
		}
	}
	w.checkLayout("minutes-" + path.Base(w.t.Name()) + "-" + strings.ReplaceAll(what, " ", "-"))
}

// pressFirst presses the first of these buttons that exists, and reports whether it found one. A button matches if its
// name begins with the given text.
func (w *timedNewcomer) pressFirst(names ...string) bool {
	for _, name := range names {
		text := ask[string](w.tab, `[...document.querySelectorAll('[data-testid=button]')].filter(b => !b.disabled &&
			b.textContent.startsWith(`+strconv.Quote(name)+`)).at(-1)?.textContent || ''`)
		if text != "" {
			w.tap(text)
			return true
		}
	}
	return false
}

// matches reports whether the text of the channel matches a regular expression.
func (w *timedNewcomer) matches(words string) bool {
	return ask[bool](w.tab, `/`+words+`/.test(document.querySelector('#log').innerText)`)
}

// maxGameTime is the time limit for a newcomer's first game.
const maxGameTime = 5 * time.Minute

// TestStopwatch measures how long a newcomer who plays alone waits for the page, the first picture, the first claim
// and the end of the first game. It plays classic SET and poker with two house players, takes about seven minutes and
// prints the times for docs/lab/first-minutes.md.
func TestStopwatch(t *testing.T) {
	if !*stopwatch {
		t.Skip("takes seven minutes: needs -stopwatch")
	}
	for name, play := range map[string]func(*timedNewcomer){"classic": playClassic, "poker": playPoker} {
		t.Run(name, func(t *testing.T) {
			w := &timedNewcomer{from: time.Now()}
			more := map[string]string{"classic": "--deal", "poker": "--no-deal"}
			w.phoneUser = phoneUser{tab: browse(t, 390, 844, more[name])}
			w.printTime("the page")
			play(w)
			require.Less(t, time.Since(w.from), maxGameTime)
		})
	}
}

const isOver = "The game is over|The table is closed"

func playClassic(w *timedNewcomer) {
	w.until(tableAlt + `.includes('Table: A: ')`)
	w.until(`(i => i && i.complete && i.naturalWidth > 300)(` + newest + `)`)
	w.printTime("the first picture of a dealt table")
	time.Sleep(timeToFindSet)
	w.claim()
	w.printTime("the first claim")
	require.Less(w.t, time.Since(w.from), time.Minute)
	for !w.matches(isOver) && time.Since(w.from) < maxGameTime {
		time.Sleep(timeToFindSet)
		if !w.matches(isOver) && ask[bool](w.tab, `!!`+button("A")) {
			w.claim()
		}
	}
	w.printTime("the game is over")
}

func playPoker(w *timedNewcomer) {
	now := `document.querySelector('[data-testid=now][data-game=poker]')`
	w.until(now)
	time.Sleep(timeToRead)
	ask[*int](w.tab, now+`.click()`)
	w.until(button("Bet…"))
	w.printTime("the first turn")
	shown := false
	for !w.matches(isOver) && time.Since(w.from) < maxGameTime {
		if !shown && w.matches("wins the pot|share the pot") {
			shown = true
			w.printTime("the first showdown")
		}
		time.Sleep(timeToRead)
		const mine = `/R Ann [^·]*◀|got a set\?/.test(` + tableText + `)`
		if !w.matches(isOver) && ask[bool](w.tab, mine+` || !!`+button("Next hand")) {
			w.pressFirst("Check", "Call ", "Pass", "Next hand")
		}
	}
	w.printTime("the game is over")
}
