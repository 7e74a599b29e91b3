package sqlite

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSettingsAreProved opens connections that are told what SQLite does not
// do: each fails and says which it is.
func TestSettingsAreProved(t *testing.T) {
	s := opened(t, Options{})
	for _, may := range []access{writing, reading, copying} {
		for i, one := range settings(may) {
			told := slices.Clone(settings(may))
			told[i].told = "no_such_value"
			if one.name == "busy_timeout" || one.name == "wal_autocheckpoint" {
				told[i].told = "77"
			}
			db, err := connect(s.path, "", may, told)
			require.NoError(t, err)
			err = db.PingContext(t.Context())
			if one.name == "journal_mode" {
				// A word that SQLite does not know leaves it as it is, which is well.
				require.NoError(t, err, one.name)
			} else {
				require.ErrorContains(t, err, "was told "+one.name+" = ", "%d", may)
			}
			require.NoError(t, db.Close())

			told[i].name = "no_such_setting"
			db, err = connect(s.path, "", may, told)
			require.NoError(t, err)
			require.ErrorContains(t, db.PingContext(t.Context()), "was told no_such_setting")
			require.NoError(t, db.Close())
		}
	}
}
