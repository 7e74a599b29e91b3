package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"settable/games/cards"
	"settable/games/gamestest"
	"settable/render/words"
	"settable/render/words/wordstest"
)

// wordsVariable names the environment variable for a folder with catalogues of another language. The program loads them
// as if they belonged to its first game. A new language therefore needs nothing but catalogues.
const wordsVariable = "SETTABLE_TEST_WORDS"

func addWords(folder string) {
	if folder == "" {
		return
	}
	all := fstest.MapFS{}
	for _, place := range []fs.FS{kinds[0].Words, os.DirFS(folder)} {
		files, err := fs.Glob(place, "words/*.yaml")
		for _, file := range files {
			text, wrong := fs.ReadFile(place, file)
			all[file], err = &fstest.MapFile{Data: text}, errors.Join(err, wrong)
		}
		if err != nil {
			panic(err) // the test has just created the folder
		}
	}
	kinds[0].Words = all
}

// spokenHere is the language of the sandbox's server and its users.
const spokenHere = "en-US"

var namesHere = []string{"Ann", "Bob", "Cid", "Dee", "#card-night"}

// reader collects all texts of the bot on the page, such as messages, alternative text, buttons, menus, forms and
// slash commands. It omits text that people typed and Discord's own text.
const reader = `(() => {
	const all = [], add = (where, text) => text?.trim() && all.push([where, text]);
	const said = (node) => {
		const copy = node.cloneNode(true);
		copy.querySelectorAll('code, time, a, .edited, .mention').forEach((n) => n.replaceWith(' '));
		copy.querySelectorAll('p, div, li').forEach((n) => n.append(' '));
		return copy.textContent;
	};
	for (const message of document.querySelectorAll('[data-testid=message]')) {
		if (!message.querySelector('.byline .tag')) continue;
		message.querySelectorAll('.body > .text, .embed').forEach((n) => add('message', said(n)));
		message.querySelectorAll('img').forEach((n) => add('alternative text', n.alt));
		message.querySelectorAll('[data-testid=button]').forEach((n) => add('button', n.textContent));
		message.querySelectorAll('[data-testid=select]:enabled').forEach((n) => {
			add('menu', n.textContent);
			add('menu', n.ariaLabel);
			if (n.ariaBusy || n.ariaExpanded === 'true') return;
			n.click();
			n.parentElement.querySelectorAll('[role=option] b, .item-about').forEach((o) => add('choice', o.textContent));
			n.click();
		});
	}
	const form = document.querySelector('[data-testid=modal][open]');
	form?.querySelectorAll('h2, .subtext').forEach((n) => add('form', n.textContent));
	form?.querySelectorAll('label').forEach((n) => add('form', n.firstChild.textContent));
	document.querySelectorAll('#menu .item-about').forEach((n) => add('slash command', n.textContent));
	document.querySelectorAll('#command-form [data-testid=option-add]').forEach((n) => add('option', n.title));
	document.querySelectorAll('#command-form [data-testid=option]').forEach((n) => add('option', n.placeholder));
	document.querySelectorAll('#events li').forEach((n) => add('calendar', n.firstChild.textContent.split(',')[0]));
	return JSON.stringify(all);
})()`

// A proofreader reads the page and looks for text that isn't in the pseudo-language, whose sentences are in brackets.
type proofreader struct {
	*tab
	spoken *words.Language
	names  []string // names of people, places and languages
	seen   map[[2]string]bool
	far    int // number of texts that were read
}

func (r *proofreader) readPage() {
	r.t.Helper()
	var all [][2]string
	require.NoError(r.t, json.Unmarshal([]byte(ask[string](r.tab, reader)), &all))
	for _, one := range all {
		if !r.seen[one] {
			r.seen[one] = true
			r.check(one[0], one[1])
		}
	}
}

func (r *proofreader) check(where, text string) {
	r.t.Helper()
	r.far++
	if bare := wordstest.TextOutsideBrackets(text, r.names...); bare != "" {
		r.t.Errorf("a %s has %q outside brackets: %s", where, bare, text)
	}
}

// waitAndRead waits until a script finds something, and then reads everything on the page.
func (r *proofreader) waitAndRead(script string) {
	r.t.Helper()
	r.until(script)
	r.readPage()
}

// readAnswer performs an action and reads the bot's answer.
func (r *proofreader) readAnswer(do func()) {
	r.t.Helper()
	const now = `[...document.querySelectorAll('[data-testid=message]')].map(m => m.dataset.messageId + m.innerText +
		[...m.querySelectorAll('img')].map(i => i.alt)).join()`
	ask[*int](r.tab, `void (window.before = `+now+`)`)
	do()
	r.waitAndRead(now + ` !== window.before`)
}

func (r *proofreader) say(words ...string) {
	r.t.Helper()
	for _, w := range words {
		r.readAnswer(func() { r.typeThen(w, `document.querySelector('[data-testid=send]').click()`) })
	}
}

// typeThen types words into the channel's field and then runs a script.
func (r *proofreader) typeThen(words, then string) {
	r.t.Helper()
	ask[*int](r.tab, `(() => {
		const field = document.querySelector('[data-testid=composer]');
		field.focus();
		field.value = `+strconv.Quote(words)+`;
		field.dispatchEvent(new Event('input', {bubbles: true}));
		`+then+`;
	})()`)
}

func (r *proofreader) pressParts(parts ...string) {
	r.t.Helper()
	for _, part := range parts {
		r.readAnswer(func() { r.tab.pressNewest(part) })
	}
}

// set returns a set among the cards of the newest table, according to its alternative text in the pseudo-language.
func (r *proofreader) set() string {
	r.t.Helper()
	l := r.spoken
	alt, table := ask[string](r.tab, tableAlt), map[string]cards.Card{}
	for _, c := range cards.SETPack().Cards() {
		for _, name := range []string{l.Card(c), l.Brief(c)} {
			if before, _, lies := strings.Cut(alt, ": "+name); lies {
				table[before[len(before)-1:]] = c
			}
		}
	}
	require.GreaterOrEqual(r.t, len(table), 3, alt)
	return bestSet(table)
}

// On a server that uses the pseudo-language, the page shows no English text of the bot.
func TestNoUntranslatedTextOnThePage(t *testing.T) {
	gamestest.Long(t)
	folder, spoken := t.TempDir(), wordstest.Pseudo(t, "../..", spokenHere)
	require.NoError(t, os.CopyFS(folder, spoken))
	t.Setenv(wordsVariable, folder)
	catalogues, err := words.New(nil, kinds, spoken)
	require.NoError(t, err)
	r := &proofreader{tab: browse(t, 1280, 800), spoken: catalogues.In(spokenHere), names: namesHere,
		seen: map[[2]string]bool{}}
	for _, l := range catalogues.Languages() {
		r.names = append(r.names, l.Autonym())
	}
	// Longer names must come first: "American English" before "English".
	slices.SortFunc(r.names, func(a, b string) int { return len(b) - len(a) })
	r.playClassic()
	r.playPoker()
	r.playOtherGames()
	r.checkCommands()
	require.Greater(t, r.far, 300)
}

// checkCommands reads all slash commands as the bot registered them and as the page shows them.
func (r *proofreader) checkCommands() {
	r.t.Helper()
	type named struct {
		Name, Description string
		InLanguage        map[string]string `json:"description_localizations"`
		Called            map[string]string `json:"name_localizations"`
		Options           []json.RawMessage
		Choices           []json.RawMessage
	}
	var walk func(at string, all []json.RawMessage)
	walk = func(at string, all []json.RawMessage) {
		for _, text := range all {
			var one named
			require.NoError(r.t, json.Unmarshal(text, &one))
			if one.Description != "" {
				r.check("command "+path.Join(at, one.Name), cmp.Or(one.InLanguage[spokenHere], one.Description))
			} else {
				r.check("choice of "+at, cmp.Or(one.Called[spokenHere], one.Name))
			}
			walk(path.Join(at, one.Name), slices.Concat(one.Options, one.Choices))
		}
	}
	var all []json.RawMessage
	require.NoError(r.t, json.Unmarshal([]byte(ask[string](r.tab, `new Promise((done) => {
		const line = new WebSocket(new URL('live', location.href));
		line.onmessage = (e) => {
			const { t, commands } = JSON.parse(e.data);
			if (t !== 'hello') return;
			line.close();
			done(JSON.stringify(commands));
		};
	})`)), &all))
	require.Greater(r.t, len(all), 25)
	walk("", all)
	r.typeThen("/", "")
	r.waitAndRead(`document.querySelector('#menu .item-about')`)
	r.typeThen("/settings server", `field.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}))`)
	r.waitAndRead(`document.querySelector('#command-form [data-testid=option-add]')`)
}

func (r *proofreader) playClassic() {
	r.t.Helper()
	r.say("/help", "/play classic turn:0", "/help")
	r.switchTo("Bob")
	r.pressParts(":join")
	r.switchTo("Ann")
	r.pressParts("help:", ":start")
	r.say("/rules", "/settings show", "/table", "/hand", "set a a b", "set z y x", "none")
	r.pressParts("pick:")
	ask[*int](r.tab, `[...document.querySelectorAll('[data-custom-id^="form:"]')].at(-1).click()`)
	r.waitAndRead(`document.querySelector('[data-testid=modal]').open`)
	r.press(`[data-testid=modal-cancel]`)
	for range 3 {
		if claim := r.set(); claim != "" { // empty if the alternative text was cut off
			r.say("set " + claim)
		}
	}
	r.say("/end")
	r.switchTo("Bob")
	r.say("/end")
	r.waitAndRead(`document.querySelector('[data-custom-id^="replay:"]')`)
	r.switchTo("Ann")
	r.pressParts("replay:", "text:")
	r.say("/leaderboard board:sets", "/leaderboard board:fastest", "/profile", "/replay")
}

func (r *proofreader) playPoker() {
	r.t.Helper()
	r.say("/night plan in 3 hours", "/night list", "/night start")
	r.waitAndRead(`document.querySelector('#log').innerText.includes('Ann buys in')`) // this replaces the lobby's buttons
	r.switchTo("Bob")
	r.pressParts(":join")
	r.waitAndRead(`document.querySelector('[data-custom-id$=":start"]')`)
	r.say("/night start")
	r.pressParts(":start")
	for range 2 {
		for _, who := range []string{"Ann", "Bob"} {
			r.switchTo(who)
			r.say("bet 1", "call", "pass", "check")
		}
	}
	r.switchTo("Ann")
	r.say("/hand", "/chips balance", "/chips history", "/chips audit", "/chips grant Bob amount:5 reason:why",
		"/chips grants", "/night end", "/night show", "/night list", "/leaderboard board:nights",
		"/leaderboard board:chips", "/profile")
}

func (r *proofreader) playOtherGames() {
	r.t.Helper()
	r.say("/play twenty", "house", "start", "/hand", "draw", "set 1 2 3", "none", "/away", "/back", "/cover",
		"/end")
	r.say("/play solitaire peek:true", "start", "set 1 2 3", "deal", "look 4", "done", "/end")
	r.say("/play english", "house sharp", "start", "turn", "/kick Bob", "/end")
	r.say("/daily", "/daily deal:classic", "/settings server theme:light", "/settings mine palette:classic",
		"/privacy", "/forget-me")
}
