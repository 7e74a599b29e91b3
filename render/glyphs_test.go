package render

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// French has a narrow space before some marks, which the typeface lacks: it is empty, and not a box.
func TestTheNarrowSpaceIsEmptyAndNarrow(t *testing.T) {
	h := hand{size: 40}
	require.Empty(t, letters.glyph(h, narrow).cover)
	require.Less(t, h.width("Ann\u202f!"), h.width("Ann !"))
	require.Greater(t, h.width("Ann\u202f!"), h.width("Ann!"))
}
