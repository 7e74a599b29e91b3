package sqlite

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// If the WAL can't be made longer, that is logged.
func TestNoRoomForTheWAL(t *testing.T) {
	err := grow(filepath.Join(t.TempDir(), "none.db"), 5<<20)
	require.ErrorContains(t, err, "truncating the WAL")
	require.ErrorIs(t, err, os.ErrNotExist)
}
