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
	names, err := fs.Glob(SQLite(), "*.sql")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for i, name := range names {
		require.True(t, strings.HasPrefix(name, fmt.Sprintf("%05d_", i+1)), name)
		text, err := fs.ReadFile(SQLite(), name)
		require.NoError(t, err)
		require.NotRegexp(t, `(?im)^-- \+goose Down|^\s*(BEGIN|COMMIT|ROLLBACK)\s*;`, string(text),
			"%s: it runs whole, in one transaction, and the way back is the copy made before", name)
	}
}
