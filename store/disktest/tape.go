package disktest

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"slices"
)

// A Tape records the operations on a disk in order. It starts when everything is synced.
type Tape struct {
	start  Contents
	events []event
	marks  int
}

type event struct {
	kind kind
	name string
	at   int64  // wrote: the offset; cut: the new size
	data []byte // wrote
	sync bool   // for synced and deleted: the operation reached the disk
}

type kind int

const (
	made kind = iota
	wrote
	cut
	synced
	deleted
	marked
)

// Record starts a tape. The current contents of the disk count as synced.
func (d *Disk) Record() *Tape {
	start := d.Contents()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tape = &Tape{start: start}
	return d.tape
}

// Mark records on the tape that a write was acknowledged, and returns the number of the mark: 1, 2, 3 …
func (d *Disk) Mark() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tape.marks++
	d.tape.add(event{kind: marked})
	return d.tape.marks
}

// Stop ends the tape.
func (d *Disk) Stop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tape = nil
}

func (t *Tape) add(e event) {
	if t != nil {
		t.events = append(t.events, e)
	}
}

// Len returns the number of moments before, between and after the events.
func (t *Tape) Len() int { return len(t.events) + 1 }

// A Moment is the state of a disk between two events of its tape.
type Moment struct {
	At    int // the number of events so far; 0: before the first event
	Marks int // made so far

	synced map[string]*blob // by the names on the disk
	now    map[string]*blob // by the names that programs see
}

// blob is a file with its synced content and its unsynced operations.
type blob struct {
	synced   []byte
	unsynced []event
}

// Walk goes through the moments of the tape until see returns false. The seed decides the effects of failed syncs.
func (t *Tape) Walk(seed uint64, see func(*Moment) bool) {
	r := rand.New(rand.NewPCG(seed, 1))
	m := &Moment{synced: map[string]*blob{}, now: map[string]*blob{}}
	for name, data := range t.start {
		m.synced[name] = &blob{synced: bytes.Clone(data)}
		m.now[name] = m.synced[name]
	}
	if !see(m) {
		return
	}
	for _, e := range t.events {
		m.At++
		m.apply(e, r)
		if !see(m) {
			return
		}
	}
}

func (m *Moment) apply(e event, r *rand.Rand) {
	switch e.kind {
	case marked:
		m.Marks++
	case made:
		m.now[e.name] = &blob{}
	case deleted:
		delete(m.now, e.name)
		if e.sync {
			delete(m.synced, e.name)
		}
	case wrote, cut:
		b := m.now[e.name]
		b.unsynced = append(b.unsynced, e)
	case synced:
		b := m.now[e.name]
		for _, c := range b.unsynced {
			// After a failed sync, the operating system treats the data as written, although it may be lost.
			if e.sync || r.IntN(2) == 0 {
				b.synced = c.applyTo(b.synced)
			}
		}
		b.unsynced = nil
		if e.sync && m.synced[e.name] != b {
			m.synced = maps.Clone(m.now) // SQLite syncs the folder together with the first sync of a new file
		}
	}
}

// applyTo returns the data of a file after the event.
func (e event) applyTo(data []byte) []byte {
	if e.kind == cut {
		return data[:min(e.at, int64(len(data)))]
	}
	return overwrite(data, e.at, e.data)
}

// Lose returns what a power loss at this moment leaves on the disk: everything that was synced, and a random part of
// the rest, which may be whole, torn or missing.
func (m *Moment) Lose(r *rand.Rand) Contents {
	left := Contents{}
	chance := randomPart(r)
	names := slices.Sorted(maps.Keys(m.now))
	for name := range m.synced {
		if m.now[name] == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		b := m.now[name]
		if old := m.synced[name]; old != b && r.IntN(2) == 0 {
			b = old // neither the deletion nor the new file has reached the folder
		}
		if b == nil {
			continue
		}
		data := bytes.Clone(b.synced)
		for _, e := range b.unsynced {
			for _, part := range chance(e) {
				data = part.applyTo(data)
			}
		}
		left[name] = data
	}
	return left
}

// randomPart chooses what a disk keeps of unsynced writes: nothing, everything, everything up to a moment, or random
// pieces in sectors of 512 or 4,096 bytes.
func randomPart(r *rand.Rand) func(event) []event {
	sector := int64(512)
	if r.IntN(2) == 0 {
		sector = 4096
	}
	torn := func(e event) []event { // some sectors of a write
		var parts []event
		end := e.at + int64(len(e.data))
		for from := e.at; from < end; {
			to := min(end, (from/sector+1)*sector)
			if r.IntN(2) == 0 {
				parts = append(parts, event{kind: wrote, at: from, data: e.data[from-e.at : to-e.at]})
			}
			from = to
		}
		return parts
	}
	switch r.IntN(4) {
	case 0:
		return func(event) []event { return nil }
	case 1:
		return func(e event) []event { return []event{e} }
	case 2: // in order, up to a torn one
		lost := false
		last := 1 + r.IntN(30)
		return func(e event) []event {
			switch {
			case lost:
				return nil
			case r.IntN(last) == 0:
				lost = true
				return torn(e)
			}
			return []event{e}
		}
	}
	return func(e event) []event { // in any order
		switch r.IntN(4) {
		case 0:
			return nil
		case 1:
			return torn(e)
		}
		return []event{e}
	}
}
