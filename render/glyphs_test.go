package render

import (
	"io/fs"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/every"
)

// French has a narrow space before some punctuation marks. The typeface lacks this space, so it must be drawn as a gap
// and not as a box.
func TestNarrowSpaceIsEmptyAndNarrow(t *testing.T) {
	h := fontFace{size: 40}
	require.Empty(t, letters.glyph(h, narrow).cover)
	require.Less(t, h.width("Ann\u202f!"), h.width("Ann !"))
	require.Greater(t, h.width("Ann\u202f!"), h.width("Ann!"))
}

// The typefaces contain every letter of every sentence that a picture can show, in every language.
func TestEveryCatalogueCanBeDrawn(t *testing.T) {
	sources := []fs.FS{games.Words, os.DirFS("words")}
	for _, k := range every.Game {
		sources = append(sources, k.Words)
	}
	for _, source := range sources {
		files, err := fs.Glob(source, "words/*.yaml")
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			text, err := fs.ReadFile(source, file)
			require.NoError(t, err)
			for i, r := range string(text) {
				drawn := letters.has(r) || r == narrow || r < ' ' || r == '\u200b'
				require.True(t, drawn, "%s, at %d: %q; docs/languages.md says how to add a letter", file, i, r)
			}
		}
	}
}
