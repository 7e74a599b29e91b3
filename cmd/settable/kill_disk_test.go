package main

import (
	"errors"
	"sync"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"settable/store/disktest"
)

// failDisk is a SQLite VFS that adds a failpoint to the system's VFS. Each process registers it once.
const failDisk = "failpoint"

// diskFault holds the failpoint of failDisk and the VFS below it.
var diskFault struct {
	failpoint *failpoint
	below     sqlite3.Tsqlite3_vfs
	mu        sync.Mutex
	ours      map[uintptr]uintptr                     // methods of the system's files → wrapped methods
	under     map[uintptr]sqlite3.Tsqlite3_io_methods // by file; a file's methods may already be wrapped
}

type (
	openCall    = func(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32
	writeCall   = func(tls *libc.TLS, file, buf uintptr, n int32, to int64) int32
	syncCall    = func(tls *libc.TLS, file uintptr, flags int32) int32
	controlCall = func(tls *libc.TLS, file uintptr, op int32, arg uintptr) int32
)

func registerFailDisk(f *failpoint) error {
	tls := libc.NewTLS()
	defer tls.Close()
	system := sqlite3.Xsqlite3_vfs_find(tls, 0)
	if system == 0 {
		return errors.New("SQLite knows no disk")
	}
	name, err := libc.CString(failDisk)
	if err != nil {
		return err
	}
	diskFault.failpoint, diskFault.below = f, *disktest.CAt[sqlite3.Tsqlite3_vfs](system)
	diskFault.ours, diskFault.under = map[uintptr]uintptr{}, map[uintptr]sqlite3.Tsqlite3_io_methods{}
	vfs := diskFault.below
	vfs.FpNext, vfs.FzName, vfs.FxOpen = 0, name, disktest.CPointer(openCall(failOpen))
	if code := sqlite3.Xsqlite3_vfs_register(tls, disktest.CNew(tls, vfs), 0); code != sqlite3.SQLITE_OK {
		return errors.New("SQLite does not take the disk")
	}
	return nil
}

// failOpen opens a file and adds the failpoint to its methods.
func failOpen(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32 {
	code := disktest.CFunction[openCall](diskFault.below.FxOpen)(tls, vfs, name, file, flags, outFlags)
	base := disktest.CAt[sqlite3.Tsqlite3_file](file)
	if code != sqlite3.SQLITE_OK || base.FpMethods == 0 {
		return code
	}
	diskFault.mu.Lock()
	defer diskFault.mu.Unlock()
	diskFault.under[file] = *disktest.CAt[sqlite3.Tsqlite3_io_methods](base.FpMethods)
	ours := diskFault.ours[base.FpMethods]
	if ours == 0 {
		m := diskFault.under[file]
		m.FxWrite, m.FxSync, m.FxFileControl = disktest.CPointer(writeCall(failWrite)),
			disktest.CPointer(syncCall(failSync)), disktest.CPointer(controlCall(failControl))
		ours = disktest.CNew(tls, m)
		diskFault.ours[base.FpMethods] = ours
	}
	base.FpMethods = ours
	return code
}

func below(file uintptr) sqlite3.Tsqlite3_io_methods {
	diskFault.mu.Lock()
	defer diskFault.mu.Unlock()
	return diskFault.under[file]
}

func failWrite(tls *libc.TLS, file, buf uintptr, n int32, to int64) int32 {
	write := disktest.CFunction[writeCall](below(file).FxWrite)
	diskFault.failpoint.pass("write.before")
	if diskFault.failpoint.due("write.half") {
		write(tls, file, buf, n/2, to)
		diskFault.failpoint.kill()
	}
	code := write(tls, file, buf, n, to)
	diskFault.failpoint.pass("write.after")
	return code
}

func failSync(tls *libc.TLS, file uintptr, flags int32) int32 {
	diskFault.failpoint.pass("sync.before")
	code := disktest.CFunction[syncCall](below(file).FxSync)(tls, file, flags)
	diskFault.failpoint.pass("sync.after")
	return code
}

func failControl(tls *libc.TLS, file uintptr, op int32, arg uintptr) int32 {
	if op == sqlite3.SQLITE_FCNTL_COMMIT_PHASETWO {
		diskFault.failpoint.pass("commit")
	}
	return disktest.CFunction[controlCall](below(file).FxFileControl)(tls, file, op, arg)
}
