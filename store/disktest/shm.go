package disktest

import (
	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// shm is the index of a WAL, shared by all connections to the database. It exists only in memory, and the last
// connection to close it drops it.
type shm struct {
	users   int
	regions []uintptr
	slots   [sqlite3.SQLITE_SHM_NLOCK]slot
}

// slot is one of the locks of the index.
type slot struct {
	readers map[*handle]bool
	writer  *handle
}

// region returns the address of part i of the index. If extend is true, it creates a missing part.
func (h *handle) region(tls *libc.TLS, i, size int, extend bool) (at uintptr, code int32) {
	s := &h.file.shm
	if !h.mapped {
		h.mapped = true
		s.users++
	}
	for extend && len(s.regions) <= i {
		p := libc.Xcalloc(tls, 1, libc.Tsize_t(size))
		if p == 0 {
			return 0, sqlite3.SQLITE_NOMEM
		}
		s.regions = append(s.regions, p)
	}
	if i < len(s.regions) {
		at = s.regions[i]
	}
	return at, sqlite3.SQLITE_OK
}

func (h *handle) unmap(tls *libc.TLS) {
	if !h.mapped {
		return
	}
	h.mapped = false
	s := &h.file.shm
	for i := range s.slots {
		s.slots[i].release(h)
	}
	if s.users--; s.users > 0 {
		return
	}
	for _, p := range s.regions {
		libc.Xfree(tls, p)
	}
	s.regions = nil
}

func (s *slot) release(h *handle) {
	delete(s.readers, h)
	if s.writer == h {
		s.writer = nil
	}
}

// shmLock takes or releases n locks, either all of them or none.
func (h *handle) shmLock(first, n int, flags int32) int32 {
	slots := h.file.slots[first : first+n]
	for i := range slots {
		s := &slots[i]
		others := len(s.readers)
		if s.readers[h] {
			others--
		}
		taken := s.writer != nil && s.writer != h
		if flags&sqlite3.SQLITE_SHM_LOCK != 0 && (taken || flags&sqlite3.SQLITE_SHM_EXCLUSIVE != 0 && others > 0) {
			return sqlite3.SQLITE_BUSY
		}
	}
	for i := range slots {
		s := &slots[i]
		switch {
		case flags&sqlite3.SQLITE_SHM_UNLOCK != 0:
			s.release(h)
		case flags&sqlite3.SQLITE_SHM_EXCLUSIVE != 0:
			s.writer = h
		default:
			if s.readers == nil {
				s.readers = map[*handle]bool{}
			}
			s.readers[h] = true
		}
	}
	return sqlite3.SQLITE_OK
}
