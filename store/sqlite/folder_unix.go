//go:build !windows

package sqlite

import (
	"errors"
	"os"
)

// syncFolder syncs the names in a folder.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
