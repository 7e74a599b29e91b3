package main

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

var stopwatch = flag.Bool("stopwatch", false, "play TestStopwatch at a newcomer's pace, and print its times")

// A newcomer's pace, besides what they wait for.
const (
	looksFor = 12 * time.Second // at twelve cards, until a set is seen
	reads    = 4 * time.Second  // what has been said, and which buttons there are
)

// A watch is a newcomer on a phone, timed.
type watch struct {
	thumb
	from time.Time
}

// stops says what has come, and when, with the words of the table that stands in the channel.
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
}

// pressesOne presses one of these, the first that begins so.
func (w *watch) pressesOne(names ...string) {
	for _, name := range names {
		text := ask[string](w.tab, `[...document.querySelectorAll('[data-testid=button]')].filter(b => !b.disabled &&
			b.textContent.startsWith(`+strconv.Quote(name)+`)).at(-1)?.textContent || ''`)
		if text != "" {
			w.taps(text)
			return
		}
	}
}

// A newcomer's first minutes, from the start of the program on: the page, the first picture, the first claim,
// the first game to its end, and a hand of poker with two players of the house. It takes five minutes, and
// says what docs/first-minutes.md tells.
func TestStopwatch(t *testing.T) {
	if !*stopwatch {
		t.Skip("takes five minutes: give it -stopwatch")
	}
	w := &watch{from: time.Now()}
	w.thumb = thumb{tab: browse(t, 390, 844, "--deal")}
	w.t = t
	w.stops("the page")
	w.until(tableAlt + `.includes('Table: A: ')`)
	w.until(`(i => i && i.complete && i.naturalWidth > 300)(` + newest + `)`)
	w.stops("the first picture of a dealt table")
	time.Sleep(looksFor)
	w.claims()
	w.stops("the first claim")
	const over = `/The game is over/.test(document.querySelector('#log').innerText)`
	for !ask[bool](w.tab, over) && time.Since(w.from) < 8*time.Minute {
		time.Sleep(looksFor)
		if !ask[bool](w.tab, over+` || !(`+button("Pick three cards")+`)`) {
			w.claims()
		}
	}
	w.stops("the first game is over")
	w.says("/play poker house:2 now:true")
	w.until(button("Bet…"))
	w.stops("poker: the first turn")
	for showdown := `/wins the pot|takes the pot|shows/.test(document.querySelector('#log').innerText)`; ; {
		if ask[bool](w.tab, showdown) || time.Since(w.from) > 12*time.Minute {
			break
		}
		time.Sleep(reads)
		w.pressesOne("Check", "Call ", "Pass")
	}
	w.stops("poker: the first showdown")
}
