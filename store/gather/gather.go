// Package gather is a way to the disk for SQLite that writes what a commit adds
// to a WAL in one piece. By itself SQLite makes two calls of the system for each
// page, for the 24 bytes of its head and for the page, and beside the sync it is
// these calls that a commit takes its time for.
//
// What is written, where and in which order stays as it is. It is only written
// later, and at the latest when the WAL is synced, or is read or cut by the
// connection that writes it. Other connections read a page of a WAL when
// its index names it, and with synchronous=FULL that is after the sync: this way
// is for connections that were told so, and for no others.
//
// https://www.sqlite.org/vfs.html, https://www.sqlite.org/walformat.html
package gather

import (
	"errors"
	"fmt"
	"sync"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"settable/store/ccall"
)

// room is how much is written in one piece at most, in bytes: sixteen pages. The
// system's way takes no more than 128 KiB at once.
const room = 64 << 10

// ways are those that SQLite was told of. A program has one or two, and keeps them.
var ways = struct {
	sync.Mutex
	names map[string]string   // by the name of the way below
	below map[uintptr]uintptr // C's sqlite3_vfs of the way below, by that of ours
}{names: map[string]string{}, below: map[uintptr]uintptr{}}

// Over is the name, for the vfs of a connection, of a way that gathers and does
// everything else as the way below does; below may be empty: the system's.
func Over(below string) (name string, err error) {
	ways.Lock()
	defer ways.Unlock()
	name, known := ways.names[below]
	if known {
		return name, nil
	}
	name = "gather-" + below
	if err := register(name, below); err != nil {
		return "", fmt.Errorf("gathering what is written to the disk: %w", err)
	}
	ways.names[below] = name
	return name, nil
}

func register(name, below string) error {
	tls := libc.NewTLS()
	defer tls.Close()
	base, err := find(tls, below)
	if err != nil {
		return err
	}
	vfs := *ccall.At[sqlite3.Tsqlite3_vfs](base)
	if vfs.FzName, err = libc.CString(name); err != nil {
		return err
	}
	vfs.FxOpen = ccall.Pointer(xOpen)
	mine := ccall.New(tls, vfs)
	if mine == 0 {
		return errors.New("there is no memory left")
	}
	if code := sqlite3.Xsqlite3_vfs_register(tls, mine, 0); code != sqlite3.SQLITE_OK {
		return fmt.Errorf("SQLite does not take it: code %d", code)
	}
	ways.below[mine] = base
	return nil
}

// find is C's sqlite3_vfs of that name; empty: the system's.
func find(tls *libc.TLS, name string) (vfs uintptr, err error) {
	var called uintptr
	if name != "" {
		if called, err = libc.CString(name); err != nil {
			return 0, err
		}
		defer libc.Xfree(tls, called)
	}
	if vfs = sqlite3.Xsqlite3_vfs_find(tls, called); vfs == 0 {
		return 0, fmt.Errorf("SQLite knows no way to the disk named %q", name)
	}
	return vfs, nil
}

// wal is a WAL that is open this way. One connection has it, and a connection
// does one thing at a time.
type wal struct {
	file  uintptr                     // C's sqlite3_file
	below sqlite3.Tsqlite3_io_methods // what the way below does with it
	data  []byte                      // what is not written yet
	from  int64                       // where it belongs
}

// wals are those that are open, by C's sqlite3_file.
var wals = struct {
	sync.RWMutex
	open map[uintptr]*wal
}{open: map[uintptr]*wal{}}

func walOf(file uintptr) *wal {
	wals.RLock()
	defer wals.RUnlock()
	return wals.open[file]
}

// The signatures of C's.
type (
	opening = func(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32
	closing = func(tls *libc.TLS, file uintptr) int32
	moving  = func(tls *libc.TLS, file, buf uintptr, n int32, at int64) int32 // reading and writing
	cutting = func(tls *libc.TLS, file uintptr, size int64) int32
	syncing = func(tls *libc.TLS, file uintptr, flags int32) int32
)

// xOpen opens a file as the way below does. For a WAL SQLite is then given other
// methods, and those that are not ours stay what they were.
func xOpen(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32 {
	ways.Lock()
	below := ways.below[vfs]
	ways.Unlock()
	code := ccall.Function[opening](ccall.At[sqlite3.Tsqlite3_vfs](below).FxOpen)(tls, below, name, file, flags, outFlags)
	if code != sqlite3.SQLITE_OK || flags&sqlite3.SQLITE_OPEN_WAL == 0 {
		return code
	}
	f := ccall.At[sqlite3.Tsqlite3_file](file)
	w := &wal{file: file, below: *ccall.At[sqlite3.Tsqlite3_io_methods](f.FpMethods), data: make([]byte, 0, room)}
	m := w.below
	m.FxClose, m.FxRead, m.FxWrite = ccall.Pointer(xClose), ccall.Pointer(xRead), ccall.Pointer(xWrite)
	m.FxTruncate, m.FxSync = ccall.Pointer(xTruncate), ccall.Pointer(xSync)
	mine := ccall.New(tls, m)
	if mine == 0 {
		return code // as the way below does it
	}
	f.FpMethods = mine
	wals.Lock()
	defer wals.Unlock()
	wals.open[file] = w
	return code
}

// xWrite keeps what follows on what is kept already, and writes that first where
// this does not, or does not fit.
func xWrite(tls *libc.TLS, file, buf uintptr, n int32, at int64) int32 {
	w := walOf(file)
	if at != w.from+int64(len(w.data)) || len(w.data)+int(n) > room {
		if code := w.write(tls); code != sqlite3.SQLITE_OK {
			return code
		}
		w.from = at
	}
	w.data = append(w.data, ccall.Bytes(buf, n)...)
	return sqlite3.SQLITE_OK
}

// write puts what is kept on the disk. What the disk does not take is dropped:
// SQLite hears of it now, and the transaction that it belongs to fails.
func (w *wal) write(tls *libc.TLS) int32 {
	if len(w.data) == 0 {
		return sqlite3.SQLITE_OK
	}
	data := w.data
	w.data = data[:0]
	return ccall.Function[moving](w.below.FxWrite)(tls, w.file, ccall.Of(data), int32(len(data)), w.from)
}

// written is a WAL of which nothing is kept any more.
func written(tls *libc.TLS, file uintptr) (w *wal, code int32) {
	w = walOf(file)
	return w, w.write(tls)
}

func xSync(tls *libc.TLS, file uintptr, flags int32) int32 {
	w, code := written(tls, file)
	if code != sqlite3.SQLITE_OK {
		return code
	}
	return ccall.Function[syncing](w.below.FxSync)(tls, file, flags)
}

func xRead(tls *libc.TLS, file, buf uintptr, n int32, at int64) int32 {
	w, code := written(tls, file)
	if code != sqlite3.SQLITE_OK {
		return code
	}
	return ccall.Function[moving](w.below.FxRead)(tls, file, buf, n, at)
}

func xTruncate(tls *libc.TLS, file uintptr, size int64) int32 {
	w, code := written(tls, file)
	if code != sqlite3.SQLITE_OK {
		return code
	}
	return ccall.Function[cutting](w.below.FxTruncate)(tls, file, size)
}

// xClose drops what is kept: nobody has synced it, so it was not committed.
func xClose(tls *libc.TLS, file uintptr) int32 {
	w := walOf(file)
	wals.Lock()
	delete(wals.open, file)
	wals.Unlock()
	libc.Xfree(tls, ccall.At[sqlite3.Tsqlite3_file](file).FpMethods)
	return ccall.Function[closing](w.below.FxClose)(tls, file)
}
