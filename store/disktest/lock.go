package disktest

import sqlite3 "modernc.org/sqlite/lib"

// locks records who holds SQLite's locks on one file: the number of readers and the handle that writes.
type locks struct {
	readers int
	writer  *handle // has a reserved, pending or exclusive lock
}

func (h *handle) lock(level int32) int32 {
	switch f := h.file; {
	case h.level >= level:
	case level == sqlite3.SQLITE_LOCK_SHARED:
		if f.writer != nil && f.writer.level >= sqlite3.SQLITE_LOCK_PENDING {
			return sqlite3.SQLITE_BUSY
		}
		f.readers++
		h.level = level
	case f.writer != nil && f.writer != h:
		return sqlite3.SQLITE_BUSY
	case level == sqlite3.SQLITE_LOCK_RESERVED:
		f.writer, h.level = h, level
	default:
		f.writer, h.level = h, sqlite3.SQLITE_LOCK_PENDING
		if f.readers > 1 {
			return sqlite3.SQLITE_BUSY
		}
		h.level = sqlite3.SQLITE_LOCK_EXCLUSIVE
	}
	return sqlite3.SQLITE_OK
}

func (h *handle) unlock(level int32) {
	if h.level <= level {
		return
	}
	if h.file.writer == h {
		h.file.writer = nil
	}
	if level == sqlite3.SQLITE_LOCK_NONE {
		h.file.readers--
	}
	h.level = level
}
