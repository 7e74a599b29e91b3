package render

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strings"
)

// A Style is the look of a picture: a theme and a palette for the cards. The zero Style is the dark theme with the
// default palette.
type Style struct {
	Theme   string // "dark" or "light"; empty: dark
	Palette string // "default", "classic", "contrast" or "plain"; empty: default
}

var (
	themeNames   = []string{"dark", "light"}
	paletteNames = []string{"default", "classic", "contrast", plain}
)

// plain is the palette that looks like printed cards: red, green and purple with equal outlines. Colour-blind players
// may be unable to distinguish its colours. All other palettes suit every kind of colour vision.
const plain = "plain"

// Themes lists the possible values of Style.Theme, the default first.
func Themes() []string { return slices.Clone(themeNames) }

// Palettes lists the possible values of Style.Palette, the default first.
func Palettes() []string { return slices.Clone(paletteNames) }

func (s Style) String() string { return s.Theme + "-" + s.Palette }

// full fills in the defaults of a style. It returns an error if the theme or the palette is unknown.
func (s Style) full() (Style, error) {
	s.Theme = cmp.Or(s.Theme, themeNames[0])
	s.Palette = cmp.Or(s.Palette, paletteNames[0])
	if !slices.Contains(themeNames, s.Theme) {
		return s, fmt.Errorf("render: unknown theme %q, choose one of %s", s.Theme, strings.Join(themeNames, ", "))
	}
	if !slices.Contains(paletteNames, s.Palette) {
		return s, fmt.Errorf("render: unknown palette %q, choose one of %s", s.Palette, strings.Join(paletteNames, ", "))
	}
	return s, nil
}

type theme struct {
	ground, tile     color.RGBA // the background; behind a seat
	card, edge       color.RGBA // a card; its thin edge
	back, weave      color.RGBA // the back of a card; the lines on it
	bar              color.RGBA // the bars of a chart
	ink, muted       color.RGBA // words; less important words
	accent, onAccent color.RGBA // highlights; words on them
	symbol           [3]color.RGBA
	suit             [2]color.RGBA // black and red suits of standard cards
	ghost            color.RGBA    // a missing suit
	seat             [6]color.RGBA // marks of the seats
	onSeat           color.RGBA    // letters on the marks
	stroke           float64       // relative thickness of outlines; 1: normal
	outlines         bool          // each colour has a different outline
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

func three(red, green, purple uint32) [3]color.RGBA {
	return [3]color.RGBA{rgb(red), rgb(green), rgb(purple)}
}

func themeOf(s Style) theme {
	t := grounds[s.Theme]
	t.symbol = symbols[s]
	t.stroke, t.ghost, t.outlines = 1, t.edge, s.Palette != plain
	if s.Palette == "contrast" {
		t.stroke = 1.06
		t.card, t.edge = rgb(0xffffff), rgb(0x5c6068)
		if s.Theme == "dark" {
			t.card, t.edge = rgb(0x000000), rgb(0x8a8f98)
		}
	}
	return t
}

// grounds holds the backgrounds, which resemble those of Discord's light and dark themes.
var grounds = map[string]theme{
	"light": {
		ground: rgb(0xeceef2), tile: rgb(0xf8f9fb),
		card: rgb(0xffffff), edge: rgb(0xcfd3da),
		back: rgb(0x6c7a94), weave: rgb(0xa3aec2), bar: rgb(0x7c8594),
		ink: rgb(0x1b1d22), muted: rgb(0x565b66),
		accent: rgb(0x0a66c2), onAccent: rgb(0xffffff),
		suit: [2]color.RGBA{rgb(0x1b1d22), rgb(0xb3121d)},
		seat: [6]color.RGBA{rgb(0x1d5fa8), rgb(0xa34a00), rgb(0x00695f), rgb(0xa3296b), rgb(0x5f5a00),
			rgb(0x4a5260)},
		onSeat: rgb(0xffffff),
	},
	"dark": {
		ground: rgb(0x2b2d31), tile: rgb(0x383a40),
		card: rgb(0x141518), edge: rgb(0x45484f),
		back: rgb(0x56617a), weave: rgb(0x323a4b), bar: rgb(0x7b8496),
		ink: rgb(0xf2f3f5), muted: rgb(0xb9bdc6),
		accent: rgb(0x5cb8ff), onAccent: rgb(0x101114),
		suit: [2]color.RGBA{rgb(0xe8eaee), rgb(0xff6b61)},
		seat: [6]color.RGBA{rgb(0x86bdf7), rgb(0xf2a65a), rgb(0x5fd1c0), rgb(0xf39ac6), rgb(0xd6cf62),
			rgb(0xc3cad6)},
		onSeat: rgb(0x15161a),
	},
}

// symbols holds the colours of cards. In every palette except plain, the three colours differ in lightness.
// TestColoursDifferForAllColourVisions checks that everyone can distinguish them.
var symbols = map[Style][3]color.RGBA{
	{"light", "default"}:  three(0xd40c18, 0x0c9f76, 0x5a1cd0),
	{"dark", "default"}:   three(0xff6a58, 0x5cf0b4, 0x9468fb),
	{"light", "classic"}:  three(0x980a16, 0x0aa80c, 0x8c32f0),
	{"dark", "classic"}:   three(0xe82c2c, 0x62ee78, 0xb48aff),
	{"light", "contrast"}: three(0xd80000, 0x10a082, 0x380090),
	{"dark", "contrast"}:  three(0xff5a40, 0x7affd0, 0x8458ff),
	{"light", plain}:      three(0xd9272e, 0x0f8f43, 0x6b2c96),
	{"dark", plain}:       three(0xf4555a, 0x35bd6c, 0xae7be0),
}
