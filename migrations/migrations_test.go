package migrations

import (
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestScriptsAreNumbered checks that no two scripts share a number, because the number of the newest script is the
// database's version. The store runs each script in a transaction, so a script must not contain BEGIN or COMMIT.
func TestScriptsAreNumbered(t *testing.T) {
	for kind, scripts := range map[string]fs.FS{"sqlite": SQLite(), "postgres": Postgres()} {
		names, err := fs.Glob(scripts, "*.sql")
		require.NoError(t, err)
		require.NotEmpty(t, names, kind)
		last := ""
		for _, name := range names {
			require.Regexp(t, `^\d{5}_`, name)
			require.Greater(t, name[:5], last)
			last = name[:5]
			text, err := fs.ReadFile(scripts, name)
			require.NoError(t, err)
			require.NotRegexp(t, `(?im)^\s*(BEGIN|COMMIT|ROLLBACK)\s*;`, string(text), name)
		}
	}
}
