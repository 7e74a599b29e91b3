package render

import (
	"math"

	"github.com/fogleman/gg"
)

func (t theme) icon(dc *gg.Context, w, h float64, m motif) {
	dc.SetColor(t.muted)
	switch m {
	case deck:
		t.deckIcon(dc, w, h)
	case chip:
		t.chipIcon(dc, w, h)
	case button:
		dc.SetColor(t.ink)
		dc.DrawCircle(w/2, h/2, w*0.48)
	case star, bigStar:
		dc.SetColor(t.accent)
		trace(dc, starPoints(w, h))
	case noStar:
		dc.SetColor(t.bar)
		trace(dc, starPoints(w, h))
	case arrow:
		dc.SetColor(t.accent)
		trace(dc, []gg.Point{{X: w * 0.15, Y: h * 0.08}, {X: w * 0.9, Y: h * 0.5}, {X: w * 0.15, Y: h * 0.92}})
	case lock:
		dc.SetLineWidth(w * 0.12)
		dc.DrawRoundedRectangle(w*0.27, h*0.08, w*0.46, h*0.7, w*0.23)
		dc.Stroke()
		dc.DrawRoundedRectangle(w*0.12, h*0.42, w*0.76, h*0.54, 2)
	case plus:
		dc.DrawRectangle(0, h/2-1, w, 2)
		dc.DrawRectangle(w/2-1, 0, 2, h)
	case bubble:
		dc.SetColor(t.accent)
		dc.DrawRoundedRectangle(w*0.04, h*0.08, w*0.92, h*0.62, w*0.2)
		dc.Fill()
		trace(dc, []gg.Point{{X: w * 0.22, Y: h * 0.6}, {X: w * 0.55, Y: h * 0.6}, {X: w * 0.22, Y: h * 0.96}})
	}
	dc.Fill()
}

func (t theme) deckIcon(dc *gg.Context, w, h float64) {
	dc.DrawRoundedRectangle(w*0.30, h*0.10, w*0.64, h*0.62, 2)
	dc.Fill()
	dc.SetColor(t.tile)
	dc.DrawRoundedRectangle(w*0.02, h*0.22, w*0.72, h*0.70, 3)
	dc.Fill()
	dc.SetColor(t.ink)
	dc.DrawRoundedRectangle(w*0.06, h*0.28, w*0.64, h*0.60, 2)
}

func (t theme) chipIcon(dc *gg.Context, w, h float64) {
	dc.SetColor(t.ink)
	dc.DrawCircle(w/2, h/2, w*0.46)
	dc.Fill()
	dc.SetColor(t.tile)
	dc.SetLineWidth(w * 0.09)
	dc.DrawCircle(w/2, h/2, w*0.27)
	for i := range 6 {
		x, y := math.Cos(float64(i)*math.Pi/3)*w, math.Sin(float64(i)*math.Pi/3)*w
		dc.DrawLine(w/2+0.27*x, h/2+0.27*y, w/2+0.48*x, h/2+0.48*y)
	}
	dc.Stroke()
}

func starPoints(w, h float64) []gg.Point {
	points := make([]gg.Point, 10)
	for i := range points {
		r, a := w*0.5, float64(i)*math.Pi/5-math.Pi/2
		if i%2 == 1 {
			r *= 0.42
		}
		points[i] = gg.Point{X: w/2 + r*math.Cos(a), Y: h/2 + h*0.03 + r*math.Sin(a)}
	}
	return points
}
