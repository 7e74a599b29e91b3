package main

import (
	"fmt"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"settable/games/gamestest"
)

// A thumb is a phone user who presses what is visible, and types nothing.
type thumb struct {
	*tab
	taken int // presses
}

// button returns the newest enabled button with the given name, or a name that continues after a colon: "A: two striped
// red diamonds".
func button(name string) string {
	return `[...document.querySelectorAll('[data-testid=button]')].filter(b => !b.disabled && !b.ariaBusy &&
		(b.textContent === ` + strconv.Quote(name) + ` || b.textContent.startsWith(` + strconv.Quote(name+": ") +
		`))).at(-1)`
}

// taps presses a button that is on the screen, with nothing over it.
func (th *thumb) taps(name string) {
	th.t.Helper()
	th.until(`(() => {
		const b = ` + button(name) + `;
		b?.scrollIntoView({block: 'center'});
		const r = b?.getBoundingClientRect();
		if (!b?.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2))) return false;
		b.click();
		return true;
	})()`)
	th.taken++
	require.False(th.t, ask[bool](th.tab, `document.querySelector('[data-testid=modal]').open`),
		"a form to type in")
}

// pickers are the private answers, and picker is the newest one, with the current choices.
const (
	pickers = `[...document.querySelectorAll('[data-testid=message]')].filter(m => m.innerText.includes('Only you'))`
	picker  = pickers + `.at(-1)`
)

// pickerButton returns an enabled button of the picker. Older pickers still have their buttons.
func pickerButton(label string) string {
	return `[...` + picker + `.querySelectorAll('[data-testid=button]:enabled')].find(b =>
		!b.ariaBusy && b.textContent === ` + strconv.Quote(label) + `)`
}

// pickerAlt is the description of its picture.
const pickerAlt = `(` + picker + `?.querySelector('img')?.alt ?? '')`

// chooses taps the letter of a card and waits until it is shown as chosen, or another player has taken the card.
func (th *thumb) chooses(card string) bool {
	th.t.Helper()
	if !th.lies(card) {
		return false // it was gone when the previous one was chosen
	}
	label, _, _ := strings.Cut(card, ": ")
	th.taps(label)
	th.until(`!` + picker + `.querySelector('[aria-busy=true]') && (` + pickerButton("✓ "+label) + ` || !` +
		pickerAlt + `.includes(` + strconv.Quote(card) + `))`)
	return ask[bool](th.tab, `!!`+pickerButton("✓ "+label))
}

// lies reports whether the picker's picture shows the card at its label.
func (th *thumb) lies(card string) bool {
	return strings.Contains(ask[string](th.tab, pickerAlt), card)
}

// seesWholePicker waits until the picker's whole picture and all its buttons are on the screen at once, with nothing
// over them.
func (th *thumb) seesWholePicker() {
	th.t.Helper()
	th.until(`((m, log) => [...m.querySelectorAll('.rows, img')].every(n => {
		const r = n.getBoundingClientRect();
		return (n.tagName !== 'IMG' || n.naturalWidth > 0) && r.top >= log.top - 1 && r.bottom <= log.bottom + 1 &&
			r.left >= 0 && r.right <= innerWidth && r.height > 40;
	}) && m.querySelectorAll('img').length === 1 && new Set([...m.querySelectorAll('.letters')].map(row =>
		row.children.length + ': ' + [...row.children].map(b => Math.round(b.getBoundingClientRect().left)))).size ===
		new Set([...m.querySelectorAll('.letters')].map(row => row.children.length)).size)(` +
		picker + `, document.getElementById('log').getBoundingClientRect())`)
}

// claims takes three cards of the table, a set if there is one. It tries again if another player was faster, and does
// nothing if the game is over.
func (th *thumb) claims() {
	th.t.Helper()
	for {
		before := ask[int](th.tab, pickers+`.length`)
		th.taps("Pick three cards")
		th.until(pickers + `.length > ` + strconv.Itoa(before))
		th.until(`/Tap three cards|nothing to choose/.test(` + picker + `?.innerText)`)
		if ask[bool](th.tab, picker+`.innerText.includes('nothing to choose')`) {
			return
		}
		th.seesWholePicker()
		th.looks("pick-" + strings.ReplaceAll(path.Base(th.t.Name()), " ", "-"))
		lie := ask[string](th.tab, pickerAlt)
		labels := strings.Fields(bestSet(cardsByLabel(lie)))
		if len(labels) == 0 {
			labels = []string{"1", "2", "3"}
		}
		var three [3]string
		for i, label := range labels {
			three[i] = cardTextAt(lie, label)
		}
		if three[0] == "" {
			return
		}
		if th.chooses(three[0]) && th.chooses(three[1]) && th.lies(three[2]) {
			th.looks("pick-two-" + strings.ReplaceAll(path.Base(th.t.Name()), " ", "-"))
			th.taps(strings.ToUpper(labels[2]))
			th.until(`/Ann(: | takes )|[Nn]ot a set/.test(document.querySelector('#log').innerText)`)
			return
		}
	}
}

// cardTextAt returns the card with that label as described by a text, with its label, or "" if there is none.
func cardTextAt(text, label string) string {
	return regexp.MustCompile(`\b` + strings.ToUpper(label) + `: ` + saidCard.String()).FindString(text)
}

// bets makes a move for the player whose turn it is.
func (th *thumb) bets() {
	th.t.Helper()
	th.until(tableAlt + `.includes('turn')`)
	if turn := turnOf.FindStringSubmatch(ask[string](th.tab, tableAlt)); turn != nil && turn[1] == "Q" {
		th.as("Bob")
	}
	th.taps("Bet…")
	th.until(button("2"))
	th.looks("pick-chips")
	th.taps("2")
	th.logged("bets 2.")
}

// peeks looks under a pile, which has cards below its top after a deal.
func (th *thumb) peeks() {
	th.t.Helper()
	th.presses(":deal")
	th.logged("round 2 of 9")
	th.taps("Look…")
	th.until(button("4"))
	th.seesWholePicker()
	th.looks("pick-pile")
	th.taps("4")
	th.logged("Under the top of pile 4:")
}

// TestFourPressesAreEnoughOnThePage checks that each move takes at most four presses and no typing, and that
// docs/lab/presses.md has the right numbers.
func TestFourPressesAreEnoughOnThePage(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	documented, err := os.ReadFile("../../docs/lab/presses.md")
	require.NoError(t, err)
	for _, c := range []struct {
		game, wish, others string
		moves              func(*thumb)
	}{
		{"classic", "a claim", "", (*thumb).claims},
		{"twenty", "a claim", "Bob", (*thumb).claims},
		{"poker", "a bet", "Bob", (*thumb).bets},
		{"solitaire", "a claim", "", (*thumb).claims},
		{"solitaire", "a look under a pile", "", (*thumb).peeks},
		{"english", "a card turned", "Bob", func(th *thumb) {
			th.taps("Turn a card")
			th.logged("turns")
		}},
	} {
		t.Run(c.game+" "+c.wish, func(t *testing.T) {
			t.Parallel()
			th := &thumb{tab: browse(t, 390, 844)}
			th.says("/play " + c.game)
			if c.others != "" {
				th.until(button("Join"))
				th.as(c.others)
				th.presses(":join")
				th.logged(c.others + " sits down.")
				th.as("Ann")
			}
			th.presses(":start")
			th.until(`!` + button("Start"))
			c.moves(th)
			require.LessOrEqual(t, th.taken, 4)
			require.Contains(t, string(documented), fmt.Sprintf("| %s | %s | %d |", c.game, c.wish, th.taken))
		})
	}
}
