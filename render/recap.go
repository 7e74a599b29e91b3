package render

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"settable/games"
	"settable/games/cards"
	"settable/render/layout"
	"settable/render/words"
)

// These are the fonts for names in a recap at type size 100, from the largest to the smallest.
var (
	heroFonts  = []fontFace{{bold: true, size: 40}, {bold: true, size: 34}, {bold: true, size: layout.HeadLetters}}
	otherFonts = []fontFace{{bold: true, size: 23}, {bold: true, size: layout.SmallLetters}, {bold: true, size: 19}}
)

// recap draws the recap of a hand that was won.
func (m *canvas) recap(v games.View, p layout.Layout) {
	m.title(games.View{Game: v.Game, Phase: v.Phase, CardsLeft: -1}, p.Title)
	for _, r := range p.Results {
		m.result(v, r)
	}
	for i, g := range p.Areas {
		if len(g.Cells) > 0 {
			a := unmarked(v.Areas[i]) // the sets are shown above
			m.area(a, g, captionOf(a, m.lang))
		}
	}
}

// unmarked returns a copy of the area without frames around the cards.
func unmarked(a games.Area) games.Area {
	a.Cells = slices.Clone(a.Cells)
	for j := range a.Cells {
		a.Cells[j].Marked, a.Cells[j].New = false, false
	}
	return a
}

// result draws one player of a recap: the full name, the chips, and the sets or the hand.
func (m *canvas) result(v games.View, r layout.Result) {
	place := v.Seat(r.Seat)
	ink, edge := m.inkOf(place), 0
	switch {
	case layout.WithChips(v):
		edge = m.gain(place.Won, r)
	case r.Large:
		edge = m.figure(signed(m.lang, place.Won), heroFonts[:2], r.Won, ink)
		total, h := m.lang.Plain(v.Points(place.Score)), captionFont.inType(m.size)
		h.write(m, r.Word.Max.X-h.width(total), r.Word.Min.Y+h.rise()+1, total, m.sheet.blends.mutedOnGround)
	default:
		m.figure(m.lang.Number(int64(place.Score)), otherFonts, r.Won, ink)
		edge = r.Held.Min.X
	}
	m.nameplate(v, r, edge)
	if !r.Held.Empty() && place.Cards > 0 {
		side, h := m.size.Of(22), captionFont.inType(m.size)
		m.lay(image.Pt(r.Held.Min.X, (r.Held.Min.Y+r.Held.Max.Y-side)/2), sprite{motif: deck, w: side, h: side})
		h.write(m, r.Held.Min.X+side+3, middleOf(r.Held, h), strconv.Itoa(place.Cards), m.sheet.blends.mutedOnGround)
	}
	m.sets(v, r)
	caption := captionFont.inType(m.size)
	hand := v.Faces(r.Seat)
	for i, box := range r.Hand {
		if i < len(hand) {
			m.cell(games.Cell{Kind: games.Face, Card: hand[i]}, box)
		}
	}
	if word, _ := statusOf(place, m.lang); place.Dropped && len(r.Hand) == 0 {
		caption.write(m, r.Won.Max.X+layout.Gap, middleOf(r.Won, caption), word, ink)
	}
}

// nameplate draws a player's mark and name. The name may extend up to an edge.
func (m *canvas) nameplate(v games.View, r layout.Result, edge int) {
	m.mark(r.Mark, r.Seat, groundMark)
	lines := slices.Clone(r.Name)
	for i := range lines {
		lines[i].Max.X = edge - layout.Gap
	}
	fonts := otherFonts
	if r.Large {
		fonts = heroFonts
	}
	m.name(resultName(v, r.Seat, m.lang), fonts, lines, m.inkOf(v.Seat(r.Seat)))
}

// inkOf returns the colour of a player's name. It is muted for players who are out or have left.
func (m *canvas) inkOf(p games.SeatView) blend {
	if p.Dropped || p.HasLeft {
		return m.sheet.blends.mutedOnGround
	}
	return m.sheet.blends.inkOnGround
}

// gain draws the chips that a player has won or lost, and returns the left edge of the text.
func (m *canvas) gain(chips games.Chips, r layout.Result) (x int) {
	fonts := otherFonts
	if r.Large {
		fonts = heroFonts[1:]
	}
	side := m.size.Of(20)
	x = m.figure(signed(m.lang, chips), fonts, r.Won, m.sheet.blends.inkOnGround) - side - 6
	m.lay(image.Pt(x, (r.Won.Min.Y+r.Won.Max.Y-side)/2), sprite{motif: chip, w: side, h: side})
	return x
}

// figure writes a text in the largest font that fits, aligned to the right edge of a box. It returns the left edge of
// the text.
func (m *canvas) figure(text string, fonts []fontFace, box image.Rectangle, b blend) (x int) {
	h := fonts[len(fonts)-1].inType(m.size)
	for _, f := range fonts {
		if f = f.inType(m.size); f.width(text) <= box.Dx() {
			h = f
			break
		}
	}
	x = box.Max.X - h.width(text)
	h.write(m, x, middleOf(box, h), text, b)
	return x
}

// middleOf returns the baseline for a text in the middle of a box.
func middleOf(box image.Rectangle, h fontFace) int { return (box.Min.Y + box.Max.Y + h.rise()) / 2 }

// sets draws a player's sets, with captions above the first set.
func (m *canvas) sets(v games.View, r layout.Result) {
	caption, muted := captionFont.inType(m.size), m.sheet.blends.mutedOnGround
	if !r.Own.Empty() {
		caption.write(m, r.Own.Min.X, r.Own.Min.Y+caption.rise()+1, words.Capital(m.lang.Key("games.area.hand")), muted)
	}
	if !r.Their.Empty() {
		i := slices.IndexFunc(v.Areas, func(a games.Area) bool { return a.Seat == games.Watcher })
		caption.write(m, r.Their.Min.X, r.Their.Min.Y+caption.rise()+1, captionOf(v.Areas[i], m.lang), muted)
	}
	shown := showingOf(v, r.Seat)
	for i, box := range r.Sets {
		m.shownSet(shown.Sets[i], box)
	}
	if more := len(shown.Sets) - len(r.Sets); !r.More.Empty() && more > 0 {
		caption.write(m, r.More.Min.X, middleOf(r.More, caption), say(m.lang, "render.shown.more", "n", more), muted)
	}
}

// shownSet draws a set: cards of the hand, a plus sign, and cards of the centre.
func (m *canvas) shownSet(set games.ShownSet, box layout.Three) {
	row := func(of []cards.Card, boxes []image.Rectangle) {
		for i, c := range of {
			m.cell(games.Cell{Kind: games.Face, Card: c}, boxes[i])
		}
	}
	row(set.Own, box.Own)
	row(set.Common, box.Common)
	if box.With.Empty() {
		return
	}
	side := min(m.size.Of(18), box.With.Dx()-4)
	at := image.Pt((box.With.Min.X+box.With.Max.X-side)/2, (box.With.Min.Y+box.With.Max.Y-side)/2)
	m.lay(at, sprite{motif: plus, w: side, h: side})
}

// name writes a name in the largest font in which it fits on one line. If none fits, it uses the smallest font and two
// lines.
func (m *canvas) name(name string, fonts []fontFace, lines []image.Rectangle, b blend) {
	first, last := lines[0], lines[len(lines)-1]
	for _, h := range fonts {
		if h = h.inType(m.size); h.width(name) <= first.Dx() {
			h.write(m, first.Min.X, (first.Min.Y+last.Max.Y+h.rise())/2, name, b)
			return
		}
	}
	h := fonts[len(fonts)-1].inType(m.size)
	step := (h.size*21 + 10) / 20
	var parts []string
	for range lines[1:] {
		part, rest := breakName(h, name, first.Dx())
		if parts, name = append(parts, part), strings.TrimSpace(rest); name == "" {
			break
		}
	}
	if name != "" {
		parts = append(parts, h.drawableName(name, first.Dx()))
	}
	base := (first.Min.Y + last.Max.Y + h.rise() - (len(parts)-1)*step) / 2
	for i, part := range parts {
		h.write(m, first.Min.X, base+i*step, part, b)
	}
}

// breakName breaks a name after the last word that fits, or inside a word that is too long for a line.
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

// resultName returns the drawable form of a player's name. If the name can't be drawn at all, it returns the name of
// the seat.
func resultName(v games.View, seat games.Seat, lang *words.Language) string {
	if name := heroFonts[0].drawableName(v.Seat(seat).Name, anyWidth); name != "" {
		return name
	}
	if v.Seat(seat).Name != "" {
		return games.SeatLetter(seat)
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

// signed returns an amount as text with its sign, such as "+12".
func signed(lang *words.Language, n games.Chips) string {
	if n > 0 {
		return "+" + lang.Number(int64(n))
	}
	return lang.Number(int64(n))
}

// mostCentre is the maximum number of centre cards that a short text lists.
const mostCentre = 12

// recap describes the recap of a showdown: the winners and their sets, what each player won or lost, and the centre.
func (t teller) recap(v games.View) []string {
	text := []string{t.lang.Sentence(titleOf(v, t.lang))}
	chips := layout.WithChips(v)
	for _, r := range layout.Of(v).Results {
		text = append(text, t.wonOrLost(v, v.Seat(r.Seat)))
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
		if a.Seat == games.Watcher && chips {
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

// wonOrLost describes what a player won or lost in a hand or a night. In games without chips, it describes the player's
// result, and for the winner also the gain.
func (t teller) wonOrLost(v games.View, p games.SeatView) string {
	who := t.seatPrefix(p.Seat)
	switch {
	case !layout.WithChips(v) && p.Won > 0:
		return t.lang.Prose(t.say("render.recap.points", "who", who, "N", int(p.Won)), t.standing(v, p))
	case !layout.WithChips(v):
		return t.standing(v, p)
	case p.Won > 0:
		return t.say("render.recap.wins", "who", who, "N", int(p.Won))
	case p.Won < 0:
		return t.say("render.recap.loses", "who", who, "N", int(-p.Won))
	default:
		return t.say("render.recap.even", "who", who)
	}
}
