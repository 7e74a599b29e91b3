//go:build !windows

package sqlite

import (
	"errors"
	"os"
)

// syncFolder syncs a folder, so that the names of its files survive a power loss.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
