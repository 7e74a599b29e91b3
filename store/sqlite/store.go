// Package sqlite keeps what package store speaks of in one SQLite file. A line that Append has acknowledged is on the
// disk; a line it has not acknowledged is not, or is not yet.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"settable/migrations"
	"settable/store"
)

// DB is an open database: one writer, several readers.
type DB struct {
	path    string
	lock    *lock
	readers *sql.DB
	read    [readCount]*sql.Stmt

	gate   sync.RWMutex // held for reading while an order is put into the queue
	queue  chan *order  // nil: read only
	closed bool
	done   chan struct{} // closed when the writer has written all
	pen    *pen

	closing sync.Once
	closeEr error
}

var _ store.Store = (*DB)(nil)

// Options are the choices of Open; the zero value is good.
type Options struct {
	ReadOnly bool         // no writes, no migrations, no lock: beside a running bot
	Queue    int          // how many writes may wait; 0: 8192, four for each of 2,000 tables
	Readers  int          // how many queries run at once; 0: 4
	Log      *slog.Logger // told of migrations, backups and a disk that fails; nil: silent
	WAL      int64        // how long the WAL is made at the start, in bytes, see RoomyWAL; 0: as long as it must be
	VFS      string       // SQLite's way to the disk, by the name it is registered under; empty: the system's
}

func (o Options) filled() Options {
	if o.Queue <= 0 {
		o.Queue = 8192
	}
	if o.Readers <= 0 {
		o.Readers = 4
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// Open opens the database file at path, makes it and its folder (modes 0600
// and 0700) where there is none, and brings it to the present shape after a
// backup beside it. A file that is no database of Settable, is damaged, is
// newer than this program or is in use by another bot is left as it is: the
// error says in one sentence what to do.
func Open(ctx context.Context, path string, opt Options) (*DB, error) {
	b, err := newBuilding(path, opt.filled(), migrations.SQLite())
	if err != nil {
		return nil, err
	}
	s, err := b.open(ctx)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Close writes what is queued, then closes the file. Writes that come later
// get ErrClosed. It may be called more than once.
func (s *DB) Close() error {
	s.closing.Do(func() { s.closeEr = s.shut() })
	return s.closeEr
}

func (s *DB) shut() error {
	if s.queue != nil {
		s.gate.Lock()
		s.closed = true
		close(s.queue)
		s.gate.Unlock()
		<-s.done
	}
	var all []error
	for _, stmt := range s.read {
		if stmt != nil {
			all = append(all, stmt.Close())
		}
	}
	if s.readers != nil {
		all = append(all, s.readers.Close())
	}
	// The writer goes last: SQLite folds the WAL into the file with the last connection.
	if s.pen != nil {
		all = append(all, s.pen.close())
	}
	all = append(all, s.lock.release())
	if err := errors.Join(all...); err != nil {
		return fmt.Errorf("closing the database %s: %w", s.path, err)
	}
	return nil
}
