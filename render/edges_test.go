package render

import (
	"image"
	"testing"

	"github.com/stretchr/testify/require"
)

// In each language, text stays inside the picture, and names beside the pack don't cover other text.
func TestWordsStayInTheirPictures(t *testing.T) {
	s, err := sheetOf(Style{})
	require.NoError(t, err)
	for _, l := range catalogues.Languages() {
		views := named()
		views["english, the turn"] = englishView(2, 1, 2)
		for name, v := range views {
			c := s.table(v, l)
			var written []image.Rectangle
			for _, k := range c.strokes {
				if k.what.word == nil {
					continue
				}
				require.True(t, k.box.In(image.Rect(0, 0, c.w, c.h)), "%s: %s: a word at %v is cut off",
					l.Locale(), name, k.box)
				for _, box := range written {
					if v.Game != "english" {
						break
					}
					require.Empty(t, box.Intersect(k.box), "%s: %s: words at %v and %v", l.Locale(), name, box, k.box)
				}
				written = append(written, k.box)
			}
			s.returnCanvas(c)
		}
	}
}
