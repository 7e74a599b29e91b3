package render

import (
	"image"
	"slices"

	"settable/games"
	"settable/render/layout"
	"settable/render/words"
)

// A Plot is a picture of numbers over time: a player's chips after each transfer, or the gains of several players after
// each hand.
type Plot struct {
	Title  string
	Curves []Curve // sorted by their last values, the best first; none: the picture shows only highlights

	Players    []games.SeatView  // the players of the highlights, seat 1 first, with their names
	Highlights []games.Highlight // shown below the plot
}

// A Curve is one line of a plot: a number that changes over time. If it has a rank, it ends with a badge and a name.
type Curve struct {
	Rank   int        // 0: no rank
	Seat   games.Seat // the seat whose mark replaces the badge with the rank; 0: none
	Name   string     // the player's name; may be empty
	Values []int64
	Says   string // the last value as text; empty: the number itself
}

func (l Curve) last() int64 { return l.Values[len(l.Values)-1] }

func (l Curve) valueText(lang *words.Language) string {
	return ChartRow{Value: l.last(), Says: l.Says}.valueText(lang)
}

const (
	plotTall  = 180 // minimum height
	plotLine  = 3   // thickness of a line
	labelTall = 42  // height of a label
	labelName = 190 // maximum width of a name, which may have two lines
	plotBadge = 32

	winnerTall  = 64
	mostWinners = 3
	leader      = 5 // distance between the lines that connect two curves to their labels
)

// DrawPlot returns the plot as a PNG with the width of a table's picture. Each curve is drawn in steps and labelled
// with its last value.
func DrawPlot(p Plot, s Style, lang *words.Language) ([]byte, error) {
	sheet, err := sheetOf(s)
	if err != nil {
		return nil, err
	}
	m := sheet.plot(p, lang)
	defer sheet.returnCanvas(m)
	return sheet.encode(nil, m, chartKey)
}

func (s *sheet) plot(p Plot, lang *words.Language) *canvas {
	tall := 0
	if len(p.Curves) > 0 {
		tall = max(plotTall, len(p.Curves)*labelTall+12)
	}
	lines, top := headOf(p.Title)
	first := top
	top += len(p.winners()) * winnerTall
	moments, bottom := layout.Moments(p.Highlights, top+tall+layout.Margin)
	m := s.canvas(layout.Width, bottom, lang)
	m.headline(p.Title, lines)
	for i, l := range p.winners() {
		m.winner(l, first+i*winnerTall)
	}
	if len(p.Curves) > 0 {
		drawing{m, p, p.scale(image.Rect(layout.Margin+8, top, layout.Width-layout.Margin-12, top+tall-12))}.draw()
	}
	players := games.View{Seats: p.Players}
	for i, box := range moments {
		m.moment(players, p.Highlights[i], box)
	}
	return m
}

// winners returns the curves of the players who won a night. Their names are shown large above the plot.
func (p Plot) winners() []Curve {
	n := 0
	for n < len(p.Curves) && p.Curves[n].Seat > 0 && p.Curves[n].Rank == 1 {
		n++
	}
	if n > mostWinners {
		return nil
	}
	return p.Curves[:n]
}

// winner draws the winner of a night: the mark, the full name and the chips won.
func (m *canvas) winner(l Curve, y int) {
	side, left := winnerTall-10, layout.Margin+4
	m.mark(image.Rect(left, y, left+side, y+side), l.Seat, groundMark)
	won := image.Rect(layout.Width-layout.Margin-150, y, layout.Width-layout.Margin, y+side)
	edge := m.figure(l.valueText(m.lang), heroFonts[1:], won, m.sheet.blends.inkOnGround)
	name := heroFonts[0].drawableName(l.Name, anyWidth)
	if name == "" {
		name = games.SeatLetter(l.Seat)
	}
	left += side + layout.Gap
	m.name(name, heroFonts, []image.Rectangle{image.Rect(left, y, edge-layout.Gap, y+side/2),
		image.Rect(left, y+side/2, edge-layout.Gap, y+side)}, m.sheet.blends.inkOnGround)
}

// A scale maps values to positions in the picture.
type scale struct {
	box         image.Rectangle
	least, most int64 // the range includes zero
}

func (p Plot) scale(box image.Rectangle) scale {
	s := scale{box: box, most: 1}
	for _, l := range p.Curves {
		s.least, s.most = min(s.least, slices.Min(l.Values)), max(s.most, slices.Max(l.Values))
	}
	return s
}

// at returns the y coordinate of a value.
func (s scale) at(v int64) int {
	return s.box.Max.Y - int(int64(s.box.Dy()-plotLine)*(v-s.least)/(s.most-s.least))
}

// drawing is a plot that is being drawn.
type drawing struct {
	canvas *canvas
	plot   Plot
	scale  scale
}

func (d drawing) draw() {
	ranked := d.plot.Curves[0].Rank > 0
	wide := 0
	for _, l := range d.plot.Curves {
		one := 12 + figureFont.width(l.valueText(d.canvas.lang))
		if ranked {
			one += leader*len(d.plot.Curves) + plotBadge + 8 + min(labelName, otherFonts[0].width(otherFonts[0].drawableName(l.Name, anyWidth))) + 12
		}
		wide = max(wide, one)
	}
	d.scale.box.Max.X -= wide
	d.canvas.add(image.Rect(d.scale.box.Min.X, d.scale.at(0), d.scale.box.Max.X, d.scale.at(0)+1), d.ink(bar, 0))
	ends := d.ends()
	for i, l := range slices.Backward(d.plot.Curves) { // the best curve is drawn last, on top of the others
		kind := myBar
		if ranked {
			kind = groundMark
		}
		d.line(l, d.ink(kind, l.mark(i)))
		if ranked {
			d.end(l, i, ends[i])
			continue
		}
		base := max(d.scale.at(l.last())+smallFigure.rise()/2, d.scale.box.Min.Y+smallFigure.rise())
		smallFigure.write(d.canvas, d.scale.box.Max.X+12, base, l.valueText(d.canvas.lang), d.canvas.sheet.blends.inkOnGround)
	}
}

// mark returns the number of the badge or seat mark of the i-th curve.
func (l Curve) mark(i int) int {
	if l.Seat > 0 {
		return int(l.Seat) - 1
	}
	return i
}

// ink returns the fill colour of a sprite.
func (d drawing) ink(kind motif, n int) content {
	inside := sprite{motif: kind, n: n % 30, w: plotBadge, h: plotBadge}
	return content{colour: d.canvas.sheet.sprite(inside).ColorIndexAt(inside.w/2, inside.h/2)}
}

// line draws a curve as steps between its values.
func (d drawing) line(l Curve, ink content) {
	for i, v := range l.Values {
		from, to := d.scale.box.Min.X+d.scale.box.Dx()*i/len(l.Values), d.scale.box.Min.X+d.scale.box.Dx()*(i+1)/len(l.Values)
		d.canvas.add(image.Rect(from, d.scale.at(v)-plotLine, to, d.scale.at(v)), ink)
		if i > 0 {
			d.upright(from, d.scale.at(l.Values[i-1]), d.scale.at(v), ink)
		}
	}
}

func (d drawing) upright(x, from, to int, ink content) {
	d.canvas.add(image.Rect(x, min(from, to)-plotLine, x+plotLine, max(from, to)), ink)
}

// ends returns the y coordinates of the labels. Each label is as close to the end of its curve as space allows.
func (d drawing) ends() []int {
	ends := make([]int, len(d.plot.Curves))
	free := d.scale.box.Min.Y + labelTall/2
	for i, l := range d.plot.Curves { // from top to bottom
		ends[i] = max(d.scale.at(l.last()), free)
		free = ends[i] + labelTall
	}
	last := d.scale.box.Max.Y - labelTall/2
	for i := range slices.Backward(ends) {
		ends[i] = min(ends[i], last)
		last = ends[i] - labelTall
	}
	return ends
}

// end draws the label of the i-th curve and a line that connects the two.
func (d drawing) end(l Curve, i, middle int) {
	ink, turn := d.ink(groundMark, l.mark(i)), d.scale.box.Max.X+leader*(i+1)-plotLine
	x := d.scale.box.Max.X + leader*len(d.plot.Curves)
	if d.scale.at(l.last()) != middle {
		d.canvas.add(image.Rect(d.scale.box.Max.X, d.scale.at(l.last())-plotLine, turn, d.scale.at(l.last())), ink)
		d.upright(turn, d.scale.at(l.last()), middle, ink)
		d.canvas.add(image.Rect(turn, middle-plotLine, x+8, middle), ink)
	} else {
		d.canvas.add(image.Rect(d.scale.box.Max.X, middle-plotLine, x+8, middle), ink)
	}
	box := image.Rect(x, middle-plotBadge/2, x+plotBadge, middle+plotBadge/2)
	if l.Seat > 0 {
		d.canvas.mark(box, l.Seat, groundMark)
	} else {
		sign := badgeOf(l.Rank, i)
		sign.size = sign.size * plotBadge / badgeSide
		sign.draw(d.canvas, box)
	}
	base := middle + smallFigure.rise()/2
	x += plotBadge + 8
	if name := otherFonts[0].drawableName(l.Name, anyWidth); name != "" {
		wide, half := min(labelName, otherFonts[0].width(name)), (labelTall-4)/2
		d.canvas.name(name, otherFonts, []image.Rectangle{image.Rect(x, middle-half, x+wide, middle),
			image.Rect(x, middle, x+wide, middle+half)}, d.canvas.sheet.blends.inkOnGround)
		x += wide + 12
	}
	smallFigure.write(d.canvas, x, base, l.valueText(d.canvas.lang), d.canvas.sheet.blends.inkOnGround)
}

// AltPlot returns the alternative text of a plot in at most 1,024 characters.
func AltPlot(p Plot, lang *words.Language) string {
	text := []string{lang.Sentence(p.Title)}
	for _, l := range p.Curves {
		key := "render.plot"
		switch {
		case l.Rank > 0 && l.Name != "":
			key = "render.plot.named"
		case l.Rank > 0:
			key = "render.plot.ranked"
		}
		text = append(text, say(lang, key, "rank", l.Rank, "name", plainName(l.Name), "first", lang.Number(l.Values[0]),
			"last", l.valueText(lang), "least", lang.Number(slices.Min(l.Values)),
			"most", lang.Number(slices.Max(l.Values))))
	}
	t := teller{lang: lang, name: namesOf(games.View{Seats: p.Players}, plainName)}
	for _, h := range p.Highlights {
		text = append(text, t.highlight(h)...)
	}
	return fit(text, lang.Between(), altLimit)
}
