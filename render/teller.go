package render

import (
	"slices"
	"strings"

	"settable/games"
	"settable/render/layout"
	"settable/render/words"
)

type teller struct {
	lang  *words.Language
	name  func(games.Seat) string // the names of seats; nil: as in the picture
	brief bool                    // omits what other parts of the message say
	drawn bool                    // omits the cards below the tops of piles, which pictures don't show
	least bool                    // also omits what isn't needed for a move and is in the text version
}

func (t teller) sentences(v games.View) []string {
	switch {
	case layout.IsEnding(v):
		return t.ending(v)
	case layout.IsShowdown(v):
		return t.recap(v)
	}
	text := t.head(v)
	for _, a := range v.Areas {
		if cells := t.cellTexts(v, a); len(cells) > 0 {
			told := t.lang.Labelled(t.areaName(v, a), strings.Join(cells, t.cellSeparator(a)))
			text = append(text, told+t.lang.Key("words.stop"))
		}
	}
	text = append(append(text, t.leftOutAreas(v)...), t.showdown(v)...)
	for _, place := range t.places(v) {
		text = append(text, place+t.lang.Key("words.stop"))
	}
	return text
}

func (t teller) lines(v games.View) []string {
	text := []string{t.lang.Prose(t.head(v)...)}
	for _, a := range v.Areas {
		cells := t.cellTexts(v, a)
		if len(cells) == 0 {
			continue
		}
		columns := layout.Columns(a)
		if hasUnder(a, 0) {
			columns = 1
		}
		if layout.IsForeign(v, a) || layout.HasGraveyards(v) || len(cells) <= columns {
			text = append(text, t.lang.Labelled(t.areaName(v, a), strings.Join(cells, t.cellSeparator(a))))
			continue
		}
		text = append(text, t.lang.Label(t.areaName(v, a)))
		for row := range slices.Chunk(cells, columns) {
			text = append(text, t.lang.Row(row))
		}
	}
	text = append(append(text, t.leftOutAreas(v)...), t.showdown(v)...)
	text = append(append(text, t.places(v)...), Highlights(v, t.lang, t.seat)...)
	if offers := t.offers(v); offers != "" {
		text = append(text, offers)
	}
	return text
}

// head returns the beginning of the text: the title, the headline, the number of cards left, the set just taken and the
// new cards.
func (t teller) head(v games.View) []string {
	text := []string{t.lang.Sentence(titleOf(v, t.lang))}
	if head := t.lang.Say(v.Headline, t.seat); head != "" {
		text = append(text, t.lang.Sentence(head))
	}
	if v.CardsLeft >= 0 && v.Phase == games.Playing {
		text = append(text, t.say("render.left_to_deal", "N", v.CardsLeft))
	}
	if v.ShowPot {
		text = append(text, t.say("render.pot_sentence", "n", v.Pot))
	}
	if len(v.Taken) > 0 {
		if list := t.lang.Row(games.NamesOf(v.Taken, t.card)); v.TakenBy > 0 {
			text = append(text, t.say("render.just_taken_by", "who", t.mark(v.TakenBy), "cards", list))
		} else {
			text = append(text, t.say("render.just_taken", "cards", list))
		}
	}
	text = append(text, t.newCards(v))
	return slices.DeleteFunc(text, func(s string) bool { return s == "" })
}

func (t teller) say(key string, args ...any) string { return say(t.lang, key, args...) }

// seat returns the name of a seat inside a sentence.
func (t teller) seat(s games.Seat) string {
	if t.name == nil {
		return seatOf(t.lang)(s)
	}
	return t.name(s)
}

// mark returns the shortest name of a seat.
func (t teller) mark(s games.Seat) string {
	if t.name == nil {
		return games.SeatLetter(s)
	}
	return t.name(s)
}

// seatPrefix returns the name of a seat as it is written before its holdings.
func (t teller) seatPrefix(s games.Seat) string {
	if t.brief {
		return t.mark(s)
	}
	return t.seat(s)
}

// places describes the seats and their holdings. In brief mode, it lists seats with equal holdings together.
func (t teller) places(v games.View) (text []string) {
	var who, what []string
	for i := range v.Seats {
		p := placeOf(v, i)
		name, has := t.seatPrefix(p.Seat), t.holdings(v, p)
		same := slices.Index(what, has)
		if same < 0 || !t.brief {
			who, what = append(who, name), append(what, has)
			continue
		}
		who[same] = t.lang.Row([]string{who[same], name})
	}
	for i, has := range what {
		if has != "" {
			who[i] = t.lang.Labelled(who[i], has)
		}
		text = append(text, who[i])
	}
	return text
}

// holdings describes a seat's points or chips, cards and status.
func (t teller) holdings(v games.View, p games.SeatView) string {
	var has []string
	switch {
	case p.Name != "" && !v.HasScores(): // "0 points" for everyone would be useless
	case layout.WithChips(v):
		has = append(has, t.say("games.chips", "N", p.ChipsHeld()))
	default:
		has = append(has, t.lang.Plain(v.Points(p.Score)))
	}
	if p.Cards > 0 {
		has = append(has, t.say("render.cards", "N", p.Cards))
	}
	if p.Dealer {
		has = append(has, t.say("render.dealer"))
	}
	if word, _ := statusOf(p, t.lang); word != "" {
		has = append(has, word)
	}
	return t.lang.Row(has)
}

func (t teller) offers(v games.View) string {
	var moves []string
	for _, o := range v.Offers {
		verb := t.lang.Typing(v.Game, o.Words)
		switch {
		case o.Words == "leave" || o.Words == "void": // alone, these words count as talk
		case o.Takes == games.Three:
			moves = append(moves, t.say("render.takes_three", "verb", verb))
		case o.Takes == games.Amount:
			moves = append(moves, t.say("render.takes_chips", "verb", verb, "min", o.Min, "max", o.Max))
		case o.Takes == games.Pile:
			moves = append(moves, t.say("render.takes_pile", "verb", verb))
		case o.Takes == games.Piles:
			moves = append(moves, t.say("render.takes_piles", "verb", verb))
		default:
			moves = append(moves, verb)
		}
	}
	if len(moves) == 0 {
		return ""
	}
	return t.say("render.moves", "moves", t.lang.Apart(moves))
}
