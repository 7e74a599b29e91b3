package render

import (
	"math"

	"github.com/fogleman/gg"

	"settable/games/cards"
)

// outlineOf is the outline of a symbol of w × h round the origin, as many short
// lines: drawn it looks smooth, and the notches of purple can walk along it.
func outlineOf(shape cards.Shape, w, h float64) []gg.Point {
	x, y := w/2, h/2
	switch shape {
	case cards.Diamond:
		return polygon(gg.Point{Y: -y}, gg.Point{X: x}, gg.Point{Y: y}, gg.Point{X: -x})
	case cards.Oval:
		return append(arc(0, x-y, x, math.Pi), arc(0, y-x, x, 0)...)
	default:
		return squiggleOf(x, y)
	}
}

// polygon has each side cut into steps.
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

// arc is half a circle, turning right from the angle.
func arc(cx, cy, r, from float64) []gg.Point {
	const steps = 48
	points := make([]gg.Point, steps+1)
	for i := range points {
		a := from + math.Pi*float64(i)/steps
		points[i] = gg.Point{X: cx + r*math.Cos(a), Y: cy + r*math.Sin(a)}
	}
	return points
}

// squiggleSide is one side of the squiggle, from its upper to its lower tip, as
// cubic curves (two controls and the end) in halves of its width and height;
// the other side is the same, turned by half.
var squiggleSide = [][6]float64{
	{-0.60, -1.08, 0.95, -1.14, 0.95, -0.50},
	{0.95, -0.10, 0.34, 0.12, 0.40, 0.50},
	{0.42, 0.66, 0.74, 0.58, 0.74, 0.80},
}

func squiggleOf(x, y float64) []gg.Point {
	const steps = 32
	var points []gg.Point
	tip := squiggleSide[len(squiggleSide)-1]
	at := gg.Point{X: -tip[4] * x, Y: -tip[5] * y}
	for _, turned := range []float64{1, -1} {
		x, y := turned*x, turned*y
		for _, c := range squiggleSide {
			for i := range steps {
				points = append(points, cubic(at, c, x, y, float64(i)/steps))
			}
			at = gg.Point{X: c[4] * x, Y: c[5] * y}
		}
	}
	return points
}

// cubic is the point of the curve from p at the part t of its way.
func cubic(p gg.Point, c [6]float64, x, y, t float64) gg.Point {
	u := 1 - t
	a, b, d, e := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
	return gg.Point{
		X: a*p.X + (b*c[0]+d*c[2]+e*c[4])*x,
		Y: a*p.Y + (b*c[1]+d*c[3]+e*c[5])*y,
	}
}

// trace makes the points the path of the drawing.
func trace(dc *gg.Context, points []gg.Point) {
	dc.ClearPath()
	for _, p := range points {
		dc.LineTo(p.X, p.Y)
	}
	dc.ClosePath()
}
