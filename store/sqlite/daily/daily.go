// Package daily does the daily maintenance of a database: it makes a checked copy and keeps the
// newest few, compacts games of long ago, and returns the room they used to the disk.
package daily

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
	// every is the age of the newest copy at which the next one is made.
	every = 24 * time.Hour
	// lookEvery is how often that age is looked at, and the pause after the start.
	lookEvery = 10 * time.Minute
	// again is the pause after a copy that failed.
	again = time.Hour
)

// Backups are the daily copies of a database.
type Backups struct {
	Database interface {
		Backup(ctx context.Context, path string) (store.Audit, error)
	}
	Folder string // is created with the first copy
	Most   int    // how many copies are kept, the newest; 0: none is made
	Log    *slog.Logger
	Now    func() time.Time
}

// Run makes a copy each day until ctx ends. A failure is logged and tried again later. It leaves no
// file behind, and earlier copies stay.
func (b Backups) Run(ctx context.Context) {
	if b.Most == 0 {
		return
	}
	pause := lookEvery
	for {
		if !wait(ctx, pause) {
			return
		}
		pause = lookEvery
		if made, err := b.MakeDue(ctx); err != nil {
			b.Log.Error("daily backup failed, the newest backup is older than a day", "error", err)
			pause = again
		} else if made != "" {
			b.Log.Info("daily backup made and verified", "backup", made)
		}
	}
}

// MakeDue makes a copy if the newest is a day old, and removes the oldest ones beyond Most. It
// returns the path of the new copy; empty: none was due.
func (b Backups) MakeDue(ctx context.Context) (made string, err error) {
	all, err := b.all()
	if err != nil {
		return "", fmt.Errorf("looking for daily backups in %s: %w", b.Folder, err)
	}
	now := b.Now().UTC()
	today := func(name string) bool { // one from the future does not count: some clock is wrong
		at := madeAt(name)
		return !at.After(now) && now.Sub(at) < every
	}
	if slices.ContainsFunc(all, today) {
		return "", nil
	}
	if err := os.MkdirAll(b.Folder, 0o700); err != nil {
		return "", fmt.Errorf("making the folder of daily backups: %w", err)
	}
	made = filepath.Join(b.Folder, before+now.Format(stamp)+after)
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

// The parts of the name of a copy: settable-20261123T040000Z.db.
const before, stamp, after = "settable-", "20060102T150405Z", ".db"

// all are the names of the copies, the newest first. It removes unfinished copies that a killed
// program left.
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

// madeAt is when the copy of that name was made; zero: the name is not that of a copy.
func madeAt(name string) time.Time {
	at, err := time.Parse(before+stamp+after, name)
	if err != nil {
		return time.Time{}
	}
	return at
}
