package disktest

import (
	"crypto/rand"
	"runtime"
	"time"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// SQLite calls these methods of a VFS. Their signatures come from C.

func xOpen(tls *libc.TLS, vfs, name, pFile uintptr, flags int32, outFlags uintptr) int32 {
	d := diskOf(vfs)
	*CAt[openFile](pFile) = openFile{}
	d.mu.Lock()
	defer d.mu.Unlock()
	h := &handle{disk: d}
	if name != 0 {
		h.name = libc.GoString(name)
		h.file = d.files[h.name]
	}
	if h.file == nil {
		// The store has already created the database file on the real disk, so it opens the file on this disk without
		// the flag CREATE.
		if flags&(sqlite3.SQLITE_OPEN_CREATE|sqlite3.SQLITE_OPEN_MAIN_DB) == 0 {
			return sqlite3.SQLITE_CANTOPEN
		}
		h.file = &file{}
		if h.name != "" {
			d.files[h.name] = h.file
			d.tape.add(event{kind: made, name: h.name})
		}
	}
	d.open++
	*CAt[openFile](pFile) = openFile{base: sqlite3.Tsqlite3_file{FpMethods: methods()}, number: register(h)}
	if outFlags != 0 {
		*CAt[int32](outFlags) = flags
	}
	return sqlite3.SQLITE_OK
}

func xDelete(tls *libc.TLS, vfs, name uintptr, syncFolder int32) int32 {
	d, n := diskOf(vfs), libc.GoString(name)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.files[n] == nil {
		return sqlite3.SQLITE_IOERR_DELETE_NOENT
	}
	code, effect := d.nextFault(Delete)
	if effect == Whole {
		delete(d.files, n)
		d.tape.add(event{kind: deleted, name: n, sync: syncFolder != 0})
	}
	return code
}

func xAccess(tls *libc.TLS, vfs, name uintptr, flags int32, out uintptr) int32 {
	d := diskOf(vfs)
	d.mu.Lock()
	defer d.mu.Unlock()
	f := d.files[libc.GoString(name)]
	*CAt[int32](out) = 0
	// An empty file counts as missing.
	if f != nil && (flags != sqlite3.SQLITE_ACCESS_EXISTS || len(f.data) > 0) {
		*CAt[int32](out) = 1
	}
	return sqlite3.SQLITE_OK
}

func xFullPathname(tls *libc.TLS, vfs, name uintptr, n int32, out uintptr) int32 {
	text := libc.GoString(name) + "\x00"
	if len(text) > int(n) {
		return sqlite3.SQLITE_CANTOPEN
	}
	copy(CBytes(out, n), text)
	return sqlite3.SQLITE_OK
}

func xRandomness(tls *libc.TLS, vfs uintptr, n int32, out uintptr) int32 {
	_, _ = rand.Read(CBytes(out, n))
	return n
}

// xSleep takes no time but lets the goroutine that holds a lock run. SQLite gives up after a certain number of waits,
// not after a certain time.
func xSleep(tls *libc.TLS, vfs uintptr, us int32) int32 {
	runtime.Gosched()
	return us
}

// xCurrentTimeInt64 returns the Julian day in milliseconds.
func xCurrentTimeInt64(tls *libc.TLS, vfs, out uintptr) int32 {
	*CAt[int64](out) = time.Now().UnixMilli() + 210866760000000
	return sqlite3.SQLITE_OK
}

func xCurrentTime(tls *libc.TLS, vfs, out uintptr) int32 {
	*CAt[float64](out) = float64(time.Now().UnixMilli())/86400000 + 2440587.5
	return sqlite3.SQLITE_OK
}

func xGetLastError(tls *libc.TLS, vfs uintptr, n int32, out uintptr) int32 { return 0 }
