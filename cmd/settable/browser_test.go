package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
)

// A tab is the page of a new sandbox in Debian's Chromium.
type tab struct {
	t   *testing.T
	ctx context.Context
}

// chromium starts one browser for all tests. Each test has its own profile.
var chromium = sync.OnceValues(func() (context.Context, error) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("disable-quic", true))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, quit := chromedp.NewContext(ctx)
	stopChromium = func() { quit(); stop() }
	return ctx, chromedp.Do(ctx)
})

var stopChromium = func() {}

func browse(t *testing.T, width, height int64, more ...string) *tab {
	t.Helper()
	browser, err := chromium()
	if errors.Is(err, exec.ErrNotFound) && os.Getenv("SETTABLE_CI") != "1" {
		t.Skip("needs chromium")
	}
	require.NoError(t, err, "starting chromium: .ci/run installs it")
	p := startSandbox(t, filepath.Join(t.TempDir(), "data"), more...)
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	b := &tab{t, ctx}
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, height), chromedp.Navigate(p.page)))
	b.until(`document.querySelector('[data-testid=link]')?.dataset.state === 'online'`)
	b.until(`document.querySelector('[data-testid=start]')`) // wait until the bot has registered its slash commands
	return b
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	require.NoError(b.t, chromedp.Do(ctx, steps...))
}

// ask evaluates a script that returns a T or a promise of a T.
func ask[T any](b *tab, script string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	require.NoError(b.t, err, script)
	return v
}

// until waits until a script returns true.
func (b *tab) until(script string) {
	b.t.Helper()
	for late := time.Now().Add(patience); !ask[bool](b, "!!("+script+")"); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(late) {
			page := ask[string](b, `document.body.innerText`)
			b.t.Fatalf("waited in vain for %s, as user %s; the page ends with:\n%s", script,
				ask[string](b, `document.getElementById('app').dataset.as`), page[max(0, len(page)-3000):])
		}
	}
}

// press presses the element that matches a selector and isn't covered. One script finds and presses the element,
// because a mouse event could miss an element that has just moved.
func (b *tab) press(selector string) {
	b.t.Helper()
	b.until(`(n => {
		if (!n?.checkVisibility() || n.disabled) return false;
		n.scrollIntoView({block: 'nearest', inline: 'nearest'});
		const r = n.getBoundingClientRect();
		if (!n.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2))) return false;
		n.focus({preventScroll: true});
		n.click();
		return true;
	})(document.querySelector(` + strconv.Quote(selector) + `))`)
}

// fill types a text into a field, key by key.
func (b *tab) fill(selector, words string) {
	b.t.Helper()
	b.do(chromedp.SendKeys(chromedp.CSS(selector), words))
	b.until(`document.querySelector('` + selector + `').value === ` + strconv.Quote(words))
}

// say types a message into the channel and sends it.
func (b *tab) say(words string) {
	b.t.Helper()
	b.fill(`[data-testid=composer]`, words)
	b.press(`[data-testid=send]`)
	b.until(`document.querySelector('[data-testid=composer]').value === ''`)
}

// newest is a script that returns the newest picture of a table on the page.
const newest = `[...document.querySelectorAll('[data-testid=message] img')].filter(i => i.alt.includes('Classic SET')).at(-1)`

// A newcomer starts a game on the page and claims by typing, by button and by slash command. The picture changes each
// time.
func TestClaimOnThePageChangesThePicture(t *testing.T) {
	t.Parallel()
	b := browse(t, 1280, 800)
	chip := `[...document.querySelectorAll('[data-testid=start]')].find(b => b.textContent.includes('Classic SET'))`
	b.until(chip)
	ask[*int](b, chip+`.click()`)
	b.press(`[data-custom-id$=":start"]`)
	b.until(newest + `?.alt.includes('Table:')`)

	for _, door := range []struct {
		name  string
		claim func(words string)
	}{
		{"typed", func(words string) { b.say("set " + words) }},
		{"by button and form", func(words string) {
			ask[*int](b, `[...document.querySelectorAll('[data-custom-id^="form:"]')].at(-1).click()`)
			b.press(`[data-testid=modal] [data-testid=select]`)
			for label := range strings.FieldsSeq(strings.ToUpper(words)) {
				option := `[...document.querySelectorAll('[data-testid=modal] [role=option]')].find(o => o.innerText.startsWith('` +
					label + `: '))`
				b.until(option)
				ask[*int](b, option+`.click()`)
			}
			b.press(`[data-testid=modal-submit]`)
			b.until(`!document.querySelector('[data-testid=modal]').firstChild`) // the focus has returned by then
		}},
		{"by slash command", func(words string) { b.say("/set " + words) }},
	} {
		alt, src := ask[string](b, newest+`.alt`), ask[string](b, newest+`.src`)
		table := cardsIn(alt)
		require.GreaterOrEqual(t, len(table), 12, alt)
		words := bestSet(table)
		require.NotEmpty(t, words, "a table of classic SET shows a set: %s", alt)
		door.claim(words)
		b.until(`(() => { const i = ` + newest + `; return i.alt !== ` + strconv.Quote(alt) +
			` && i.complete && i.naturalWidth > 0 })()`)
		require.NotEqual(t, src, ask[string](b, newest+`.src`), "%s: the picture must change", door.name)
		text := ask[string](b, newest+`.closest('[data-testid=message]').innerText`)
		require.Contains(t, text, "takes "+strings.ToUpper(words), door.name)
	}
}

// On a phone, short buttons share a row, and the input field of an option shows at once that its value is invalid.
func TestShortButtonsAndRefusedOptionsOnThePage(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	b := browse(t, 390, 844)
	b.say("/play classic")
	const buttons = `[...document.querySelectorAll('.rows .buttons .button')]`
	b.until(buttons + `.length > 3`)
	require.Empty(t, ask[[]string](b, buttons+`.filter(n => n.innerText.length < 12 && n.offsetWidth > innerWidth / 2)`+
		`.map(n => n.innerText)`))
	b.say("/leaderboard board:nonsense")
	b.until(`document.querySelector('[data-testid=option][aria-invalid=true]')?.closest('.opt').innerText.includes('is one of')`)
}

// The page is accessible: axe finds no faults, and nothing overflows on a phone.
func TestPageIsAccessible(t *testing.T) {
	t.Parallel()
	script := axe(t)
	b := browse(t, 360, 740)
	b.say("/play classic")
	b.until(newest)
	require.False(t, ask[bool](b, `document.documentElement.scrollWidth > innerWidth`), "the page is wider than the window")
	require.Empty(t, b.violations(script))
}

// axe returns the script of the accessibility checker axe. The test is skipped if the script is missing.
func axe(t *testing.T) string {
	t.Helper()
	name := os.Getenv("SETTABLE_AXE")
	if name == "" {
		if os.Getenv("SETTABLE_CI") == "1" {
			t.Fatal("SETTABLE_AXE does not name axe.min.js: .ci/run installs it")
		}
		t.Skip("SETTABLE_AXE does not name axe.min.js")
	}
	script, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(script)
}

// violations returns the faults that axe finds on the page.
func (b *tab) violations(script string) string {
	b.t.Helper()
	ask[int](b, script+"\n;0")
	return ask[string](b, `axe.run().then(r => r.violations.map(v =>
		v.id + ': ' + v.nodes.map(n => n.html).join(' | ')).join('\n'))`)
}
