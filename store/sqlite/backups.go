package sqlite

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"settable/store"
)

const (
	// backupEvery is the age of the newest backup at which the next one is made.
	backupEvery = 24 * time.Hour
	// lookEvery is how often the age is checked. It is also the delay before the first check.
	lookEvery = 10 * time.Minute
	// retryBackupAfter is the pause after a failed backup.
	retryBackupAfter = time.Hour
)

// Backups makes a checked copy of a database each day and keeps the newest copies.
type Backups struct {
	Database interface {
		Backup(ctx context.Context, path string) (store.Audit, error)
	}
	Folder string // created with the first backup
	Most   int    // how many backups are kept; 0: no backups
	Log    *slog.Logger
	Now    func() time.Time
}

// Run makes a backup each day until ctx ends. It logs a failure and retries later. A failed backup leaves no file
// behind, and earlier backups stay.
func (b Backups) Run(ctx context.Context) {
	if b.Most == 0 {
		return
	}
	pause := lookEvery
	for {
		if !sleep(ctx, pause) {
			return
		}
		pause = lookEvery
		if made, err := b.MakeDue(ctx); err != nil {
			b.Log.Error("daily backup failed, the newest backup is older than a day", "error", err)
			pause = retryBackupAfter
		} else if made != "" {
			b.Log.Info("daily backup made and verified", "backup", made)
		}
	}
}

// MakeDue makes a backup if the newest one is a day old, and removes the oldest backups if more than Most exist. It
// returns the path of the new backup, or "" if none was due.
func (b Backups) MakeDue(ctx context.Context) (made string, err error) {
	all, err := b.all()
	if err != nil {
		return "", fmt.Errorf("looking for daily backups in %s: %w", b.Folder, err)
	}
	now := b.Now().UTC()
	today := func(name string) bool { // a backup from the future doesn't count, because the clock was wrong
		at := madeAt(name)
		return !at.After(now) && now.Sub(at) < backupEvery
	}
	if slices.ContainsFunc(all, today) {
		return "", nil
	}
	if err := os.MkdirAll(b.Folder, 0o700); err != nil {
		return "", fmt.Errorf("creating the folder for daily backups: %w", err)
	}
	made = filepath.Join(b.Folder, backupPrefix+now.Format(backupStamp)+backupSuffix)
	if _, err := b.Database.Backup(ctx, made); err != nil {
		return "", err
	}
	all = append([]string{filepath.Base(made)}, all...)
	for _, old := range all[min(b.Most, len(all)):] {
		err = errors.Join(err, os.Remove(filepath.Join(b.Folder, old)))
	}
	if err != nil {
		return made, fmt.Errorf("removing older daily backups: %w", err)
	}
	return made, nil
}

// Newest returns when the newest backup was made, or the zero time if no backup exists.
func (b Backups) Newest() (at time.Time, err error) {
	files, err := os.ReadDir(b.Folder)
	if errors.Is(err, os.ErrNotExist) {
		return time.Time{}, nil
	}
	for _, f := range files {
		if made := madeAt(f.Name()); made.After(at) {
			at = made
		}
	}
	return at, err
}

// The name of a backup has these parts, as in settable-20261123T040000Z.db.
const backupPrefix, backupStamp, backupSuffix = "settable-", "20060102T150405Z", ".db"

// all returns the names of the backups, newest first. It removes unfinished backups that a killed program left.
func (b Backups) all() (names []string, err error) {
	files, err := os.ReadDir(b.Folder)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	for _, f := range files {
		switch name := f.Name(); {
		case !madeAt(name).IsZero():
			names = append(names, name)
		case !madeAt(strings.TrimSuffix(name, ".part")).IsZero():
			err = errors.Join(err, os.Remove(filepath.Join(b.Folder, name)))
		}
	}
	slices.Sort(names)
	slices.Reverse(names)
	return names, err
}

// madeAt returns when the backup with the given name was made. It returns the zero time if the name isn't that of a
// backup.
func madeAt(name string) time.Time {
	at, err := time.Parse(backupPrefix+backupStamp+backupSuffix, name)
	if err != nil {
		return time.Time{}
	}
	return at
}
