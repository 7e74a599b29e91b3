package poster

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A sentence may come before a table is shown after a start: it stands alone, for there is
// nothing to draw yet.
func TestASentenceBeforeAnythingIsShown(t *testing.T) {
	p := &Poster{}
	p.recent = []string{"The bot restarts."}
	m := p.compose()
	require.Contains(t, m.Content, "The bot restarts.")
	require.Empty(t, m.Files)
	require.Nil(t, m.InWords)
}
