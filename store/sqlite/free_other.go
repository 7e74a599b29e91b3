//go:build !darwin && !freebsd && !linux && !windows

package sqlite

// Free is unknown on this system, so the host isn't warned when the disk fills up.
func Free(string) (bytes uint64, known bool) { return 0, false }

// mayWrite accepts every file on this system: the start of the bot reports problems.
func mayWrite(string) error { return nil }

// inheritOwner does nothing: on this system, files inherit their rights from the folder.
func inheritOwner(string, string) error { return nil }
