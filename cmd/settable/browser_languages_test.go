package main

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"settable/bot"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/render/words"
)

// In each language, people can play a game with typed words of that language, and nothing overflows on a desktop or a
// phone.
func TestEachLanguageOnThePage(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	catalogues, err := words.New(nil, kinds, bot.Catalogues()...)
	require.NoError(t, err)
	b := browse(t, 1280, 900)
	for _, locale := range []string{"ja", "de", "fr", "es"} {
		t.Run(locale, func(t *testing.T) {
			s := speaker{&tab{t, b.ctx}, catalogues.In(locale)}
			s.say("/settings server language:" + locale)
			s.playClassic()
		})
	}
	t.Run("a reader of another language", func(t *testing.T) {
		speaker{&tab{t, b.ctx}, catalogues.In("de")}.readBy(catalogues.In("ja"))
	})
}

// readBy plays at a table in the server's language as a reader whose Discord client has another language. Private
// messages and slash commands are in the reader's language.
func (s speaker) readBy(reader *words.Language) {
	s.say("/settings server language:" + s.l.Locale())
	s.say("/play classic")
	s.waitForChange("classic", "")
	s.setLocale(reader.Locale())
	hand := "/" + reader.Key("command.name.hand")
	s.until(`(f => {
		f.focus();
		f.value = '/hand';
		f.dispatchEvent(new Event('input', {bubbles: true}));
		const shown = document.getElementById('menu').innerText.includes(` + strconv.Quote(hand) + `);
		f.value = '';
		return shown;
	})(document.getElementById('field'))`)
	s.say(hand)
	alone, _, _ := strings.Cut(reader.Key("command.hand.open"), "`")
	s.until(`[...document.querySelectorAll('.secret')].some(m => m.innerText.includes(` +
		strconv.Quote(alone) + `))`)

	s.typeMove("classic", "start")
	s.until(s.table("classic") + `?.alt.includes(` + strconv.Quote(s.l.Key("classic.head.find")) + `)`)
	other := reader.Synonyms("games.typed.set")
	before := s.alt("classic")
	s.say(other[len(other)-1] + " " + noSetAmong(s.cardsIn(before)))
	s.waitForChange("classic", before)
	s.waitForText(s.l.Key("classic.costs_a_point"))
	s.checkSizes("two-languages")
}

// A speaker is a user of the page who types in a certain language.
type speaker struct {
	*tab
	l *words.Language
}

// typeMove types a move of a game in the speaker's language.
func (s speaker) typeMove(game, move string) { s.say(s.l.Typing(game, move)) }

// table returns a script for the newest picture of a table of this game.
func (s speaker) table(game string) string {
	return `[...document.querySelectorAll('[data-testid=message] img')].filter(i => i.alt.includes(` +
		strconv.Quote(s.l.Key(game+".title")) + `)).at(-1)`
}

// alt returns the alternative text of a game's newest picture.
func (s speaker) alt(game string) string { return ask[string](s.tab, `(`+s.table(game)+`?.alt ?? '')`) }

// waitForChange waits until the table's text has changed.
func (s speaker) waitForChange(game, before string) {
	s.t.Helper()
	s.until(`(a => a && a !== ` + strconv.Quote(before) + `)(` + s.table(game) + `?.alt)`)
}

// checkSizes checks that the page fits at desktop and phone sizes.
func (s speaker) checkSizes(what string) {
	s.t.Helper()
	for _, size := range [][2]int64{{390, 844}, {1280, 900}} {
		s.do(chromedp.EmulateViewport(size[0], size[1]))
		s.until(`innerWidth === ` + strconv.FormatInt(size[0], 10))
		s.checkLayout(s.l.Locale() + "-" + what)
	}
}

// playClassic plays classic SET to its end. It uses a deck of twelve cards, because the full deck would take too long.
func (s speaker) playClassic() {
	for !s.dealTwelve() {
	}
	s.typeMove("classic", "set "+noSetAmong(s.cardsIn(s.alt("classic"))))
	s.waitForText(s.l.Key("classic.costs_a_point"))
	s.checkSizes("classic-wrong")
	for {
		alt := s.alt("classic")
		claim := bestSet(s.cardsIn(alt))
		if claim == "" {
			break
		}
		s.typeMove("classic", "set "+claim)
		s.waitForChange("classic", alt)
	}
	s.until(s.over())
	s.checkSizes("classic-ended")
}

// dealTwelve deals twelve cards and reports whether the game goes on. In one of thirty games, they contain no set and
// the game is over.
func (s speaker) dealTwelve() bool {
	before := s.alt("classic")
	s.say("/play classic deck:12")
	s.waitForChange("classic", before)
	s.checkSizes("classic-lobby")
	s.typeMove("classic", "start")
	find := s.table("classic") + `.alt.includes(` + strconv.Quote(s.l.Key("classic.head.find")) + `)`
	s.until(find + ` || ` + s.over())
	return ask[bool](s.tab, find)
}

// over returns a script that checks whether the newest table has ended and offers another game.
func (s speaker) over() string {
	return s.table("classic") + `.closest('[data-testid=message]').innerText.includes(` +
		strconv.Quote(s.l.Key("message.button.again")) + `)`
}

// cardsIn returns the cards on a table according to its text, such as "A: zwei gefüllte rote Rauten".
func (s speaker) cardsIn(alt string) map[string]cards.Card {
	list := map[string]cards.Card{}
	for _, c := range cards.SETPack().Cards() {
		for label := 'A'; label <= 'L'; label++ {
			if strings.Contains(alt, s.l.Labelled(string(label), s.l.Card(c))) {
				list[string(label)] = c
			}
		}
	}
	return list
}

// noSetAmong returns the lower-case labels of three cards that aren't a set.
func noSetAmong(table map[string]cards.Card) string {
	var labels []string
	for label := range table {
		labels = append(labels, label)
	}
	slices.Sort(labels)
	for _, third := range labels[2:] {
		if !cards.IsSet(table[labels[0]], table[labels[1]], table[third]) {
			return strings.ToLower(labels[0] + " " + labels[1] + " " + third)
		}
	}
	return ""
}
