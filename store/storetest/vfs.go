package storetest

import (
	"errors"
	"sync"
	"sync/atomic"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
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

// at reads C's memory as a T.
func at[T any](p uintptr) *T { return *(**T)(unsafe.Pointer(&p)) }

// memory is n bytes of C's.
func memory(p uintptr, n int32) []byte { return unsafe.Slice(at[byte](p), n) }

// call is a Go function as C calls it.
func call(f any) uintptr { return (*[2]uintptr)(unsafe.Pointer(&f))[1] }

// openFile is what SQLite keeps of a file that is open.
type openFile struct {
	base   sqlite3.Tsqlite3_file
	number uintptr
}

// methods is C's table of what can be done with an open file; it is never freed.
var methods = sync.OnceValue(func() uintptr {
	tls := libc.NewTLS()
	defer tls.Close()
	p := libc.Xcalloc(tls, 1, libc.Tsize_t(unsafe.Sizeof(sqlite3.Tsqlite3_io_methods{})))
	*at[sqlite3.Tsqlite3_io_methods](p) = sqlite3.Tsqlite3_io_methods{
		FiVersion: 2,
		FxClose:   call(xClose), FxRead: call(xRead), FxWrite: call(xWrite), FxTruncate: call(xTruncate),
		FxSync: call(xSync), FxFileSize: call(xFileSize), FxLock: call(xLock), FxUnlock: call(xUnlock),
		FxCheckReservedLock: call(xCheckReservedLock), FxFileControl: call(xFileControl),
		FxSectorSize: call(xSectorSize), FxDeviceCharacteristics: call(xDeviceCharacteristics),
		FxShmMap: call(xShmMap), FxShmLock: call(xShmLock), FxShmBarrier: call(xShmBarrier), FxShmUnmap: call(xShmUnmap),
	}
	return p
})

// register makes the disk known to SQLite.
func (d *Disk) register() error {
	name, err := libc.CString(d.name)
	if err != nil {
		return err
	}
	d.vfs = libc.Xcalloc(d.tls, 1, libc.Tsize_t(unsafe.Sizeof(sqlite3.Tsqlite3_vfs{})))
	if d.vfs == 0 {
		return errors.New("no memory")
	}
	*at[sqlite3.Tsqlite3_vfs](d.vfs) = sqlite3.Tsqlite3_vfs{
		FiVersion: 2, FszOsFile: int32(unsafe.Sizeof(openFile{})), FmxPathname: 1024,
		FzName: name, FpAppData: numbered(d),
		FxOpen: call(xOpen), FxDelete: call(xDelete), FxAccess: call(xAccess), FxFullPathname: call(xFullPathname),
		FxRandomness: call(xRandomness), FxSleep: call(xSleep), FxCurrentTime: call(xCurrentTime),
		FxGetLastError: call(xGetLastError), FxCurrentTimeInt64: call(xCurrentTimeInt64),
	}
	if code := sqlite3.Xsqlite3_vfs_register(d.tls, d.vfs, 0); code != sqlite3.SQLITE_OK {
		d.free()
		return errors.New("SQLite does not take it")
	}
	return nil
}

// free gives back what register took.
func (d *Disk) free() {
	v := at[sqlite3.Tsqlite3_vfs](d.vfs)
	ours.Delete(v.FpAppData)
	libc.Xfree(d.tls, v.FzName)
	libc.Xfree(d.tls, d.vfs)
}

func diskOf(vfs uintptr) *Disk {
	d, _ := ours.Load(at[sqlite3.Tsqlite3_vfs](vfs).FpAppData)
	return d.(*Disk)
}

func handleOf(file uintptr) *handle {
	h, _ := ours.Load(at[openFile](file).number)
	return h.(*handle)
}
