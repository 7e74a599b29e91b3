package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"settable/store"
)

// probe is the prefix of a file that is written to test for free space.
const probe = ".settable-probe-"

// A Disk describes the disk of a database.
type Disk struct {
	Folder string
	Free   uint64        // bytes that this user can still write
	Known  bool          // whether Free is known: not every system reports it
	Sync   time.Duration // how long it took to write a page and sync it
}

// Probe writes a file next to the database, syncs it, and removes it. If the folder doesn't exist yet, Probe uses the
// nearest existing parent folder.
func (f *File) Probe() (d Disk, err error) {
	d.Folder = filepath.Dir(f.Path)
	for {
		at, err := os.Stat(d.Folder)
		if err == nil && !at.IsDir() {
			return d, fmt.Errorf("%s is not a folder", d.Folder)
		}
		up := filepath.Dir(d.Folder)
		if !errors.Is(err, fs.ErrNotExist) || up == d.Folder {
			break
		}
		d.Folder = up
	}
	d.Free, d.Known = Free(d.Folder)
	file, err := os.CreateTemp(d.Folder, probe+"*")
	if err != nil {
		return d, fmt.Errorf("writing a file next to the database: %w", err)
	}
	defer func() { err = errors.Join(err, os.Remove(file.Name())) }()
	begun := time.Now()
	_, err = file.Write(make([]byte, pageSize))
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return d, fmt.Errorf("syncing a file: %w", err)
	}
	d.Sync = time.Since(begun)
	return d, nil
}

// MayWrite returns an error if this user can't write to the database or to an existing file next to it. It opens none
// of these files.
func (f *File) MayWrite() error {
	for _, name := range []string{f.Path, f.Path + "-wal", f.Path + "-shm", f.Path + ".lock"} {
		if err := mayWrite(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("this user can't write to %s: %w", name, err)
		}
	}
	return nil
}

// InUse reports whether a bot has the database open. It creates no file.
func (f *File) InUse() (bool, error) {
	name := f.Path + ".lock"
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	l, err := lockAt(name)
	if errors.Is(err, store.ErrLocked) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("checking whether the database is in use: %w", err)
	}
	return false, l.Release()
}
