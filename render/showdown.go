package render

import (
	"settable/games"
	"settable/games/cards"
	"settable/render/words"
)

// mostNamed is the maximum number of sets per hand that are described individually.
const mostNamed = 4

// showdown describes each exposed hand with a sentence for each set.
func (t teller) showdown(v games.View) (text []string) {
	most := mostNamed
	if t.least {
		most = 1
	}
	for _, s := range v.Shown {
		for i, set := range s.Sets[:min(len(s.Sets), most)] {
			text = append(text, t.shownHand(s, i, set))
		}
		if more := len(s.Sets) - most; more > 0 {
			text = append(text, t.say("render.shown.and_more", "who", t.seatPrefix(s.Seat), "N", more))
		}
	}
	return text
}

// shownHand describes the i-th set of an exposed hand.
func (t teller) shownHand(s games.Showing, i int, set games.ShownSet) string {
	list := func(of []cards.Card) string { return t.lang.Row(games.NamesOf(of, t.card)) }
	if !s.Said.Silent() {
		return t.lang.Say(s.Said, t.seat)
	}
	key := "render.shown.set"
	if len(s.Sets) == 1 {
		key = "render.shown.only"
	}
	return t.say(key, "who", t.seatPrefix(s.Seat), "n", i+1, "of", len(s.Sets), "own", list(set.Own),
		"common", list(set.Common))
}

// Showdown describes each exposed hand and its sets, one line per hand, in at most the given number of characters. If
// there was no showdown, it returns "".
func Showdown(v games.View, lang *words.Language, name func(games.Seat) string, most int) string {
	if len(v.Shown) == 0 {
		return ""
	}
	return tell(lang, name, "\n", most, func(t teller) []string {
		return t.showdown(v)
	})
}
