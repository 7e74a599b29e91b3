package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
	"settable/games/gamestest"
)

// tableAlt is a script that returns the alternative text of the newest table on the page.
const tableAlt = `([...document.querySelectorAll('[data-testid=message] img')]` +
	`.filter(i => i.src.includes('table.png')).at(-1)?.alt ?? '')`

// tableText is a script that returns the text of the message with the newest picture of a table.
const tableText = `([...document.querySelectorAll('[data-testid=message]')].filter(
	m => m.querySelector('img')?.src.includes('table.png')).at(-1)?.innerText ?? '')`

// switchTo switches the page to another person and waits until it has changed.
func (b *tab) switchTo(who string) {
	b.t.Helper()
	user := `[data-testid=user][data-user-name=` + who + `]`
	b.press(user)
	b.until(`document.getElementById('app').dataset.as === document.querySelector('` + user + `').dataset.userId`)
}

// pressNewest presses the newest button whose custom id begins or ends with the given text.
func (b *tab) pressNewest(part string) {
	b.t.Helper()
	button := `[...document.querySelectorAll('[data-custom-id^="` + part + `"],[data-custom-id$="` + part +
		`"]')].at(-1)`
	b.until(button)
	ask[*int](b, button+`.click()`)
}

// A group plays 20/20 on the page. Each player looks at their own hand, which is hidden from the others, and claims by
// choosing cards from it.
func TestOwnCardsAreChosenOnThePage(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	b := browse(t, 390, 844)
	b.say("/play twenty")
	b.until(tableAlt + `.includes('20/20')`)
	b.switchTo("Bob")
	b.pressNewest(":join")
	b.until(`document.querySelector('[data-testid=log], #log').innerText.includes('Bob sits down.')`)
	b.pressNewest(":start")
	b.until(tableAlt + `.includes('Table:')`)
	b.pressNewest("hand:")
	const own = `[...document.querySelectorAll('[data-testid=message]')]` +
		`.filter(m => m.innerText.includes('Your cards (you\'re Q)')).at(-1)`
	b.until(own + `?.querySelector('[data-custom-id^="ownpick:"]')`)
	hand := ask[string](b, own+`.querySelector('img').alt`)
	require.Contains(t, hand, "Your hand: 1: ")
	require.NotContains(t, ask[string](b, tableAlt), "Your hand")

	b.until(`(i => i.complete && i.naturalWidth > 0)(` + own + `.querySelector('img'))`)
	b.until(`(() => { // his own 1 2 3: set or not, everyone is told
		if (/Bob(: | takes )1 2 3/.test(document.querySelector('#log').innerText)) return true;
		const all = [...` + own + `.querySelectorAll('[data-testid=button]')];
		if (all.some(b => b.ariaBusy)) return false;
		all.find(b => ['1', '2', '3'].includes(b.textContent) && !b.disabled)?.click();
		return false;
	})()`)
	b.switchTo("Ann")
	// Ann can't see Bob's hand.
	b.until(`!document.body.innerText.includes('Your cards (you\'re Q)')`)
	require.False(t, ask[bool](b, `document.documentElement.scrollWidth > innerWidth`),
		"the page is wider than a phone")
	(&phoneUser{tab: b}).playDailyDeal()
}

// waitForText waits until the channel contains a text.
func (b *tab) waitForText(words string) {
	b.t.Helper()
	b.until(`document.querySelector('#log').innerText.includes(` + strconv.Quote(words) + `)`)
}

// waitForTable waits until the newest table contains a text.
func (b *tab) waitForTable(words string) {
	b.t.Helper()
	b.until(newest + `?.closest('[data-testid=message]').innerText.includes(` + strconv.Quote(words) + `)`)
}

// setLocale changes the language of the current person's Discord client.
func (b *tab) setLocale(locale string) {
	b.t.Helper()
	ask[*int](b, `void (chosen => {
		chosen.value = '`+locale+`';
		chosen.dispatchEvent(new Event('change'));
	})(document.querySelector('[data-testid=locale]'))`)
}

// sendAs types a message as a person, even if the page belongs to another person.
func (b *tab) sendAs(who, words string) {
	b.t.Helper()
	ask[bool](b, `fetch('act', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({
		as: document.querySelector('[data-user-name=`+who+`]').dataset.userId, do: 'send',
		channel: document.querySelector('[data-testid=channel]').dataset.channelId,
		content: `+strconv.Quote(words)+`})}).then(r => r.ok)`)
}

// checkLayout checks that the page isn't wider than the window. If SETTABLE_SHOTS names a folder, it saves a screenshot.
func (b *tab) checkLayout(name string) {
	b.t.Helper()
	require.False(b.t, ask[bool](b, `document.documentElement.scrollWidth > innerWidth`), "the page is wider than the window")
	folder := os.Getenv("SETTABLE_SHOTS")
	if folder == "" {
		return
	}
	b.until(`[...document.querySelectorAll('[data-testid=message] img')].every(i => i.complete)`)
	shot, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	require.NoError(b.t, err)
	wide := ask[int](b, `innerWidth`)
	require.NoError(b.t, os.WriteFile(filepath.Join(folder, fmt.Sprintf("%s-%d.png", name, wide)), shot, 0o644))
}

// A single player starts a game by pressing one button. The table has two house players and shows the dealt cards,
// even on a phone.
func TestPlayNowOnThePage(t *testing.T) {
	t.Parallel()
	b := browse(t, 390, 844)
	b.until(`document.querySelector('[data-testid=now][data-game=classic]')`)
	b.checkLayout("now")
	ask[*int](b, `document.querySelector('[data-testid=now][data-game=classic]').click()`)
	b.until(newest + `?.alt.includes('Table:')`)
	b.waitForTable("House: Ada")
	b.say("set " + bestSet(cardsIn(ask[string](b, newest+`.alt`))))
	b.waitForText("Ann takes")
	b.checkLayout("now-playing")
}

// In a new sandbox, the instructions are visible immediately, even on a phone. On a desktop, the whole first table is
// visible next to the instructions. The instructions disappear after the first button press.
func TestInstructionsAreVisibleBesideTheCards(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	for _, size := range [][2]int64{{390, 844}, {1280, 800}} {
		t.Run(strconv.FormatInt(size[0], 10), func(t *testing.T) {
			t.Parallel()
			b := browse(t, size[0], size[1], "--deal")
			b.until(newest + `?.alt.includes('Table:')`)
			const inside = `((n, top, end) => { const r = n.getBoundingClientRect(); return r.top >= top - 1 && r.bottom <= end + 1 })`
			const words = `[...document.querySelectorAll('[data-testid=note], .secret')].find(n => n.checkVisibility() &&
				n.innerText.includes('Press its three cards') && ` + inside + `(n, 0, innerHeight))`
			b.until(words)
			// On a phone, the rows of buttons fill half of the screen, so the player must scroll up to see all cards.
			b.until(`(i => i.naturalWidth && ((log) => { // all cards, below the head of the picture
				const r = i.getBoundingClientRect(), l = log.getBoundingClientRect();
				return innerWidth < 400 || r.top + r.height * 0.12 >= l.top && r.bottom <= l.bottom;
			})(document.getElementById('log')))(` + newest + `)`)
			b.checkLayout("first-words")
			ask[*int](b, button("A")+`.click()`)
			b.until(`!document.querySelector('[data-testid=note]').checkVisibility()`)
			b.until(`[...document.querySelectorAll('.secret')].some(n => n.innerText.includes('Press its three cards') &&
				n.getBoundingClientRect().height > 50)`) // they can still be read among the messages
		})
	}
}

// A single visitor can watch simulated people play a game, change the speed and stop the game.
func TestWatchingOnThePage(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	b := browse(t, 390, 844)
	for _, g := range []struct{ game, moved string }{
		{"classic", "Classic SET.* takes "}, {"solitaire", "Solitaire.*( takes |round 2)"},
		{"twenty", `20\/20 SET.*( takes | draws | sees no set|has ended)`},
		{"english", "English Sets.*( turns | lays | draws |has ended)"}, {"poker", "SET Poker.*( checks| bets )"},
	} {
		t.Run(g.game, func(t *testing.T) { (&tab{t, b.ctx}).watchGame(g.game, g.moved) })
	}
}

// watchGame starts a game of simulated people, waits until they have moved, and stops them. The people then agree to
// end the game, except in poker, where a hand must be finished first.
func (b *tab) watchGame(game, moved string) {
	b.t.Helper()
	watch := `document.querySelector('[data-testid=watch][data-game=` + game + `]')`
	b.until(watch)
	b.checkLayout("watch")
	ask[*int](b, watch+`.click()`)
	b.until(`!document.getElementById('show').hidden`)
	b.until(`document.getElementById("show-who").textContent === "Bob, Cid, and Dee play by themselves."`)
	speed := chromedp.CSS(`[data-testid=speed]`)
	b.do(chromedp.Focus(speed), chromedp.SendKeys(speed, kb.End))
	b.until(`document.getElementById('show-pace').textContent === '30×'`)
	b.until(`/` + moved + `/s.test(` + tableText + `)`)
	b.checkLayout("watching-" + game)
	require.False(b.t, ask[bool](b, `document.documentElement.scrollWidth > innerWidth`), "the page is wider than the window")
	ask[*int](b, `document.querySelector('[data-testid=show-stop]').click()`)
	b.until(`document.getElementById('show').hidden`)
	b.until(`!document.getElementById('others').hidden || /has ended/.test(` + tableText + `)`)
	if game == "poker" {
		return
	}
	for i, who := range []string{"Cid", "Dee", "Bob"} { // everyone must agree
		if ask[bool](b, `/has ended/.test(`+tableText+`)`) {
			break // the game is already over
		}
		b.switchTo(who)
		b.say("/end")
		if i < 2 {
			b.until(`document.querySelector('#log').innerText.includes('` + who + ` wants to end the game (` +
				strconv.Itoa(i+1) + ` of 3 agree)') || /has ended/.test(` + tableText + `)`)
		}
	}
	b.until(`/has ended/.test(` + tableText + `)`)
	b.switchTo("Ann")
}

// People plan a night on the page, sign up and withdraw. The page shows the server's calendar.
func TestPlanningANightOnThePage(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	b := browse(t, 1200, 800)
	require.False(t, ask[bool](b, `document.getElementById('planned').checkVisibility()`))
	b.say("/night plan in 3 hours")
	b.waitForText("1 in: Ann.")
	b.until(`document.getElementById('planned').textContent.includes('Poker night, #card-night')`)
	b.switchTo("Bob")
	b.pressNewest("in:")
	b.waitForText("2 in: Ann and Bob.")
	b.checkLayout("planned")
	b.until(`document.getElementById('planned').textContent.includes('Poker night, #card-night')`)
	// Times are shown in the reader's format, even those that are already on the page.
	b.setLocale("ja")
	b.until(`[...document.querySelectorAll('#events time, time[data-style=F]')].every(n =>
		/曜日|\([月火水木金土日]\)/.test(n.innerText))`)
	b.until(`/時間後|分後/.test(document.querySelector('time[data-style=R]').innerText)`)
	b.setLocale("en-US")
	b.until(`/^in \d+ (hours|minutes)$/.test(document.querySelector('time[data-style=R]').innerText)`)
	b.switchTo("Ann")
	b.say("/night cancel")
	b.waitForText("is off.")
	b.until(`!document.getElementById('planned').checkVisibility()`)
	b.checkLayout("planned-off")
}
