package render

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// A light is a colour in linear RGB with components from 0 to 1. Means and simulations of colour vision are computed in
// linear RGB, because light adds up linearly.
type light [3]float64

// lightOf converts an sRGB colour (IEC 61966-2-1) to linear light.
func lightOf(r, g, b uint8) light {
	var l light
	for i, v := range [3]uint8{r, g, b} {
		c := float64(v) / 255
		if c <= 0.04045 {
			l[i] = c / 12.92
		} else {
			l[i] = math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return l
}

// luminance returns the relative luminance as defined by WCAG 2.
func (l light) luminance() float64 { return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2] }

// contrast returns the contrast ratio, from 1 to 21, as defined by WCAG 2.
func contrast(a, b light) float64 {
	x, y := a.luminance(), b.luminance()
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

// eyes lists the kinds of colour vision to test: normal vision and the three dichromacies. The matrices for linear RGB
// are from Machado, Oliveira and Fernandes (2009), at severity 1.0.
var eyes = []struct {
	name   string
	matrix [3]light
}{
	{"normal", [3]light{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
	{"protanopia", [3]light{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216},
		{-0.003882, -0.048116, 1.051998}}},
	{"deuteranopia", [3]light{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413},
		{-0.011820, 0.042940, 0.968881}}},
	{"tritanopia", [3]light{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602},
		{0.004733, 0.691367, 0.303900}}},
}

func eyeNames() (names []string) {
	for _, e := range eyes {
		names = append(names, e.name)
	}
	return names
}

// through returns the colour as people with this kind of colour vision see it, clipped to what a screen can show.
func (l light) through(matrix [3]light) light {
	var seen light
	for i, row := range matrix {
		seen[i] = min(1, max(0, row[0]*l[0]+row[1]*l[1]+row[2]*l[2]))
	}
	return seen
}

// lab converts the colour to CIE L*a*b* under D65.
func (l light) lab() [3]float64 {
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124564*l[0] + 0.3575761*l[1] + 0.1804375*l[2]) / 0.95047)
	y := f(0.2126729*l[0] + 0.7151522*l[1] + 0.0721750*l[2])
	z := f((0.0193339*l[0] + 0.1191920*l[1] + 0.9503041*l[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// deltaE2000 returns the CIEDE2000 difference of two colours in L*a*b*, with all weights 1.
func deltaE2000(p, q [3]float64) float64 {
	const turn = 2 * math.Pi
	mean := (math.Hypot(p[1], p[2]) + math.Hypot(q[1], q[2])) / 2
	g := 1 + (1-math.Sqrt(math.Pow(mean, 7)/(math.Pow(mean, 7)+math.Pow(25, 7))))/2
	polar := func(c [3]float64) (chroma, hue float64) {
		a := c[1] * g
		hue = math.Atan2(c[2], a)
		if hue < 0 {
			hue += turn
		}
		return math.Hypot(a, c[2]), hue
	}
	c1, h1 := polar(p)
	c2, h2 := polar(q)
	dh, sum := h2-h1, h1+h2
	apart := math.Abs(dh) > math.Pi
	middle := sum / 2
	switch {
	case c1*c2 == 0:
		dh, middle = 0, sum
	case apart && sum < turn:
		middle += math.Pi
	case apart:
		middle -= math.Pi
	}
	if c1*c2 != 0 && apart {
		dh -= math.Copysign(turn, dh)
	}
	dL, dC, dH := q[0]-p[0], c2-c1, 2*math.Sqrt(c1*c2)*math.Sin(dh/2)
	L, C := (p[0]+q[0])/2, (c1+c2)/2
	degree := math.Pi / 180
	t := 1 - 0.17*math.Cos(middle-30*degree) + 0.24*math.Cos(2*middle) +
		0.32*math.Cos(3*middle+6*degree) - 0.20*math.Cos(4*middle-63*degree)
	l50 := (L - 50) * (L - 50)
	sL, sC, sH := 1+0.015*l50/math.Sqrt(20+l50), 1+0.045*C, 1+0.015*C*t
	swing := 30 * degree * math.Exp(-math.Pow((middle/degree-275)/25, 2))
	rT := -2 * math.Sqrt(math.Pow(C, 7)/(math.Pow(C, 7)+math.Pow(25, 7))) * math.Sin(2*swing)
	x, y, z := dL/sL, dC/sC, dH/sH
	return math.Sqrt(x*x + y*y + z*z + rT*y*z)
}

// The values are from Sharma, Wu and Dalal (2005), table 1. The chosen pairs cover every branch of the hue arithmetic.
func TestDeltaE2000MatchesPublishedValues(t *testing.T) {
	for _, row := range [][7]float64{
		{50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425},
		{50, 3.1571, -77.2803, 50, 0, -82.7485, 2.8615},
		{50, 2.8361, -74.0200, 50, 0, -82.7485, 3.4412},
		{50, -1.3802, -84.2814, 50, 0, -82.7485, 1.0000},
		{50, 0, 0, 50, -1, 2, 2.3669},
		{50, 2.4900, -0.0010, 50, -2.4900, 0.0009, 7.1792},
		{50, 2.4900, -0.0010, 50, -2.4900, 0.0011, 7.2195},
		{50, -0.0010, 2.4900, 50, 0.0009, -2.4900, 4.8045},
		{50, 2.5, 0, 50, 0, -2.5, 4.3065},
		{50, 2.5, 0, 73, 25, -18, 27.1492},
		{50, 2.5, 0, 61, -5, 29, 22.8977},
		{50, 2.5, 0, 56, -27, -3, 31.9030},
		{50, 2.5, 0, 58, 24, 15, 19.4535},
		{60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644},
		{22.7233, 20.0904, -46.6940, 23.0331, 14.9730, -42.5619, 2.0373},
		{90.8027, -2.0831, 1.4410, 91.1528, -1.6435, 0.0447, 1.4441},
		{2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082},
	} {
		p, q := [3]float64{row[0], row[1], row[2]}, [3]float64{row[3], row[4], row[5]}
		require.InDelta(t, row[6], deltaE2000(p, q), 0.0001, "%v and %v", p, q)
		require.InDelta(t, row[6], deltaE2000(q, p), 0.0001, "%v and %v", q, p)
	}
}

func TestLabMatchesPublishedValues(t *testing.T) {
	for _, row := range []struct {
		rgb [3]uint8
		lab [3]float64
	}{
		{[3]uint8{255, 255, 255}, [3]float64{100, 0, 0}},
		{[3]uint8{255, 0, 0}, [3]float64{53.24, 80.09, 67.20}},
		{[3]uint8{0, 255, 0}, [3]float64{87.73, -86.18, 83.18}},
		{[3]uint8{0, 0, 255}, [3]float64{32.30, 79.19, -107.86}},
	} {
		got := lightOf(row.rgb[0], row.rgb[1], row.rgb[2]).lab()
		for i := range got {
			require.InDelta(t, row.lab[i], got[i], 0.02, "%v", row.rgb)
		}
	}
}

// hueOf returns a colour's hue in degrees.
func hueOf(lab [3]float64) float64 {
	return math.Mod(math.Atan2(lab[2], lab[1])*180/math.Pi+360, 360)
}

func abs(x float64) float64 { return math.Abs(x) }
