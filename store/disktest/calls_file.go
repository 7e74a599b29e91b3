package disktest

import (
	"bytes"
	"slices"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// handle is an open file.
type handle struct {
	disk   *Disk
	name   string // empty: the file has no name, and is deleted when it is closed
	file   *file
	level  int32 // of its lock
	mapped bool  // it uses the index of the WAL
}

// lockedHandle returns the handle of an open file. Its disk is locked until the caller calls unlock.
func lockedHandle(file uintptr) (h *handle, unlock func()) {
	x, _ := ours.Load(CAt[openFile](file).number)
	h = x.(*handle)
	h.disk.mu.Lock()
	return h, h.disk.mu.Unlock
}

// SQLite calls these methods of an open file. Their signatures come from C.

func xClose(tls *libc.TLS, pFile uintptr) int32 {
	h, unlock := lockedHandle(pFile)
	defer unlock()
	h.unlock(sqlite3.SQLITE_LOCK_NONE)
	h.unmap(tls)
	h.disk.open--
	ours.Delete(CAt[openFile](pFile).number)
	CAt[openFile](pFile).base.FpMethods = 0
	return sqlite3.SQLITE_OK
}

func xRead(tls *libc.TLS, pFile, buf uintptr, n int32, from int64) int32 {
	h, unlock := lockedHandle(pFile)
	defer unlock()
	into := CBytes(buf, n)
	if code, _ := h.disk.nextFault(Read); code != sqlite3.SQLITE_OK {
		return code
	}
	had := copy(into, h.file.data[min(from, int64(len(h.file.data))):])
	if had == len(into) {
		return sqlite3.SQLITE_OK
	}
	clear(into[had:])
	return sqlite3.SQLITE_IOERR_SHORT_READ
}

func xWrite(tls *libc.TLS, pFile, buf uintptr, n int32, to int64) int32 {
	h, unlock := lockedHandle(pFile)
	defer unlock()
	code, effect := h.disk.nextFault(Write)
	switch effect {
	case None:
		return code
	case Half:
		n /= 2
	}
	data := bytes.Clone(CBytes(buf, n))
	h.file.data = overwrite(h.file.data, to, data)
	h.record(event{kind: wrote, at: to, data: data})
	return code
}

// overwrite writes more at an offset, which may be beyond the end of data, and returns the new data.
func overwrite(data []byte, at int64, more []byte) []byte {
	size := int64(len(data))
	if at < size {
		more = more[copy(data[at:], more):]
	} else if gap := at - size; gap > 0 {
		data = append(data, make([]byte, gap)...)
	}
	if len(data)+len(more) > cap(data) {
		data = slices.Grow(data, max(len(more), len(data), 256<<10)) // a log grows by one page at a time
	}
	return append(data, more...)
}

func xTruncate(tls *libc.TLS, pFile uintptr, size int64) int32 {
	h, unlock := lockedHandle(pFile)
	defer unlock()
	code, effect := h.disk.nextFault(Truncate)
	if effect == Whole && size < int64(len(h.file.data)) {
		h.file.data = h.file.data[:size:size]
		h.record(event{kind: cut, at: size})
	}
	return code
}

func xSync(tls *libc.TLS, pFile uintptr, flags int32) int32 {
	h, unlock := lockedHandle(pFile)
	defer unlock()
	code, effect := h.disk.nextFault(Sync)
	h.record(event{kind: synced, sync: effect == Whole})
	return code
}

// record adds an operation on a file to the tape, unless the file has no name or will be deleted on close.
func (h *handle) record(e event) {
	if e.name = h.name; h.name != "" && h.disk.files[h.name] == h.file {
		h.disk.tape.add(e)
	}
}

func xFileSize(tls *libc.TLS, pFile, out uintptr) int32 {
	h, unlock := lockedHandle(pFile)
	defer unlock()
	*CAt[int64](out) = int64(len(h.file.data))
	return sqlite3.SQLITE_OK
}

func xLock(tls *libc.TLS, pFile uintptr, level int32) int32 {
	h, unlock := lockedHandle(pFile)
	defer unlock()
	if code, _ := h.disk.nextFault(Lock); code != sqlite3.SQLITE_OK {
		return code
	}
	return h.lock(level)
}

func xUnlock(tls *libc.TLS, pFile uintptr, level int32) int32 {
	h, unlock := lockedHandle(pFile)
	defer unlock()
	h.unlock(level)
	return sqlite3.SQLITE_OK
}

func xCheckReservedLock(tls *libc.TLS, pFile, out uintptr) int32 {
	h, unlock := lockedHandle(pFile)
	defer unlock()
	*CAt[int32](out) = 0
	if h.file.writer != nil {
		*CAt[int32](out) = 1
	}
	return sqlite3.SQLITE_OK
}

func xFileControl(tls *libc.TLS, pFile uintptr, op int32, arg uintptr) int32 {
	if op == sqlite3.SQLITE_FCNTL_COMMIT_PHASETWO {
		h, unlock := lockedHandle(pFile)
		defer unlock()
		if code, _ := h.disk.nextFault(Committed); code != sqlite3.SQLITE_OK {
			return code
		}
	}
	return sqlite3.SQLITE_NOTFOUND
}

// The sector size and the guarantees are those that SQLite assumes for real disks.
func xSectorSize(tls *libc.TLS, pFile uintptr) int32 { return 4096 }

func xDeviceCharacteristics(tls *libc.TLS, pFile uintptr) int32 {
	return sqlite3.SQLITE_IOCAP_POWERSAFE_OVERWRITE
}

func xShmMap(tls *libc.TLS, pFile uintptr, i, size, extend int32, out uintptr) (code int32) {
	h, unlock := lockedHandle(pFile)
	defer unlock()
	*CAt[uintptr](out), code = h.region(tls, int(i), int(size), extend != 0)
	return code
}

func xShmLock(tls *libc.TLS, pFile uintptr, first, n, flags int32) int32 {
	h, unlock := lockedHandle(pFile)
	defer unlock()
	if flags&sqlite3.SQLITE_SHM_LOCK != 0 {
		if code, _ := h.disk.nextFault(Lock); code != sqlite3.SQLITE_OK {
			return code
		}
	}
	return h.shmLock(int(first), int(n), flags)
}

func xShmBarrier(tls *libc.TLS, pFile uintptr) {
	_, unlock := lockedHandle(pFile)
	defer unlock()
}

func xShmUnmap(tls *libc.TLS, pFile uintptr, remove int32) int32 {
	h, unlock := lockedHandle(pFile)
	defer unlock()
	h.unmap(tls)
	return sqlite3.SQLITE_OK
}
