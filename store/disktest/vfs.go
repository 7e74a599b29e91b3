package disktest

import (
	"errors"
	"sync"
	"sync/atomic"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// C refers to Go values by numbers. Each disk and each open file has a number.
var (
	numbers atomic.Uint64
	ours    sync.Map // of *Disk and *handle
)

func register(x any) uintptr {
	n := uintptr(numbers.Add(1))
	ours.Store(n, x)
	return n
}

// openFile is the memory that SQLite allocates for an open file.
type openFile struct {
	base   sqlite3.Tsqlite3_file
	number uintptr
}

// methods returns C's table of functions for an open file. The table is never freed.
var methods = sync.OnceValue(func() uintptr {
	tls := libc.NewTLS()
	defer tls.Close()
	return CNew(tls, sqlite3.Tsqlite3_io_methods{
		FiVersion: 2,
		FxClose:   CPointer(xClose), FxRead: CPointer(xRead), FxWrite: CPointer(xWrite),
		FxTruncate: CPointer(xTruncate),
		FxSync:     CPointer(xSync), FxFileSize: CPointer(xFileSize), FxLock: CPointer(xLock),
		FxUnlock:            CPointer(xUnlock),
		FxCheckReservedLock: CPointer(xCheckReservedLock), FxFileControl: CPointer(xFileControl),
		FxSectorSize: CPointer(xSectorSize), FxDeviceCharacteristics: CPointer(xDeviceCharacteristics),
		FxShmMap: CPointer(xShmMap), FxShmLock: CPointer(xShmLock), FxShmBarrier: CPointer(xShmBarrier),
		FxShmUnmap: CPointer(xShmUnmap),
	})
})

func (d *Disk) register() error {
	name, err := libc.CString(d.name)
	if err != nil {
		return err
	}
	d.vfs = CNew(d.tls, sqlite3.Tsqlite3_vfs{
		FiVersion: 2, FszOsFile: int32(unsafe.Sizeof(openFile{})), FmxPathname: 1024,
		FzName: name, FpAppData: register(d),
		FxOpen: CPointer(xOpen), FxDelete: CPointer(xDelete), FxAccess: CPointer(xAccess),
		FxFullPathname: CPointer(xFullPathname),
		FxRandomness:   CPointer(xRandomness), FxSleep: CPointer(xSleep), FxCurrentTime: CPointer(xCurrentTime),
		FxGetLastError: CPointer(xGetLastError), FxCurrentTimeInt64: CPointer(xCurrentTimeInt64),
	})
	if d.vfs == 0 {
		return errors.New("out of memory")
	}
	if code := sqlite3.Xsqlite3_vfs_register(d.tls, d.vfs, 0); code != sqlite3.SQLITE_OK {
		d.free()
		return errors.New("SQLite refused the VFS")
	}
	return nil
}

// free releases what register allocated.
func (d *Disk) free() {
	v := CAt[sqlite3.Tsqlite3_vfs](d.vfs)
	ours.Delete(v.FpAppData)
	libc.Xfree(d.tls, v.FzName)
	libc.Xfree(d.tls, d.vfs)
}

func diskOf(vfs uintptr) *Disk {
	d, _ := ours.Load(CAt[sqlite3.Tsqlite3_vfs](vfs).FpAppData)
	return d.(*Disk)
}
