package migrations

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNumbered finds the migrations numbered 1, 2, 3 … without a gap, so that
// their number is the version of the database.
func TestNumbered(t *testing.T) {
	names, err := fs.Glob(Files, "*.sql")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for i, name := range names {
		require.True(t, strings.HasPrefix(name, fmt.Sprintf("%05d_", i+1)), name)
		text, err := fs.ReadFile(Files, name)
		require.NoError(t, err)
		require.Contains(t, string(text), "-- +goose Up\n", name)
		require.NotContains(t, string(text), "-- +goose Down", "%s: the way back is the copy made before", name)
	}
}
