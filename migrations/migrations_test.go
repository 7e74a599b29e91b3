package migrations

import (
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNumbered finds the migrations numbered, each number once: it is the version of the database. One may be
// left out, where what it was for did not come.
func TestNumbered(t *testing.T) {
	names, err := fs.Glob(SQLite(), "*.sql")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	last := ""
	for _, name := range names {
		require.Regexp(t, `^\d{5}_`, name)
		require.Greater(t, name[:5], last)
		last = name[:5]
		text, err := fs.ReadFile(SQLite(), name)
		require.NoError(t, err)
		require.NotRegexp(t, `(?im)^-- \+goose Down|^\s*(BEGIN|COMMIT|ROLLBACK)\s*;`, string(text),
			"%s: it runs whole, in one transaction, and the way back is the copy made before", name)
	}
}
