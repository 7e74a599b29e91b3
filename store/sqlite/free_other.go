//go:build !darwin && !freebsd && !linux && !windows

package sqlite

// Free returns false, because free space is unknown on this system. The host therefore gets no warning when the disk
// fills up.
func Free(string) (bytes uint64, known bool) { return 0, false }

// mayWrite accepts every file on this system, because problems are reported when the bot starts.
func mayWrite(string) error { return nil }

// inheritOwner does nothing, because files on this system inherit their rights from the folder.
func inheritOwner(string, string) error { return nil }
