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

// A Chart is a ranking, best first. Each row has a badge with its rank, which the text beside the picture uses too,
// because some names cannot be drawn.
type Chart struct {
	Title string // "Sets, this month"
	Unit  string // the key of a phrase with a count N: "3 sets"
	Rows  []ChartRow
}

// A ChartRow is one place in the ranking.
type ChartRow struct {
	Rank  int
	Value int64
	Says  string // the value as text; empty: the number itself
	Mine  bool   // the reader's own row
	Name  string // the person's name; may be empty
}

func (r ChartRow) valueText(lang *words.Language) string {
	if r.Says != "" {
		return r.Says
	}
	return lang.Number(r.Value)
}

const (
	chartHead = 48 // with a one-line title
	chartLine = 34 // of each further line
	rowTall   = 40
	barTall   = 24
	badgeSide = 34  // at most
	nameWide  = 230 // of the longest name
	rowsTall  = 650 // all rows together, for legibility
)

// DrawChart returns the ranking as a PNG as wide as a table. Each row has its rank, a bar as long as its value, and the
// value. Negative values have no bar.
func DrawChart(c Chart, s Style, lang *words.Language) ([]byte, error) {
	sheet, err := sheetOf(s)
	if err != nil {
		return nil, err
	}
	m := sheet.chart(c, lang)
	defer sheet.returnCanvas(m)
	return sheet.encode(nil, m, chartPath)
}

// chart returns the picture before it is painted or spliced.
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
		all.names = max(all.names, nameFont.width(nameFont.drawableName(r.Name, nameWide)))
		all.most = max(all.most, r.Value)
		all.values = max(all.values, figureFont.width(r.valueText(lang)))
	}
	for i, r := range c.Rows {
		m.chartRow(r, badgeOf(r.Rank, i), min(badgeSide, tall-2), top+i*tall+tall/2, all)
	}
	return m
}

// columns are the widths of the parts of a row, which are the same in all rows of a chart, and the greatest value.
type columns struct {
	ranks, names, values int
	most                 int64
}

// mostInBadge is how many digits fit into a badge. A longer rank is written without a badge.
const mostInBadge = 3

// headOf returns the positions of the lines of a title, two if it is too long for one, and where they end.
func headOf(title string) (lines []image.Rectangle, bottom int) {
	first := image.Rect(layout.Margin+4, layout.Margin, layout.Width-layout.Margin, layout.Margin+chartHead-12)
	lines, bottom = []image.Rectangle{first}, layout.Margin+chartHead
	if headFonts[len(headFonts)-1].room(title) > first.Dx() {
		lines, bottom = append(lines, first.Add(image.Pt(0, chartLine))), bottom+chartLine
	}
	return lines, bottom
}

var nameFont = fontFace{bold: true, size: layout.SmallLetters + 2}

// chartRow draws one row; the reader's own has a bright bar and an arrow.
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
		nameFont.write(m, x, base, nameFont.drawableName(r.Name, nameWide), m.sheet.blends.inkOnGround)
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

// badgeOf returns the badge of the i-th row, with its rank.
func badgeOf(rank, i int) badge {
	words := strconv.Itoa(rank)
	return badge{i, words, []int{23, 21, 19}[min(len(words), 3)-1], groundMark}
}

// bar draws a bar of any length from the two round ends of one sprite and the part between them.
func (m *canvas) bar(box image.Rectangle, kind motif) {
	end := sprite{motif: kind, w: 12, h: box.Dy()}
	fill := m.sheet.sprite(end).ColorIndexAt(end.w/2, end.h/2)
	m.lay(box.Min, end)
	m.lay(image.Pt(box.Max.X-end.w, box.Min.Y), end)
	m.add(image.Rect(box.Min.X+end.w/2, box.Min.Y, box.Max.X-end.w/2, box.Max.Y), content{colour: fill})
}

// plainName returns a name for alternative text: one line without characters that change the direction of the text, no
// longer than names can be.
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

// AltChart returns the alternative text of the picture of a ranking, in at most 1,024 characters.
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
