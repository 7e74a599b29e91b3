package dbfile

import "golang.org/x/sys/windows"

// free is how many bytes this user may still write in a folder.
func free(folder string) (bytes uint64, known bool) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, false
	}
	err = windows.GetDiskFreeSpaceEx(name, &bytes, nil, nil)
	return bytes, err == nil
}
