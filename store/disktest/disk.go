// Package disktest implements a disk in memory that fails on demand and loses unsynced data when its power is cut.
// SQLite uses it like a real disk, so the tests run the production code above it. Only tests use this package.
package disktest

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// A Disk holds files by name. A connection selects it with the Disk's name as the vfs. Sleeping on a Disk takes no
// time, so waiting for a lock is quick.
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

// file holds the content of a file. Handles that have a file open can use it even after it was deleted.
type file struct {
	data []byte
	locks
	shm
}

// disks counts the disks, so that each gets its own name.
var disks atomic.Int64

// NewDisk returns an empty disk. SQLite knows the disk by its name until Close.
func NewDisk() (*Disk, error) {
	d := &Disk{name: fmt.Sprintf("disk%d", disks.Add(1)), tls: libc.NewTLS(), files: map[string]*file{}}
	if err := d.register(); err != nil {
		return nil, fmt.Errorf("registering a disk: %w", err)
	}
	return d, nil
}

// Name returns the name by which SQLite knows the disk.
func (d *Disk) Name() string { return d.name }

// Close removes the disk from SQLite. No file on the disk may be open.
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

// Contents maps the names of files to their contents.
type Contents map[string][]byte

// Clone returns a copy that shares no bytes with the original.
func (c Contents) Clone() Contents {
	all := Contents{}
	for name, data := range c {
		all[name] = bytes.Clone(data)
	}
	return all
}

// Contents returns what the disk holds now. Another program would find these contents if the writing program were
// killed.
func (d *Disk) Contents() Contents {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := Contents{}
	for name, f := range d.files {
		all[name] = bytes.Clone(f.data)
	}
	return all
}

// Load replaces everything on the disk and ends its fault. No file may be open. The disk takes ownership of the bytes.
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

// Grow extends a file with zeros to at least the given size, and syncs it.
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

// Spoil overwrites a file from an offset to its end, without being noticed by handles that have the file open.
func (d *Disk) Spoil(name string, from int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	data := d.files[name].data
	for i := from; i < len(data); i++ {
		data[i] = 0xA5
	}
}
