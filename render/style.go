package render

import (
	"fmt"
	"slices"
	"strings"
)

// A Style is how a picture looks: the ground it stands on and the three card
// colours. The zero Style is the dark theme in the default palette.
type Style struct {
	Theme   string // "dark" or "light"; empty: dark
	Palette string // "default", "classic" or "contrast"; empty: default
}

var (
	themeNames   = []string{"dark", "light"}
	paletteNames = []string{"default", "classic", "contrast"}
)

// Themes lists the names a Style may have as its Theme, the default first.
func Themes() []string { return slices.Clone(themeNames) }

// Palettes lists the names a Style may have as its Palette, the default first.
func Palettes() []string { return slices.Clone(paletteNames) }

// Styles lists every Style there is, the default first.
func Styles() []Style {
	var all []Style
	for _, palette := range paletteNames {
		for _, theme := range themeNames {
			all = append(all, Style{Theme: theme, Palette: palette})
		}
	}
	return all
}

func (s Style) String() string { return s.Theme + "-" + s.Palette }

// full is the style with its defaults filled in.
func (s Style) full() (Style, error) {
	if s.Theme == "" {
		s.Theme = themeNames[0]
	}
	if s.Palette == "" {
		s.Palette = paletteNames[0]
	}
	if !slices.Contains(themeNames, s.Theme) {
		return s, fmt.Errorf("render: no theme %q; there are %s", s.Theme, strings.Join(themeNames, ", "))
	}
	if !slices.Contains(paletteNames, s.Palette) {
		return s, fmt.Errorf("render: no palette %q; there are %s", s.Palette, strings.Join(paletteNames, ", "))
	}
	return s, nil
}
