//go:build darwin || freebsd || linux

package sqlite

import "golang.org/x/sys/unix"

// Free returns how many bytes this user can still write in a folder.
func Free(folder string) (bytes uint64, known bool) {
	var s unix.Statfs_t
	if unix.Statfs(folder, &s) != nil {
		return 0, false
	}
	return uint64(max(0, int64(s.Bavail))) * uint64(s.Bsize), true // the types differ by system
}

func mayWrite(name string) error { return unix.Access(name, unix.W_OK) }
