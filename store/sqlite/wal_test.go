package sqlite

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// If the WAL can't be extended, that is logged.
func TestNoSpaceForTheWAL(t *testing.T) {
	err := grow(filepath.Join(t.TempDir(), "none.db"), 5<<20)
	require.ErrorContains(t, err, "truncating the WAL")
	require.ErrorIs(t, err, os.ErrNotExist)
}
