//go:build !darwin && !freebsd && !linux && !windows

package sqlite

// Free is unknown on this system, so the host isn't warned when the disk fills up.
func Free(string) (bytes uint64, known bool) { return 0, false }

// mayWrite accepts every file on this system: the start of the bot reports problems.
func mayWrite(string) error { return nil }
