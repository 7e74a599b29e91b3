package sqlite

// syncFolder does nothing: Windows writes names to the disk at once, and cannot open a folder to sync
// it.
func syncFolder(string) error { return nil }
