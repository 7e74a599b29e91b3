// Package disktest is a disk in memory that fails on demand, and that loses unsynced data when its power is cut.
// SQLite uses it like a real one, so everything above it is the production code. Only tests use it.
package disktest

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// A Disk holds files by name. A connection uses its own name as the vfs. Sleeping on it takes no time, so waiting for
// a lock is short.
type Disk struct {
	name string
	vfs  uintptr // C's sqlite3_vfs
	tls  *libc.TLS

	mu    sync.Mutex
	files map[string]*file
	open  int
	fault Fault
	met   int   // the number of operations of the fault's kind so far
	tape  *Tape // nil: nothing is recorded
}

// file is the content of a name. A deleted file lives on for those who have it open.
type file struct {
	data []byte
	locks
	shm
}

// disks counts the disks, for their names.
var disks atomic.Int64

// NewDisk returns an empty disk that SQLite knows under its name until Close.
func NewDisk() (*Disk, error) {
	d := &Disk{name: fmt.Sprintf("disk%d", disks.Add(1)), tls: libc.NewTLS(), files: map[string]*file{}}
	if err := d.register(); err != nil {
		return nil, fmt.Errorf("registering a disk: %w", err)
	}
	return d, nil
}

// Name returns the name under which SQLite knows the disk.
func (d *Disk) Name() string { return d.name }

// Close removes the disk from SQLite. Nothing may be open on it.
func (d *Disk) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.open > 0 {
		return fmt.Errorf("closing disk %s: %d files are open", d.name, d.open)
	}
	if d.vfs != 0 {
		sqlite3.Xsqlite3_vfs_unregister(d.tls, d.vfs)
		d.free()
		d.tls.Close()
		d.vfs = 0
	}
	return nil
}

// Contents maps names to files.
type Contents map[string][]byte

// Clone returns a copy that shares no bytes.
func (c Contents) Clone() Contents {
	all := Contents{}
	for name, data := range c {
		all[name] = bytes.Clone(data)
	}
	return all
}

// Contents returns what the disk holds now. Another program finds this after the writing one was killed.
func (d *Disk) Contents() Contents {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := Contents{}
	for name, f := range d.files {
		all[name] = bytes.Clone(f.data)
	}
	return all
}

// Load replaces everything on the disk and mends it. No file may be open. The disk takes ownership of the bytes.
func (d *Disk) Load(all Contents) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.open > 0 {
		return fmt.Errorf("loading disk %s: %d files are open", d.name, d.open)
	}
	d.files = map[string]*file{}
	for name, data := range all {
		d.files[name] = &file{data: data}
	}
	d.fault, d.met, d.tape = Fault{}, 0, nil
	return nil
}

// Grow extends a file to at least the given size with zeros, and syncs it.
func (d *Disk) Grow(name string, size int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f := d.files[name]
	if at := int64(len(f.data)); at < int64(size) {
		zeros := make([]byte, int64(size)-at)
		f.data = append(f.data, zeros...)
		d.tape.add(event{kind: wrote, name: name, at: at, data: zeros})
	}
	d.tape.add(event{kind: synced, name: name, sync: true})
}

// Spoil overwrites a file from an offset to its end, unnoticed by those who have it open.
func (d *Disk) Spoil(name string, from int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	data := d.files[name].data
	for i := from; i < len(data); i++ {
		data[i] = 0xA5
	}
}
