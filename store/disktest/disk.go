// Package disktest is a disk in memory that fails when it is told to, and forgets what was not synced
// when its power is cut. SQLite uses it like a real one, so everything above it is the code that
// plays at real tables. Only tests use it.
package disktest

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// Disk holds files by their names. Its own name is what a connection gives as its vfs. Sleeping on it
// takes no time, so that a wait for a lock is short.
type Disk struct {
	name string
	vfs  uintptr // C's sqlite3_vfs
	tls  *libc.TLS

	mu    sync.Mutex
	files map[string]*file
	open  int
	fault Fault
	met   int   // how many operations of the fault's kind there have been
	tape  *Tape // nil: nobody records
}

// file is what lies under one name. A deleted file lives on for those who have it open.
type file struct {
	data []byte
	locks
	shm
}

// disks counts the disks, for their names.
var disks atomic.Int64

// NewDisk is an empty disk that SQLite knows under its name until Close.
func NewDisk() (*Disk, error) {
	d := &Disk{name: fmt.Sprintf("disk%d", disks.Add(1)), tls: libc.NewTLS(), files: map[string]*file{}}
	if err := d.register(); err != nil {
		return nil, fmt.Errorf("registering a disk: %w", err)
	}
	return d, nil
}

// Name is the name under which SQLite knows the disk.
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

// Contents are files by their name.
type Contents map[string][]byte

// Clone is a copy that shares no bytes.
func (c Contents) Clone() Contents {
	all := Contents{}
	for name, data := range c {
		all[name] = bytes.Clone(data)
	}
	return all
}

// Contents is what the disk holds now, which is what another program finds after the writing one was
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

// Load replaces everything that the disk holds, and mends it. Nothing may be open on it. The bytes
// belong to the disk from then on.
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
