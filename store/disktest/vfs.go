package disktest

import (
	"errors"
	"sync"
	"sync/atomic"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"settable/store/ccall"
)

// What C holds of ours are numbers: of a disk, and of each file that is open.
var (
	numbers atomic.Uint64
	ours    sync.Map // of *Disk and *handle
)

func numbered(x any) uintptr {
	n := uintptr(numbers.Add(1))
	ours.Store(n, x)
	return n
}

// openFile is what SQLite keeps of a file that is open.
type openFile struct {
	base   sqlite3.Tsqlite3_file
	number uintptr
}

// methods is C's table of what can be done with an open file; it is never freed.
var methods = sync.OnceValue(func() uintptr {
	tls := libc.NewTLS()
	defer tls.Close()
	return ccall.New(tls, sqlite3.Tsqlite3_io_methods{
		FiVersion: 2,
		FxClose:   ccall.Pointer(xClose), FxRead: ccall.Pointer(xRead), FxWrite: ccall.Pointer(xWrite), FxTruncate: ccall.Pointer(xTruncate),
		FxSync: ccall.Pointer(xSync), FxFileSize: ccall.Pointer(xFileSize), FxLock: ccall.Pointer(xLock), FxUnlock: ccall.Pointer(xUnlock),
		FxCheckReservedLock: ccall.Pointer(xCheckReservedLock), FxFileControl: ccall.Pointer(xFileControl),
		FxSectorSize: ccall.Pointer(xSectorSize), FxDeviceCharacteristics: ccall.Pointer(xDeviceCharacteristics),
		FxShmMap: ccall.Pointer(xShmMap), FxShmLock: ccall.Pointer(xShmLock), FxShmBarrier: ccall.Pointer(xShmBarrier), FxShmUnmap: ccall.Pointer(xShmUnmap),
	})
})

// register makes the disk known to SQLite.
func (d *Disk) register() error {
	name, err := libc.CString(d.name)
	if err != nil {
		return err
	}
	d.vfs = ccall.New(d.tls, sqlite3.Tsqlite3_vfs{
		FiVersion: 2, FszOsFile: int32(unsafe.Sizeof(openFile{})), FmxPathname: 1024,
		FzName: name, FpAppData: numbered(d),
		FxOpen: ccall.Pointer(xOpen), FxDelete: ccall.Pointer(xDelete), FxAccess: ccall.Pointer(xAccess), FxFullPathname: ccall.Pointer(xFullPathname),
		FxRandomness: ccall.Pointer(xRandomness), FxSleep: ccall.Pointer(xSleep), FxCurrentTime: ccall.Pointer(xCurrentTime),
		FxGetLastError: ccall.Pointer(xGetLastError), FxCurrentTimeInt64: ccall.Pointer(xCurrentTimeInt64),
	})
	if d.vfs == 0 {
		return errors.New("no memory")
	}
	if code := sqlite3.Xsqlite3_vfs_register(d.tls, d.vfs, 0); code != sqlite3.SQLITE_OK {
		d.free()
		return errors.New("SQLite does not take it")
	}
	return nil
}

// free gives back what register took.
func (d *Disk) free() {
	v := ccall.At[sqlite3.Tsqlite3_vfs](d.vfs)
	ours.Delete(v.FpAppData)
	libc.Xfree(d.tls, v.FzName)
	libc.Xfree(d.tls, d.vfs)
}

func diskOf(vfs uintptr) *Disk {
	d, _ := ours.Load(ccall.At[sqlite3.Tsqlite3_vfs](vfs).FpAppData)
	return d.(*Disk)
}

func handleOf(file uintptr) *handle {
	h, _ := ours.Load(ccall.At[openFile](file).number)
	return h.(*handle)
}
