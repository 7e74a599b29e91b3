package dbfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"settable/store"
)

// probe begins the name of a file that is written to see whether there is room.
const probe = ".settable-probe-"

// A Disk is what lies under a database.
type Disk struct {
	Folder string
	Free   uint64        // bytes that this user may still write
	Known  bool          // Free is: nobody asks every system yet
	Sync   time.Duration // what it took to write a page and have it on the disk
}

// page is as much as a small commit writes.
const page = 4096

// Probe writes a file beside the database, brings it to the disk, and takes it away again. Where the folder
// is not there yet, it is the nearest above that is: the one in which it would be made.
func (f *File) Probe() (d Disk, err error) {
	d.Folder = filepath.Dir(f.Path)
	for {
		at, err := os.Stat(d.Folder)
		if err == nil && !at.IsDir() {
			return d, fmt.Errorf("%s is no folder", d.Folder)
		}
		up := filepath.Dir(d.Folder)
		if !errors.Is(err, fs.ErrNotExist) || up == d.Folder {
			break
		}
		d.Folder = up
	}
	d.Free, d.Known = free(d.Folder)
	file, err := os.CreateTemp(d.Folder, probe+"*")
	if err != nil {
		return d, fmt.Errorf("writing beside the database: %w", err)
	}
	defer func() { err = errors.Join(err, os.Remove(file.Name())) }()
	begun := time.Now()
	_, err = file.Write(make([]byte, page))
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return d, fmt.Errorf("bringing a file to the disk: %w", err)
	}
	d.Sync = time.Since(begun)
	return d, nil
}

// MayWrite finds that this user may write the database and what lies beside it, as far as it is there. It
// opens nothing.
func (f *File) MayWrite() error {
	for _, name := range []string{f.Path, f.Path + "-wal", f.Path + "-shm", f.Path + ".lock"} {
		if err := mayWrite(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("this user may not write %s: %w", name, err)
		}
	}
	return nil
}

// InUse says whether a bot has the database open. It makes no file.
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
		return false, fmt.Errorf("looking who uses the database: %w", err)
	}
	return false, l.Release()
}
