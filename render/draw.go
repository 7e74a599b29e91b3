// Package render turns a games.View, which contains everything that one seat may know about a table, into a picture,
// the picture's alternative text, or a text version. The package knows nothing about particular games or chat services.
package render

import (
	"image"
	"slices"

	"settable/games"
	"settable/render/layout"
	"settable/render/words"
)

// Draw returns the view as a PNG with a width of 652 pixels. The height depends only on what everyone may know, such as
// the number of cells and seats. Draw returns an error if the theme or the palette is unknown. It is safe for
// concurrent use.
func Draw(v games.View, s Style, lang *words.Language) ([]byte, error) {
	return Append(nil, v, s, lang)
}

// Append is like Draw but appends the PNG to dst.
func Append(dst []byte, v games.View, s Style, lang *words.Language) ([]byte, error) {
	sheet, err := sheetOf(s)
	if err != nil {
		return dst, err
	}
	m := sheet.table(v, lang)
	defer sheet.returnCanvas(m)
	return sheet.encode(dst, m, v.Game)
}

func (s *sheet) table(v games.View, lang *words.Language) *canvas {
	p := layout.Of(v)
	m := s.canvas(p.Width, p.Height, lang)
	m.size = p.Type
	switch {
	case p.Ending:
		m.ending(v, p)
		return m
	case p.Results != nil:
		m.recap(v, p)
		return m
	}
	if v.Phase != games.Choosing {
		m.head(v, p)
	}
	for i, box := range p.Sample {
		m.cell(games.Cell{Kind: games.Face, Card: v.Sample[i]}, box)
	}
	for i, g := range p.Areas {
		m.area(v.Areas[i], g, captionOf(v.Areas[i], lang))
	}
	for i, row := range p.Shown {
		m.showing(v.Shown[i], row)
	}
	if !p.Pack.Empty() {
		m.pack(v.CardsLeft, p.Pack)
	}
	if p.Roster != nil {
		m.roster(v, p)
		return m
	}
	for i, box := range p.Names {
		m.name(otherFonts[0].drawableName(v.Seats[i].Name, anyWidth), otherFonts, []image.Rectangle{box}, m.inkOf(v.Seats[i]))
	}
	for i, box := range p.Seats {
		if p.Graveyards {
			seatRow{m, v.HasScores()}.plaque(placeOf(v, i), box)
		} else {
			seatRow{m, v.HasScores()}.seat(placeOf(v, i), box, p.TwoLines, layout.WithChips(v))
		}
	}
	return m
}

// These are the fonts of a picture at type size 100.
var (
	titleFont   = fontFace{size: layout.SmallLetters}
	headFonts   = []fontFace{{bold: true, size: 27}, {bold: true, size: layout.HeadLetters}}
	captionFont = fontFace{bold: true, size: layout.SmallLetters}
	figureFont  = fontFace{bold: true, size: 27}
	smallFigure = fontFace{bold: true, size: 23}
	statusFont  = fontFace{bold: true, size: layout.SmallLetters}
)

// inType scales the font to a picture's type size.
func (h fontFace) inType(t layout.Type) fontFace {
	h.size = t.Of(h.size)
	return h
}

func (m *canvas) head(v games.View, p layout.Layout) {
	m.title(v, p.Title)
	m.headline(headlineOf(m, v, p.Headline), p.Headline)
	if !p.TakenBy.Empty() {
		m.mark(p.TakenBy, v.TakenBy, groundMark)
	}
	for i, box := range p.Taken {
		m.cell(games.Cell{Kind: games.Face, Card: v.Taken[i]}, box)
	}
}

// titleOf returns the game's title. A view without a game has no title, and neither does a view that shows only cards.
func titleOf(v games.View, lang *words.Language) string {
	if v.Game == "" || v.Phase == games.Choosing {
		return ""
	}
	return lang.Key(v.Game + ".title")
}

// seatOf returns a function that names seats by their letters, such as "Seat P". Pictures of unfinished games contain
// no players' names.
func seatOf(lang *words.Language) func(games.Seat) string {
	return func(s games.Seat) string { return say(lang, "render.seat", "who", s) }
}

// namesOf returns a function that returns the name of a seat's player, converted by shown. It returns nil if the view
// has no names.
func namesOf(v games.View, shown func(string) string) func(games.Seat) string {
	seats := v.Seats
	if !slices.ContainsFunc(seats, func(p games.SeatView) bool { return p.Name != "" }) {
		return nil
	}
	return func(s games.Seat) string {
		if int(s) <= len(seats) {
			if name := shown(seats[s-1].Name); name != "" {
				return name
			}
		}
		return games.SeatLetter(s)
	}
}

// say returns a sentence that refers to seats by their letters, as the picture does.
func say(lang *words.Language, key string, args ...any) string {
	return lang.Text(key, args...)
}

// headlineOf returns the headline with the players' names, shortened as far as necessary.
func headlineOf(m *canvas, v games.View, lines []image.Rectangle) (text string) {
	for _, wide := range []int{anyWidth, layout.Width / 2, layout.Width / 3, layout.Width / 4, layout.Width / 5, layout.Width / 6, layout.Width / 8} {
		called := namesOf(v, func(name string) string { return headFonts[0].drawableName(name, wide) })
		if called == nil {
			return m.lang.Say(v.Headline, seatOf(m.lang))
		}
		text = m.lang.Say(v.Headline, called)
		rest := text
		for _, box := range lines {
			_, rest = breakLine(headFonts[len(headFonts)-1].inType(m.size), rest, box.Dx())
		}
		if rest == "" {
			break
		}
	}
	return text
}

// headline draws the headline in the largest font in which it fits on one line. If none fits, the headline uses all
// available lines.
func (m *canvas) headline(text string, lines []image.Rectangle) {
	b, first, last := m.sheet.blends.inkOnGround, lines[0], lines[len(lines)-1]
	for _, h := range headFonts {
		if h = h.inType(m.size); h.room(text) <= first.Dx() {
			h.write(m, first.Min.X, (first.Min.Y+last.Max.Y+h.rise())/2, text, b)
			return
		}
	}
	h := headFonts[len(headFonts)-1].inType(m.size)
	for i, box := range lines {
		line, rest := breakLine(h, text, box.Dx())
		if rest != "" && i == len(lines)-1 {
			line = cutLine(h, text, box.Dx())
		}
		if h.write(m, box.Min.X, box.Max.Y, line, b); rest == "" {
			return
		}
		text = rest
	}
}

func (m *canvas) area(a games.Area, g layout.Ground, name string) {
	if !g.Caption.Empty() {
		h := captionFont.inType(m.size)
		// A long caption is moved left, so that it ends at the picture's edge.
		x := min(g.Caption.Min.X, layout.Width-layout.Margin-h.width(name))
		h.write(m, x, g.Caption.Min.Y+h.rise()+1, name, m.sheet.blends.mutedOnGround)
	}
	if !g.Mark.Empty() {
		m.mark(g.Mark, a.Seat, groundMark)
	}
	for i, box := range g.Cells {
		if isStone(a, a.Cells[i]) {
			m.stone(a.Cells[i], box)
			continue
		}
		m.cell(a.Cells[i], box)
	}
}

func captionOf(a games.Area, lang *words.Language) string {
	return words.Capital(lang.Plain(a.Caption))
}
