package sqlite

import (
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Connections are opened with settings that SQLite doesn't have. Each fails with an error that names the setting.
func TestSettingsAreVerified(t *testing.T) {
	f, err := FileAt(filepath.Join(t.TempDir(), "settable.db"), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	lock, err := f.Place()
	require.NoError(t, err)
	was, err := f.Inspect(t.Context())
	require.NoError(t, err)
	open, err := f.Writer(t.Context(), was)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, errors.Join(open.Close(), lock.Release())) })
	for _, may := range []access{forWriting, forReading, forCopying} {
		for i, one := range settingsFor(may) {
			if one.Says == "" { // a new file may report anything
				continue
			}
			told := slices.Clone(settingsFor(may))
			told[i].Told = "no_such_value"
			if one.Name == "busy_timeout" || one.Name == "wal_autocheckpoint" {
				told[i].Told = "77"
			}
			db, err := connect(f.Path, "", may, told)
			require.NoError(t, err)
			err = db.PingContext(t.Context())
			if one.Name == "journal_mode" {
				// SQLite ignores an unknown value, which is harmless.
				require.NoError(t, err, one.Name)
			} else {
				require.ErrorContains(t, err, "setting "+one.Name+" was set to ", "%d", may)
			}
			require.NoError(t, db.Close())

			told[i].Name = "no_such_setting"
			db, err = connect(f.Path, "", may, told)
			require.NoError(t, err)
			require.ErrorContains(t, db.PingContext(t.Context()), "setting no_such_setting was set to")
			require.NoError(t, db.Close())
		}
	}
}
