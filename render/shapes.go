package render

import (
	"math"

	"github.com/fogleman/gg"

	"settable/games/cards"
)

// outlineOf returns the outline of a symbol of size w × h around the origin. It consists of many short lines, so that
// it looks smooth and has points for the notches of purple symbols.
func outlineOf(shape cards.Shape, w, h float64) []gg.Point {
	x, y := w/2, h/2
	switch shape {
	case cards.Diamond:
		x, y = x*1.08, y*1.02 // a shape with corners must be larger to look equally large
		return polygon(gg.Point{Y: -y}, gg.Point{X: x}, gg.Point{Y: y}, gg.Point{X: -x})
	case cards.Oval:
		return ovalOf(x, y)
	default:
		return squiggleOf(x, y)
	}
}

// polygon returns the points of a polygon whose sides are divided into short steps.
func polygon(corners ...gg.Point) []gg.Point {
	const steps = 24
	var points []gg.Point
	for i, p := range corners {
		q := corners[(i+1)%len(corners)]
		for j := range steps {
			points = append(points, p.Interpolate(q, float64(j)/steps))
		}
	}
	return points
}

// ovalOf returns the points of two half circles and the two lines between them.
func ovalOf(x, y float64) []gg.Point {
	const steps = 48
	var points []gg.Point
	for _, side := range []float64{-1, 1} {
		for i := range steps + 1 {
			a := math.Pi * float64(i) / steps
			points = append(points, gg.Point{X: side * x * math.Cos(a), Y: side * (y - x + x*math.Sin(a))})
		}
		for i := 1; i < steps; i++ {
			points = append(points, gg.Point{X: -side * x, Y: side * (y - x) * (1 - 2*float64(i)/steps)})
		}
	}
	return points
}

// squiggleOf returns the points of a narrow oval, bent by a wave to the right above the middle and to the left below
// it. The oval fits into a box of 2x × 2y.
func squiggleOf(x, y float64) []gg.Point {
	const (
		bend  = 0.33 // amplitude of the wave in units of x
		turns = 1.12 // number of half waves on each side of the middle
	)
	points := ovalOf(x*(1-bend), y)
	for i, p := range points {
		points[i].X -= bend * x * math.Sin(math.Pi*turns*p.Y/y)
	}
	return points
}

// trace sets the current path of dc to the given points. The path begins on a straight part of the outline, where the
// seam between the ends of a stroke is invisible.
func trace(dc *gg.Context, points []gg.Point) {
	dc.ClearPath()
	dc.SetLineCapButt()
	first := len(points)*3/8 + 1
	for i := range points {
		p := points[(first+i)%len(points)]
		dc.LineTo(p.X, p.Y)
	}
	dc.ClosePath()
}
