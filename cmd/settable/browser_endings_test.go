package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/cards"
	"settable/games/gamestest"
)

// The page shows what decided a hand, an evening and a game: every set of a showdown, in picture, text and behind
// "Why?"; the end of a night; the end of a game, with places.
func TestEndingsOnThePage(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	b := browse(t, 390, 844)
	b.says("/night start buy_in:9 turn:0 pause:0") // nothing happens automatically
	b.until(tableAlt + `.includes('SET Poker')`)
	b.as("Bob")
	b.presses(":join")
	b.logged("Bob buys in")
	b.as("Ann")
	b.presses(":start")
	b.until(tableAlt + `.includes('Centre')`)
	winner, pot := b.showsDown()
	b.endsNight(winner, pot)
	b.endsClassic()
}

var (
	laidOut  = regexp.MustCompile(`Seat ([PQ]), (?:the only set|set \d of \d): ([^.]*) in hand, ([^.]*) in the centre\.`)
	heldBy   = regexp.MustCompile(`Seat ([PQ]), hand: ([^.]*)\.`)
	inCentre = regexp.MustCompile(`Centre: ([^.]*)\.`)
	winsPot  = regexp.MustCompile(`(Ann|Bob|Ann and Bob) (?:wins|share) the pot of (\d+) chips`)
)

// showsDown bets, and goes on until a player can show; then each hand is shown with all its sets.
func (b *tab) showsDown() (winner, pot string) {
	b.t.Helper()
	people := map[string]string{"P": "Ann", "Q": "Bob"}
	for !ask[bool](b, `/(wins|share) the pot/.test(document.querySelector('#log').innerText)`) {
		alt := ask[string](b, tableAlt)
		if turn := turnOf.FindStringSubmatch(alt); turn != nil {
			b.acts(people[turn[1]], "bet 2", "call", "check")
			continue
		}
		for _, who := range []string{"Ann", "Bob"} {
			if isShowdown(ask[string](b, tableAlt)) {
				b.acts(who, "show", "pass")
			}
		}
	}
	b.until(`/wins|share/.test(` + tableAlt + `)`)
	alt := ask[string](b, tableAlt)
	b.looks("showdown")
	b.presses("why:")
	const last = `[...document.querySelectorAll('[data-testid=message]')].at(-1)`
	b.until(last + `.innerText.includes('In the running')`)
	why := ask[string](b, last+`.innerText`)
	b.looks("why")
	told := ask[string](b, `document.querySelector('#log').innerText`)

	sets := map[string][]string{}
	for _, m := range laidOut.FindAllStringSubmatch(alt, -1) {
		sets[m[1]] = append(sets[m[1]], sortedCards(m[2]+", "+m[3]))
		require.Contains(b.t, why, m[2]+" in hand, "+m[3]+" in the centre.")
	}
	hands := heldBy.FindAllStringSubmatch(alt, -1)
	require.Len(b.t, hands, 2, alt)
	for _, hand := range hands {
		want := setsAt(hand[2], inCentre.FindStringSubmatch(alt)[1])
		require.ElementsMatch(b.t, want, sets[hand[1]], alt)
		count := map[int]string{0: "no set", 1: "one set"}[len(want)]
		if count == "" {
			count = fmt.Sprintf("%d sets", len(want))
		}
		require.Contains(b.t, told, people[hand[1]]+" has "+count)
	}
	require.NotEmpty(b.t, sets)
	m := winsPot.FindStringSubmatch(told)
	require.NotNil(b.t, m, told)
	return m[1], m[2]
}

// sortedCards returns the cards of a text in a fixed order.
func sortedCards(text string) string {
	names := saidCard.FindAllString(text, -1)
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// setsAt returns the sets of a hand with the centre, each sorted.
func setsAt(hand, centre string) (list []string) {
	all := saidCard.FindAllString(hand+", "+centre, -1)
	for i, x := range all[:2] {
		for j, y := range all[i+1:] {
			for _, z := range all[i+j+2:] {
				if cards.IsSet(cardNamed(x), cardNamed(y), cardNamed(z)) {
					list = append(list, sortedCards(x+", "+y+", "+z))
				}
			}
		}
	}
	return list
}

// endsNight posts the standings: names, chips won or lost as lines, and the biggest pot.
func (b *tab) endsNight(winner, pot string) {
	b.t.Helper()
	b.says("/night end")
	const recap = `[...document.querySelectorAll('[data-testid=message] img')].filter(i => i.src.includes('night.png')).at(-1)`
	b.until(recap + `?.naturalWidth > 300`)
	b.looks("night-end")
	alt := ask[string](b, recap+`.alt`)
	require.Regexp(b.t, `Poker night 1: chips won or lost\. Rank 1, (Ann|Bob): [+0-9]+ now, always between`, alt)
	text := ask[string](b, recap+`.closest('[data-testid=message]').innerText`)
	for _, who := range []string{"Ann", "Bob"} {
		require.Contains(b.t, alt, who)
		require.Contains(b.t, text, who)
	}
	if !strings.Contains(winner, "and") {
		require.Contains(b.t, text, "biggest pot "+pot+" ("+winner+")")
		require.Contains(b.t, text, "🥇 "+winner)
	}
	b.until(`/has ended/.test(` + tableText + `)`)
	require.NotContains(b.t, ask[string](b, tableText), "/night end", "the night is over")
}

// tableText is the text around the newest picture of a table.
const tableText = `([...document.querySelectorAll('[data-testid=message]')].filter(
	m => m.querySelector('img')?.src.includes('table.png')).at(-1)?.innerText ?? '')`

// endsClassic plays a game of twelve cards and checks the winner, the number of sets, and the highlights.
func (b *tab) endsClassic() {
	b.t.Helper()
	taken := map[string]int{}
	for len(taken) == 0 { // once in thirty times there is no set among twelve cards, so no one takes one
		b.takes(taken)
	}
	b.looks("classic-end")
	alt, text := ask[string](b, tableAlt), ask[string](b, tableText)
	best := max(taken["Ann"], taken["Bob"])
	for who, n := range taken {
		if n == best && taken["Ann"] != taken["Bob"] {
			require.Contains(b.t, alt, who+" wins with")
			require.Regexp(b.t, fmt.Sprintf(`P Ann %d.*2\. Q Bob %d|1\. Q Bob`, taken["Ann"], taken["Bob"]), text)
		}
		require.Contains(b.t, alt, fmt.Sprintf("%s: %d point", who, n))
	}
	for _, words := range []string{alt, text} {
		require.Regexp(b.t, `Fastest set: (Ann|Bob)\. It had been on the table for \d+\.\d s\.`, words)
		require.NotContains(b.t, words, "Seat P", "people have names")
	}
}

// takes plays a game of twelve cards to its end, and counts what each player has taken.
func (b *tab) takes(taken map[string]int) {
	b.t.Helper()
	b.as("Ann")
	b.says("/play classic deck:12")
	b.as("Bob")
	b.presses(":join")
	b.reads("Bob sits down")
	b.presses(":start")
	b.until(newest + `.alt.includes('Table:')`)
	for n := 0; !ask[bool](b, `!!`+button("Play again")+` && `+newest+`.alt.includes('Ann')`); n++ {
		claim := setAmong(cardsIn(ask[string](b, tableAlt)))
		who := []string{"Ann", "Ann", "Bob"}[n%3]
		if claim == "" {
			b.sends("Ann", "none")
			b.acts("Bob", "none")
			continue
		}
		b.acts(who, "set "+claim)
		taken[who]++
	}
}
