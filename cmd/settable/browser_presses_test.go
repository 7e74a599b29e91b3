package main

import (
	"fmt"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"settable/games/gamestest"
)

// A phoneUser plays on a phone by pressing visible buttons, without typing.
type phoneUser struct {
	*tab
	taken int // number of presses
}

// button returns a script for the newest enabled button with this name. The button's name may continue after a colon,
// as in "A: two striped red diamonds".
func button(name string) string {
	return `[...document.querySelectorAll('[data-testid=button]')].filter(b => !b.disabled && !b.ariaBusy &&
		(b.textContent === ` + strconv.Quote(name) + ` || b.textContent.startsWith(` + strconv.Quote(name+": ") +
		`))).at(-1)`
}

// tap presses a button that is visible and not covered.
func (th *phoneUser) tap(name string) {
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

// cardMessage finds the newest message with buttons for cards: a table, a private hand or a daily deal.
const (
	cardMessage = `[...document.querySelectorAll('[data-testid=message]')].filter(m => m.querySelector('img') &&
		[...m.querySelectorAll('[data-testid=button]')].some(b => /^(✓ )?[A-U1-9]$/.test(b.textContent))).at(-1)`
	cardsAlt = `(` + cardMessage + `?.querySelector('img')?.alt ?? '')` // the description of the message's picture
	secrets  = `[...document.querySelectorAll('.secret')].map(n => n.innerText).join('\n')`
)

// waitForCards waits until all cards of the picture and all their buttons are on the screen together, with the buttons at
// their natural size.
func (th *phoneUser) waitForCards() {
	th.t.Helper()
	th.until(`(m => {
		const of = b => b.getBoundingClientRect(), log = of(document.getElementById('log'));
		const all = [...m.querySelectorAll('[data-testid=button]')].filter(b => /^(✓ )?[A-U1-9]$/.test(b.textContent));
		all.at(-1).scrollIntoView({block: 'end'});
		const img = of(m.querySelector('img')), last = of(all.at(-1));
		return m.querySelector('img').naturalWidth > 0 && img.top + img.height * 0.15 >= log.top - 1 &&
			last.bottom <= log.bottom + 1 && all.every(b => of(b).width < 80);
	})(` + cardMessage + `)`)
}

// pressThree presses the cards with these labels. It returns false if another player takes one of them first.
func (th *phoneUser) pressThree(lie string, labels []string) bool {
	th.t.Helper()
	for _, label := range labels {
		card := cardTextAt(lie, label)
		if card == "" || !strings.Contains(ask[string](th.tab, cardsAlt), card) {
			return false
		}
		th.tap(strings.ToUpper(label))
	}
	return true
}

// claim takes three cards, which are a set if possible. It retries if another player was faster, and does nothing if
// the game is over.
func (th *phoneUser) claim() {
	th.t.Helper()
	for {
		th.until(cardMessage + ` || /has ended|table is closed/.test(document.querySelector('#log').innerText)`)
		if ask[bool](th.tab, `!`+cardMessage) {
			return
		}
		th.waitForCards()
		th.checkLayout("cards-" + strings.ReplaceAll(path.Base(th.t.Name()), " ", "-"))
		lie := ask[string](th.tab, cardsAlt)
		labels := strings.Fields(bestSet(cardsByLabel(lie)))
		if len(labels) == 0 {
			labels = []string{"1", "2", "3"}
		}
		before, from := th.taken, time.Now()
		if !th.pressThree(lie, labels) {
			th.taken = before
			continue
		}
		th.until(`/Ann(: | takes )|[Nn]ot a set/.test(document.querySelector('#log').innerText) ||
			/no longer on the table|is gone|was first|Beaten by/.test(` + secrets + `)`)
		if ask[bool](th.tab, `/Ann(: | takes )|[Nn]ot a set/.test(document.querySelector('#log').innerText)`) {
			th.t.Logf("%d presses and %.1f s from the wish to the claim", th.taken-before, time.Since(from).Seconds())
			return
		}
		th.taken = before
	}
}

// cardTextAt returns the label and the description of a card in a text. If the text doesn't contain the label, it
// returns "".
func cardTextAt(text, label string) string {
	return regexp.MustCompile(`\b` + strings.ToUpper(label) + `: ` + saidCard.String()).FindString(text)
}

// bet makes a move for the player whose turn it is.
func (th *phoneUser) bet() {
	th.t.Helper()
	th.until(tableAlt + `.includes('turn')`)
	if turn := turnOf.FindStringSubmatch(ask[string](th.tab, tableAlt)); turn != nil && turn[1] == "Q" {
		th.switchTo("Bob")
	}
	th.tap("Bet…")
	th.until(button("3"))
	th.checkLayout("pick-chips")
	th.tap("3")
	th.waitForText("bets 3.")
}

// peek looks under a pile after a deal, because piles then have cards below their tops.
func (th *phoneUser) peek() {
	th.t.Helper()
	th.pressNewest(":deal")
	th.waitForText("round 2 of 9")
	th.tap("Look…")
	th.until(button("Type it…"))
	th.waitForCards()
	th.checkLayout("pick-pile")
	th.tap("4")
	th.waitForText("Under the top card of pile 4:")
}

// openAndStart opens a table for Ann and possibly another player, and starts the game.
func (th *phoneUser) openAndStart(game, other string) {
	th.t.Helper()
	th.say("/play " + game)
	if other != "" {
		th.until(button("Join"))
		th.switchTo(other)
		th.pressNewest(":join")
		th.until(button("Start") + `?.closest('[data-testid=message]').innerText.includes(` +
			strconv.Quote(other+" sits down.") + `)`)
		th.switchTo("Ann")
	}
	th.pressNewest(":start")
	th.until(`!` + button("Start"))
}

// TestFourPressesAreEnoughOnThePage checks that every move takes at most four presses and no typing, and that
// docs/lab/presses.md has the right numbers.
func TestFourPressesAreEnoughOnThePage(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	documented, err := os.ReadFile("../../docs/lab/presses.md")
	require.NoError(t, err)
	for _, c := range []struct {
		game, wish, others string
		moves              func(*phoneUser)
	}{
		{"classic", "a claim", "", (*phoneUser).claim},
		{"twenty", "a claim", "Bob", func(th *phoneUser) {
			th.tap("My hand")
			th.claim()
		}},
		{"poker", "a bet", "Bob", (*phoneUser).bet},
		{"solitaire", "a claim", "", (*phoneUser).claim},
		{"solitaire", "a look under a pile", "", (*phoneUser).peek},
		{"english", "a card turned", "Bob", func(th *phoneUser) {
			th.tap("Turn a card")
			th.waitForText("turns")
		}},
	} {
		t.Run(c.game+" "+c.wish, func(t *testing.T) {
			t.Parallel()
			th := &phoneUser{tab: browse(t, 390, 844)}
			for ended := 1; ; ended++ {
				th.openAndStart(c.game, c.others)
				if c.game != "english" {
					break
				}
				// In English Sets, the first cards may end a game before anyone has turned a card.
				th.until(button("Turn a card") + ` || (document.querySelector('#log').innerText.match(/has ended/g) ?? []).length >= ` +
					strconv.Itoa(ended))
				if ask[bool](th.tab, `!!`+button("Turn a card")) {
					break
				}
			}
			c.moves(th)
			require.LessOrEqual(t, th.taken, 4)
			require.Contains(t, string(documented), fmt.Sprintf("| %s | %s | %d |", c.game, c.wish, th.taken))
		})
	}
}
