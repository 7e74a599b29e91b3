package sqlite

import (
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// If a connection has a setting that SQLite doesn't have, it fails with an error that names the setting.
func TestSettingsAreVerified(t *testing.T) {
	f := must(FileAt(filepath.Join(t.TempDir(), "settable.db"), slog.New(slog.DiscardHandler)))
	lock := must(f.Place())
	was := must(f.Inspect(t.Context()))
	open := must(f.Writer(t.Context(), was))
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
			db := must(connect(f.Path, "", may, told))
			err := db.PingContext(t.Context())
			if one.Name == "journal_mode" {
				// SQLite ignores an unknown value, which is harmless.
				require.NoError(t, err, one.Name)
			} else {
				require.ErrorContains(t, err, "setting "+one.Name+" was set to ", "%d", may)
			}
			require.NoError(t, db.Close())

			told[i].Name = "no_such_setting"
			db = must(connect(f.Path, "", may, told))
			require.ErrorContains(t, db.PingContext(t.Context()), "setting no_such_setting was set to")
			require.NoError(t, db.Close())
		}
	}
}
