package render

import (
	"image"
	"strconv"
	"strings"
	"unicode"

	"settable/games"
	"settable/render/layout"
	"settable/render/words"
)

// A Chart is a picture of a ranking, best row first. Each row shows its rank in a badge, and the text below the picture
// repeats the ranks, because some names can't be drawn.
type Chart struct {
	Title string // "Sets, this month"
	Unit  string // the key of a phrase for N units, such as "3 sets"
	Rows  []ChartRow
}

// A ChartRow is one row of a ranking.
type ChartRow struct {
	Rank  int
	Value int64
	Says  string // the value as text; empty: the number itself
	Mine  bool   // the viewer's own row
	Name  string // the player's name; may be empty
}

func (r ChartRow) valueText(lang *words.Language) string {
	if r.Says != "" {
		return r.Says
	}
	return lang.Number(r.Value)
}

const (
	chartHead = 48 // height with a one-line title
	chartLine = 34 // height of each further line
	rowTall   = 40
	barTall   = 24
	badgeSide = 34  // maximum side of a badge
	nameWide  = 230 // maximum width of a name, which may have two lines
	rowsTall  = 650 // maximum height of all rows together, for legibility
)

// DrawChart returns the chart as a PNG with the width of a table's picture. Each row has a rank, a value and a bar
// whose length shows the value. Negative values have no bar.
func DrawChart(c Chart, s Style, lang *words.Language) ([]byte, error) {
	sheet, err := sheetOf(s)
	if err != nil {
		return nil, err
	}
	m := sheet.chart(c, lang)
	defer sheet.returnCanvas(m)
	return sheet.encode(nil, m, chartKey)
}

func (s *sheet) chart(c Chart, lang *words.Language) *canvas {
	n := max(1, len(c.Rows))
	tall := min(rowTall, max(barTall+6, rowsTall/n))
	lines, top := headOf(c.Title)
	m := s.canvas(layout.Width, top+n*tall+layout.Margin, lang)
	m.headline(c.Title, lines)
	if len(c.Rows) == 0 {
		titleFont.write(m, layout.Margin+4, top+titleFont.size, lang.Key("render.chart.nothing"),
			s.blends.mutedOnGround)
	}
	all := columns{ranks: badgeSide, most: 1}
	for _, r := range c.Rows {
		if words := strconv.Itoa(r.Rank); len(words) > mostInBadge {
			all.ranks = max(all.ranks, smallFigure.width(words))
		}
		all.names = max(all.names, min(nameWide, otherFonts[0].width(otherFonts[0].drawableName(r.Name, anyWidth))))
		all.most = max(all.most, r.Value)
		all.values = max(all.values, figureFont.width(r.valueText(lang)))
	}
	for i, r := range c.Rows {
		m.chartRow(r, badgeOf(r.Rank, i), min(badgeSide, tall-2), top+i*tall+tall/2, all)
	}
	return m
}

// columns holds the largest value and the widths of the columns. All rows use the same widths.
type columns struct {
	ranks, names, values int
	most                 int64
}

// mostInBadge is the maximum number of digits in a badge. Longer ranks have no badge.
const mostInBadge = 3

// headOf returns the boxes of a title's lines and the bottom of the title. A title that doesn't fit on one line gets
// two.
func headOf(title string) (lines []image.Rectangle, bottom int) {
	first := image.Rect(layout.Margin+4, layout.Margin, layout.Width-layout.Margin, layout.Margin+chartHead-12)
	lines, bottom = []image.Rectangle{first}, layout.Margin+chartHead
	if headFonts[len(headFonts)-1].room(title) > first.Dx() {
		lines, bottom = append(lines, first.Add(image.Pt(0, chartLine))), bottom+chartLine
	}
	return lines, bottom
}

// chartRow draws one row. The viewer's own row has a bright bar and an arrow.
func (m *canvas) chartRow(r ChartRow, sign badge, side, middle int, all columns) {
	base := middle + smallFigure.rise()/2
	kind := bar
	if r.Mine {
		kind = myBar
		m.lay(image.Pt(layout.Margin, middle-9), sprite{motif: arrow, w: 18, h: 18})
	}
	x := layout.Margin + 24
	if len(sign.letter) > mostInBadge {
		smallFigure.write(m, x, base, sign.letter, m.sheet.blends.inkOnGround)
	} else {
		sign.draw(m, image.Rect(x, middle-side/2, x+side, middle-side/2+side))
	}
	x += all.ranks + 12
	if all.names > 0 {
		fonts := otherFonts
		lines := []image.Rectangle{image.Rect(x, middle-rowTall/2, x+all.names, middle), image.Rect(x, middle, x+all.names, middle+rowTall/2)}
		if side < badgeSide { // with so many rows, names on two lines would be illegible
			fonts, lines = fonts[:1], []image.Rectangle{image.Rect(x, middle-side/2, x+all.names, middle+side/2)}
		}
		m.name(fonts[0].drawableName(r.Name, anyWidth), fonts, lines, m.sheet.blends.inkOnGround)
		x += all.names + 14
	}
	room := layout.Width - layout.Margin - 12 - all.values - x
	if r.Value > 0 {
		long := max(12, int(int64(room)*r.Value/all.most))
		m.bar(image.Rect(x, middle-barTall/2, x+long, middle+barTall/2), kind)
		x += long + 12
	}
	smallFigure.write(m, x, base, r.valueText(m.lang), m.sheet.blends.inkOnGround)
}

func badgeOf(rank, i int) badge {
	words := strconv.Itoa(rank)
	return badge{i, words, []int{23, 21, 19}[min(len(words), 3)-1], groundMark}
}

// bar draws a bar with round ends, which come from one sprite. The part between them can have any length.
func (m *canvas) bar(box image.Rectangle, kind motif) {
	end := sprite{motif: kind, w: 12, h: box.Dy()}
	fill := m.sheet.sprite(end).ColorIndexAt(end.w/2, end.h/2)
	m.lay(box.Min, end)
	m.lay(image.Pt(box.Max.X-end.w, box.Min.Y), end)
	m.add(image.Rect(box.Min.X+end.w/2, box.Min.Y, box.Max.X-end.w/2, box.Max.Y), content{colour: fill})
}

// plainName returns a name for the alternative text. It replaces line breaks with spaces, drops characters that change
// the text's direction, and limits the length.
func plainName(name string) string {
	visible := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.C, r):
			return -1
		}
		return r
	}, name)
	line := []rune(strings.Join(strings.Fields(visible), " "))
	return string(line[:min(len(line), 40)])
}

// AltChart returns the alternative text of a chart in at most 1,024 characters.
func AltChart(c Chart, lang *words.Language) string {
	text := []string{lang.Sentence(c.Title)}
	if len(c.Rows) == 0 {
		text = append(text, lang.Sentence(lang.Key("render.chart.nothing")))
	}
	for _, r := range c.Rows {
		key := "render.chart.row"
		switch {
		case r.Name != "" && r.Mine:
			key = "render.chart.named_mine"
		case r.Name != "":
			key = "render.chart.named"
		case r.Mine:
			key = "render.chart.mine"
		}
		text = append(text, say(lang, key, "rank", r.Rank, "name", plainName(r.Name), "value",
			games.Say(c.Unit, "N", int(r.Value), "says", r.valueText(lang))))
	}
	return fit(text, lang.Between(), altLimit)
}
