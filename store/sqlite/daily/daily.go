// Package daily does what a database wants each day without being asked: a copy, proved, of which the newest
// few are kept, games of long ago compacted, and room that they left given back.
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
	// every is how old the newest copy gets.
	every = 24 * time.Hour
	// lookEvery is how often it is looked for, and the pause after the start.
	lookEvery = 10 * time.Minute
	// again is the pause after one that failed.
	again = time.Hour
)

// Backups are the daily copies of a database.
type Backups struct {
	Database interface {
		Backup(ctx context.Context, path string) (store.Audit, error)
	}
	Folder string // is made with the first of them
	Most   int    // how many are kept, the newest; 0: none is made
	Log    *slog.Logger
	Now    func() time.Time
}

// Run makes a copy each day until ctx ends. One that fails is told to the log and tried again later; it
// leaves nothing behind, and the copies of before stay.
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
			b.Log.Error("the daily backup failed: the newest is older than a day", "error", err)
			pause = again
		} else if made != "" {
			b.Log.Info("made the daily backup and proved it", "backup", made)
		}
	}
}

// MakeDue makes a copy if the newest is a day old, and lets the oldest go that are too many. It gives the
// file it made; empty: none was due.
func (b Backups) MakeDue(ctx context.Context) (made string, err error) {
	all, err := b.all()
	if err != nil {
		return "", fmt.Errorf("looking for daily backups in %s: %w", b.Folder, err)
	}
	now := b.Now().UTC()
	today := func(name string) bool { // one from the future was made by a clock that was wrong, or this one is
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

// The name of a copy: settable-20261123T040000Z.db.
const before, stamp, after = "settable-", "20060102T150405Z", ".db"

// all are the copies that are there, the newest first, by their names. What a program left that was killed in
// the middle of one is removed.
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

// madeAt is when a copy of that name was made; zero: it is none of ours.
func madeAt(name string) time.Time {
	at, err := time.Parse(before+stamp+after, name)
	if err != nil {
		return time.Time{}
	}
	return at
}
