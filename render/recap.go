package render

import (
	"image"
	"slices"
	"strings"

	"settable/games"
	"settable/games/cards"
	"settable/render/layout"
	"settable/render/words"
)

// The fonts for names in a recap at type size 100, from the largest to the smallest.
var (
	heroFonts  = []fontFace{{bold: true, size: 40}, {bold: true, size: 34}, {bold: true, size: layout.HeadLetters}}
	otherFonts = []fontFace{{bold: true, size: 23}, {bold: true, size: layout.SmallLetters}, {bold: true, size: 19}}
)

// recap draws the recap of a showdown.
func (m *canvas) recap(v games.View, p layout.Layout) {
	m.title(games.View{Game: v.Game, Phase: v.Phase, Left: -1}, p.Title)
	for _, r := range p.Results {
		m.result(v, r)
	}
	for i, g := range p.Areas {
		a := v.Areas[i]
		a.Cells = slices.Clone(a.Cells)
		for j := range g.Cells {
			a.Cells[j].Marked = false // the sets are already shown above
		}
		if len(g.Cells) > 0 {
			m.area(a, g, captionOf(a, m.lang))
		}
	}
}

// result draws one player of a recap: the full name, the chips, and the sets or the hand.
func (m *canvas) result(v games.View, r layout.Result) {
	place := v.Place(r.Seat)
	m.mark(r.Mark, r.Seat, groundMark)
	fonts, number := otherFonts, otherFonts[0]
	if r.Large {
		fonts, number = heroFonts, heroFonts[1]
	}
	ink := m.sheet.blends.inkOnGround
	if place.Dropped {
		ink = m.sheet.blends.mutedOnGround
	}
	m.name(resultName(v, r.Seat, m.lang), fonts, r.Name, ink)
	won, h := signed(m.lang, place.Won), number.inType(m.size)
	side := m.size.Of(20)
	x := r.Won.Max.X - h.width(won)
	base := (r.Won.Min.Y + r.Won.Max.Y + h.rise()) / 2
	h.write(m, x, base, won, ink)
	m.lay(image.Pt(x-side-6, (r.Won.Min.Y+r.Won.Max.Y-side)/2), sprite{motif: chip, w: side, h: side})
	caption := captionFont.inType(m.size)
	if !r.Own.Empty() {
		muted := m.sheet.blends.mutedOnGround
		caption.write(m, r.Own.Min.X, r.Own.Min.Y+caption.rise()+1, words.Capital(m.lang.Key("games.area.hand")), muted)
		caption.write(m, r.Their.Min.X, r.Their.Min.Y+caption.rise()+1, words.Capital(m.lang.Key(v.Game+".area.centre")), muted)
	}
	shown := showingOf(v, r.Seat)
	for i, box := range r.Sets {
		m.shownSet(shown.Sets[i], box)
	}
	if more := len(shown.Sets) - len(r.Sets); !r.More.Empty() && more > 0 {
		text := say(m.lang, "render.shown.more", "n", more)
		caption.write(m, r.More.Min.X, (r.More.Min.Y+r.More.Max.Y+caption.rise())/2, text, m.sheet.blends.mutedOnGround)
	}
	hand := v.Faces(r.Seat)
	for i, box := range r.Hand {
		if i < len(hand) {
			m.cell(games.Cell{Kind: games.Face, Card: hand[i]}, box)
		}
	}
	if word, _ := statusOf(place, m.lang); place.Dropped && len(r.Hand) == 0 {
		caption.write(m, r.Won.Max.X+layout.Gap, (r.Won.Min.Y+r.Won.Max.Y+caption.rise())/2, word, ink)
	}
}

// shownSet draws a set: cards of the hand, a plus, and cards of the centre.
func (m *canvas) shownSet(set games.ShownSet, box layout.Three) {
	row := func(of []cards.Card, boxes []image.Rectangle) {
		for i, c := range of {
			m.cell(games.Cell{Kind: games.Face, Card: c}, boxes[i])
		}
	}
	row(set.Own, box.Own)
	side := min(m.size.Of(18), box.With.Dx()-4)
	at := image.Pt((box.With.Min.X+box.With.Max.X-side)/2, (box.With.Min.Y+box.With.Max.Y-side)/2)
	m.lay(at, sprite{motif: plus, w: side, h: side})
	row(set.Common, box.Common)
}

// name writes a name in the largest font in which it fits on one line. If none fits, it uses the smallest font and two
// lines.
func (m *canvas) name(name string, fonts []fontFace, lines []image.Rectangle, b blend) {
	whole := lines[0].Union(lines[1])
	for _, h := range fonts {
		if h = h.inType(m.size); h.width(name) <= whole.Dx() {
			h.write(m, whole.Min.X, (whole.Min.Y+whole.Max.Y+h.rise())/2, name, b)
			return
		}
	}
	h := fonts[len(fonts)-1].inType(m.size)
	first, rest := breakName(h, name, whole.Dx())
	h.write(m, lines[0].Min.X, lines[0].Max.Y-2, first, b)
	if h.width(rest) > whole.Dx() {
		rest = cutLine(h, rest, whole.Dx())
	}
	h.write(m, lines[1].Min.X, lines[1].Min.Y+h.rise()+4, strings.TrimSpace(rest), b)
}

// breakName breaks a name after the last word that fits, or inside a long word.
func breakName(h fontFace, name string, width int) (first, rest string) {
	if first, rest = breakLine(h, name, width); h.width(first) <= width {
		return first, rest
	}
	runes := []rune(name)
	n := len(runes)
	for n > 1 && h.width(string(runes[:n])) > width {
		n--
	}
	return string(runes[:n]), string(runes[n:])
}

// resultName returns the drawable form of a player's name. If nothing of the name can be drawn, it returns the name of
// the seat.
func resultName(v games.View, seat games.Seat, lang *words.Language) string {
	if name := heroFonts[0].drawableName(v.Place(seat).Name, anyWidth); name != "" {
		return name
	}
	return seatOf(lang)(seat)
}

// anyWidth is wider than any name.
const anyWidth = 1 << 20

func showingOf(v games.View, seat games.Seat) games.Showing {
	i := slices.IndexFunc(v.Shown, func(s games.Showing) bool { return s.Seat == seat })
	if i < 0 {
		return games.Showing{}
	}
	return v.Shown[i]
}

// signed returns an amount with its sign, such as "+12".
func signed(lang *words.Language, n games.Chips) string {
	if n > 0 {
		return "+" + lang.Number(int64(n))
	}
	return lang.Number(int64(n))
}

// mostCentre is the maximum number of cards of the centre in a short text.
const mostCentre = 12

// recap describes the recap of a showdown: the winners and their sets, what each player won or lost, and the centre.
func (t teller) recap(v games.View) []string {
	text := t.head(games.View{Game: v.Game, Phase: v.Phase, Headline: v.Headline, Left: -1})
	for _, r := range layout.Of(v).Results {
		text = append(text, t.wonOrLost(v.Place(r.Seat)))
		told, sets := 2, showingOf(v, r.Seat)
		switch {
		case !r.Large && t.brief:
			continue
		case !r.Large || t.least:
			told = 1
		}
		for i, set := range sets.Sets[:min(len(sets.Sets), told)] {
			text = append(text, t.shownHand(sets, i, set))
		}
		if more := len(sets.Sets) - told; more > 0 {
			text = append(text, t.say("render.shown.and_more", "who", t.seatPrefix(r.Seat), "N", more))
		}
	}
	for _, a := range v.Areas {
		if a.Seat == games.Watcher {
			list := games.NamesOf(v.Faces(games.Watcher), t.card)
			if t.least && len(list) > mostCentre {
				text = append(text, t.say("render.rest.cards", "area", t.areaName(v, a), "N", len(list)))
				continue
			}
			text = append(text, t.lang.Sentence(t.lang.Labelled(t.areaName(v, a), t.lang.Row(list))))
		}
	}
	return text
}

// wonOrLost describes what a player won or lost in a hand.
func (t teller) wonOrLost(p games.Place) string {
	switch who := t.seatPrefix(p.Seat); {
	case p.Won > 0:
		return t.say("render.recap.wins", "who", who, "N", int(p.Won))
	case p.Won < 0:
		return t.say("render.recap.loses", "who", who, "N", int(-p.Won))
	default:
		return t.say("render.recap.even", "who", who)
	}
}
