package sqlite

import (
	"context"

	"settable/store"
	"settable/store/sqlite/dbfile"
)

// Backup writes a copy of the database, as it stands at one moment, to a new
// file with mode 0600, while the bot goes on. A file that is there already is
// not overwritten. Where the error is nil the copy is on the disk; it was opened
// again and keeps every law of Check, and the audit is that of its chips.
func (s *DB) Backup(ctx context.Context, path string) (a store.Audit, err error) {
	err = dbfile.Copy(ctx, s.path, path, func(part string) error {
		o, err := Options{ReadOnly: true}.opening(part)
		if err == nil {
			a, err = proved(ctx, o)
		}
		return err
	})
	return a, err
}
