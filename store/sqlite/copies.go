package sqlite

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// keep copies the database before it is migrated, with the old version in the name, and removes the oldest copies.
func (f *File) keep(ctx context.Context, version int64) error {
	if f.Copies == 0 {
		return nil
	}
	to := fmt.Sprintf("%s.v%d-%s.bak", f.Path, version, stamp(time.Now()))
	if err := copyDatabase(ctx, f.Path, to, func(part string) error { return checkCopy(ctx, part) }); err != nil {
		return fmt.Errorf("copying the database before migrating it: %w", err)
	}
	f.Log.Info("copied the database before migrating it", "copy", to)
	old, err := f.expiredPaths()
	if err == nil {
		err = removeFiles(old...)
	}
	if err != nil {
		return fmt.Errorf("removing older copies: %w", err)
	}
	return nil
}

// expiredPaths returns the copies from before migrations that should be removed: all except the newest.
func (f *File) expiredPaths() (paths []string, err error) {
	all, err := os.ReadDir(filepath.Dir(f.Path))
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		if n := one.Name(); strings.HasPrefix(n, filepath.Base(f.Path)+".v") && strings.HasSuffix(n, ".bak") {
			paths = append(paths, filepath.Join(filepath.Dir(f.Path), n))
		}
	}
	made := func(path string) string { return path[strings.LastIndexByte(path, '-')+1:] } // the stamp in its name
	slices.SortFunc(paths, func(x, y string) int { return cmp.Compare(made(y), made(x)) })
	return paths[min(f.Copies, len(paths)):], nil
}

// Tidy removes files next to the database that a killed program left behind. Such a program was copying the database
// for a migration or a restore, or testing for free space. While this process holds the lock, no other program creates
// such files. Tidy logs a file that it can't remove.
func (f *File) Tidy() {
	folder, base := filepath.Dir(f.Path), filepath.Base(f.Path)
	all, err := os.ReadDir(folder)
	if err != nil {
		f.Log.Warn("looking for leftover files failed", "folder", folder, "error", err)
	}
	for _, one := range all {
		n := one.Name()
		copied := strings.HasPrefix(n, base+".v") && strings.Contains(n, ".bak.part")
		if !copied && !f.isAbandonedBackup(one) && !strings.HasPrefix(n, base+".restoring") && !isAbandoned(one) {
			continue
		}
		if err := os.Remove(filepath.Join(folder, n)); err != nil {
			f.Log.Warn("removing a leftover file failed", "file", n, "error", err)
			continue
		}
		f.Log.Info("removed a leftover file", "file", n)
	}
}

// isAbandonedBackup reports whether a file is the unfinished copy of a killed `settable backup`. A copy that is still
// being written has changed within the last hour.
func (f *File) isAbandonedBackup(file os.DirEntry) bool {
	at, err := file.Info()
	return strings.HasPrefix(file.Name(), filepath.Base(f.Path)+".") && strings.Contains(file.Name(), ".bak.part") &&
		err == nil && time.Since(at.ModTime()) > time.Hour
}

// isAbandoned reports whether a file is a probe for free space that no running check uses any more.
func isAbandoned(file os.DirEntry) bool {
	at, err := file.Info()
	return strings.HasPrefix(file.Name(), probe) && err == nil && time.Since(at.ModTime()) > time.Minute
}
