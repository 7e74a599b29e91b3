package sqlite

import (
	"context"
	"errors"

	"settable/store"
)

// Backup writes a copy of the database, as it stands at one moment, to a new
// file with mode 0600, while the bot goes on. A file that is there already is
// not overwritten. Where the error is nil the copy is on the disk; it was opened
// again and keeps every law of Check, and the audit is that of its chips.
func (s *DB) Backup(ctx context.Context, path string) (a store.Audit, err error) {
	err = copyInto(ctx, s.path, path, func(part string) error {
		a, err = proveCopy(ctx, part)
		return err
	})
	return a, err
}

// proveCopy opens a copy of the present shape and finds that it is sound.
func proveCopy(ctx context.Context, path string) (a store.Audit, err error) {
	s, err := Open(ctx, path, Options{ReadOnly: true})
	if err != nil {
		return a, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := s.Check(ctx); err != nil {
		return a, err
	}
	return s.Audit(ctx, 0)
}
