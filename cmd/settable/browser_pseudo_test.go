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

// furtherWords names the environment variable for a folder with catalogues of another language. The program loads them
// as if they belonged to its first game. A new language therefore needs nothing but catalogues.
const furtherWords = "SETTABLE_TEST_WORDS"

func speakToo(folder string) {
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

// spokenHere is the language of the sandbox and of its people.
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

// A proofreader looks for text outside brackets.
type proofreader struct {
	*tab
	spoken *words.Language
	names  []string // names of people, places and languages
	seen   map[[2]string]bool
	far    int // number of texts that were read
}

func (r *proofreader) reads() {
	r.t.Helper()
	var all [][2]string
	require.NoError(r.t, json.Unmarshal([]byte(ask[string](r.tab, reader)), &all))
	for _, one := range all {
		if !r.seen[one] {
			r.seen[one] = true
			r.checks(one[0], one[1])
		}
	}
}

func (r *proofreader) checks(where, text string) {
	r.t.Helper()
	r.far++
	if bare := wordstest.TextOutsideBrackets(text, r.names...); bare != "" {
		r.t.Errorf("a %s has %q in no brackets: %s", where, bare, text)
	}
}

// finds waits until a script finds something, and then reads everything on the page.
func (r *proofreader) finds(script string) {
	r.t.Helper()
	r.until(script)
	r.reads()
}

// answered performs an action and reads the bot's answer.
func (r *proofreader) answered(do func()) {
	r.t.Helper()
	const now = `[...document.querySelectorAll('[data-testid=message]')].map(m => m.dataset.messageId + m.innerText +
		[...m.querySelectorAll('img')].map(i => i.alt)).join()`
	ask[*int](r.tab, `void (window.before = `+now+`)`)
	do()
	r.finds(now + ` !== window.before`)
}

func (r *proofreader) says(words ...string) {
	r.t.Helper()
	for _, w := range words {
		r.answered(func() { r.types(w, `document.querySelector('[data-testid=send]').click()`) })
	}
}

// types types words into the channel's field and then runs a script.
func (r *proofreader) types(words, then string) {
	r.t.Helper()
	ask[*int](r.tab, `(() => {
		const field = document.querySelector('[data-testid=composer]');
		field.focus();
		field.value = `+strconv.Quote(words)+`;
		field.dispatchEvent(new Event('input', {bubbles: true}));
		`+then+`;
	})()`)
}

func (r *proofreader) presses(parts ...string) {
	r.t.Helper()
	for _, part := range parts {
		r.answered(func() { r.tab.presses(part) })
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
	t.Setenv(furtherWords, folder)
	catalogues, err := words.New(nil, kinds, spoken)
	require.NoError(t, err)
	r := &proofreader{tab: browse(t, 1280, 800), spoken: catalogues.In(spokenHere), names: namesHere,
		seen: map[[2]string]bool{}}
	for _, l := range catalogues.Languages() {
		r.names = append(r.names, l.Autonym())
	}
	// Longer names must come first: "American English" before "English".
	slices.SortFunc(r.names, func(a, b string) int { return len(b) - len(a) })
	r.playsClassic()
	r.playsPoker()
	r.playsTheOthers()
	r.checksCommands()
	require.Greater(t, r.far, 300)
}

// checksCommands reads all slash commands as the bot registered them and as the page shows them.
func (r *proofreader) checksCommands() {
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
				r.checks("command "+path.Join(at, one.Name), cmp.Or(one.InLanguage[spokenHere], one.Description))
			} else {
				r.checks("choice of "+at, cmp.Or(one.Called[spokenHere], one.Name))
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
	r.types("/", "")
	r.finds(`document.querySelector('#menu .item-about')`)
	r.types("/settings server", `field.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}))`)
	r.finds(`document.querySelector('#command-form [data-testid=option-add]')`)
}

func (r *proofreader) playsClassic() {
	r.t.Helper()
	r.says("/help", "/play classic turn:0", "/help")
	r.switchTo("Bob")
	r.presses(":join")
	r.switchTo("Ann")
	r.presses("help:", ":start")
	r.says("/rules", "/settings show", "/table", "/hand", "set a a b", "set z y x", "none")
	r.presses("text:", "pick:")
	ask[*int](r.tab, `[...document.querySelectorAll('[data-custom-id^="form:"]')].at(-1).click()`)
	r.finds(`document.querySelector('[data-testid=modal]').open`)
	r.press(`[data-testid=modal-cancel]`)
	for range 3 {
		if claim := r.set(); claim != "" { // empty if the alternative text was cut off
			r.says("set " + claim)
		}
	}
	r.says("/end")
	r.switchTo("Bob")
	r.says("/end")
	r.finds(`document.querySelector('[data-custom-id^="replay:"]')`)
	r.switchTo("Ann")
	r.presses("replay:", "text:")
	r.says("/leaderboard board:sets", "/leaderboard board:fastest", "/profile", "/replay")
}

func (r *proofreader) playsPoker() {
	r.t.Helper()
	r.says("/night plan in 3 hours", "/night list", "/night start")
	r.finds(`document.querySelector('#log').innerText.includes('Ann buys in')`) // this replaces the lobby's buttons
	r.switchTo("Bob")
	r.presses(":join")
	r.finds(`document.querySelector('[data-custom-id$=":start"]')`)
	r.says("/night start")
	r.presses(":start")
	for range 2 {
		for _, who := range []string{"Ann", "Bob"} {
			r.switchTo(who)
			r.says("bet 1", "call", "pass", "check")
		}
	}
	r.switchTo("Ann")
	r.says("/hand", "/chips balance", "/chips history", "/chips audit", "/chips grant Bob amount:5 reason:why",
		"/chips grants", "/night end", "/night show", "/night list", "/leaderboard board:nights",
		"/leaderboard board:chips", "/profile")
}

func (r *proofreader) playsTheOthers() {
	r.t.Helper()
	r.says("/play twenty", "house", "start", "/hand", "draw", "set 1 2 3", "none", "/away", "/back", "/cover",
		"/end")
	r.says("/play solitaire peek:true", "start", "set 1 2 3", "deal", "look 4", "done", "/end")
	r.says("/play english", "house sharp", "start", "turn", "/kick Bob", "/end")
	r.says("/daily", "/daily deal:classic", "/settings server theme:light", "/settings mine palette:classic",
		"/privacy", "/forget-me")
}
