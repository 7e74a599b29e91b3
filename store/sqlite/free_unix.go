//go:build darwin || freebsd || linux

package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// Free returns how many bytes this user can still write in a folder.
func Free(folder string) (bytes uint64, known bool) {
	var s unix.Statfs_t
	if unix.Statfs(folder, &s) != nil {
		return 0, false
	}
	return uint64(max(0, int64(s.Bavail))) * uint64(s.Bsize), true // the types differ by system
}

func mayWrite(name string) error { return unix.Access(name, unix.W_OK) }

// inheritOwner gives a file that root has created to the owner of the database, or to the owner of its folder if the
// database doesn't exist yet. Otherwise the user that runs the bot couldn't open the file.
func inheritOwner(name, database string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	at, err := os.Stat(database)
	if errors.Is(err, fs.ErrNotExist) {
		at, err = os.Stat(filepath.Dir(database))
	}
	if err != nil {
		return fmt.Errorf("finding the owner of %s: %w", database, err)
	}
	owner := at.Sys().(*syscall.Stat_t)
	if err := os.Chown(name, int(owner.Uid), int(owner.Gid)); err != nil {
		return fmt.Errorf("giving %s to the owner of the database: %w", name, err)
	}
	return nil
}
