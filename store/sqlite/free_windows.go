package sqlite

import (
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// Free returns how many bytes this user can still write in a folder.
func Free(folder string) (bytes uint64, known bool) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, false
	}
	err = windows.GetDiskFreeSpaceEx(name, &bytes, nil, nil)
	return bytes, err == nil
}

// mayWrite checks only the "read only" attribute of a file. Windows reports missing permissions when the bot starts.
func mayWrite(name string) error {
	at, err := os.Stat(name)
	if err == nil && at.Mode().Perm()&0o200 == 0 {
		err = fs.ErrPermission
	}
	return err
}

// inheritOwner does nothing, because files on this system inherit their rights from the folder.
func inheritOwner(string, string) error { return nil }
