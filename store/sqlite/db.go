// Package sqlite implements the contract of package store with one SQLite file. Every line that Append has acknowledged
// is on disk. A line that hasn't been acknowledged yet may be lost.
package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
	"sync/atomic"

	"settable/store"
	"settable/store/sqlstore"
	"settable/store/writer"
)

// DB is an open database with one writer and several readers.
type DB struct {
	*sqlstore.Store

	base     *sqlstore.Base
	path     string
	file     *File
	conn     *writer.Conn // nil: read only
	lock     *fileLock
	watch    *fileWatch // nil: read-only, or on a VFS that is not the system's
	lost     atomic.Bool
	close    sync.Once
	closeErr error
}

var _ store.Store = (*DB)(nil)

// Options are the options of Open. The zero value is valid.
type Options struct {
	ReadOnly bool         // no writes, no migrations, no lock: for use next to a running bot
	Queue    int          // how many writes may wait; 0: 8192, four for each of 2,000 tables
	Readers  int          // how many queries run at once; 0: 4
	Log      *slog.Logger // logs migrations, backups and failures of the disk; nil: silent
	// WAL is the size in bytes to which the WAL grows at the start (see RoomyWAL). If it is 0, the WAL is not grown.
	WAL int64
	VFS string // the name under which SQLite's VFS is registered; empty: the system's
	// Lost is called once, with store.ErrReplaced, at most a minute after the file was deleted, truncated or replaced
	// while in use. Nothing is written from then on. Lost must not wait for the database.
	Lost func(error)

	// Migrations are the migration scripts; nil means migrations.SQLite(). A test adds a script that removes a rule of
	// the schema, to show that the check notices.
	Migrations fs.FS
}

func (o Options) withDefaults() Options {
	o.Queue = cmp.Or(max(o.Queue, 0), 8192)
	o.Readers = cmp.Or(max(o.Readers, 0), 4)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return o
}

// RoomyWAL is the length in bytes that a WAL reaches anyway. It has room for 1,000 pages, after which SQLite makes a
// checkpoint, and for the rest of the commit that fills them.
const RoomyWAL = 5 << 20

// Open opens the database file at path. If the file doesn't exist, Open creates it and its folder (modes 0600 and
// 0700). It migrates an older database after making a backup next to it. It leaves a file unchanged if the file isn't a
// database of Settable, is damaged, is newer than this program, or is used by another bot. The error says in one
// sentence what to do.
func Open(ctx context.Context, path string, opt Options) (*DB, error) {
	o, err := opt.opening(path)
	if err != nil {
		return nil, err
	}
	return o.open(ctx)
}

// opening is a database that is about to be opened. Tests change it to break a safeguard and to show that the checks
// notice.
type opening struct {
	file           *File
	queue, readers int
	lost           func(error)
	touch          string   // a statement that writes a page without changing anything
	writes         []string // the statements of the writer
}

func (o Options) opening(path string) (*opening, error) {
	o = o.withDefaults()
	file, err := FileAt(path, o.Log)
	if err != nil {
		return nil, err
	}
	file.ReadOnly, file.VFS, file.WAL = o.ReadOnly, o.VFS, o.WAL
	if o.Migrations != nil {
		file.Migrations = o.Migrations
	}
	touch := fmt.Sprintf(`PRAGMA application_id = %d`, applicationID)
	return &opening{file: file, queue: o.Queue, readers: o.Readers, lost: o.Lost, touch: touch,
		writes: dialect.Writes()}, nil
}

func (o *opening) open(ctx context.Context) (db *DB, err error) {
	db = &DB{base: sqlstore.New(o.file.Path, dialect), path: o.file.Path, file: o.file}
	defer func() {
		if err != nil {
			err = o.file.Explain(err)
			if shut := db.shutDown(); shut != nil {
				o.file.Log.Warn("closing a database after it failed to open", "err", shut)
			}
			db = nil
		}
	}()
	if db.lock, err = o.file.Place(); err != nil {
		return db, err
	}
	if !o.file.ReadOnly {
		o.file.Tidy()
	}
	if !o.file.ReadOnly && o.file.VFS == "" {
		if db.watch, err = o.file.Watch(); err != nil {
			return db, err
		}
	}
	was, readers, err := openInspected(ctx, o.file, o.readers) // the pool that inspected the file also serves the readers
	if err != nil {
		return db, err
	}
	if !o.file.ReadOnly {
		if db.conn, err = o.begin(ctx, was, db.watch); err != nil {
			return db, errors.Join(err, readers.Close())
		}
		if was.Migrates() {
			// If the file is locked, readers that still have the old schema would report missing tables.
			if err = readers.Close(); err != nil {
				return db, err
			}
			if readers, err = o.file.Readers(o.readers); err != nil {
				return db, err
			}
		}
	}
	if err = db.base.Read(ctx, readers); err != nil {
		return db, err
	}
	if db.conn != nil {
		db.base.Start(db.conn, writer.Options{Queue: o.queue, Log: o.file.Log, Watch: db.writerWatch(o)})
	}
	db.Store = db.base.Store()
	return db, nil
}

var dialect = sqlstore.Dialect{Advice: advice, Damaged: isDamaged}

// begin opens the connection of the writer on a migrated database.
func (o *opening) begin(ctx context.Context, was Shape, watch *fileWatch) (*writer.Conn, error) {
	pool, err := o.file.Writer(ctx, was)
	if err != nil {
		return nil, err
	}
	if watch != nil {
		if err := watch.Begin(ctx, pool); err != nil {
			return nil, errors.Join(err, pool.Close())
		}
	}
	// From here on, the writer waits for locks itself, between its attempts to begin.
	if _, err := pool.ExecContext(ctx, `PRAGMA busy_timeout = 0`); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	// IMMEDIATE takes the write lock at once; a deferred transaction could fail to get it halfway.
	conn, err := writer.NewConn(ctx, pool, `BEGIN IMMEDIATE`, o.touch, o.writes)
	if err != nil {
		return nil, err
	}
	return conn.Patient(isBusy), nil
}

// writerWatch returns the functions with which the writer checks its file. If another program has written to the file,
// they check that the writer's own data is still in it.
func (db *DB) writerWatch(o *opening) writer.Watch {
	if db.watch == nil {
		return writer.Watch{}
	}
	return writer.Watch{
		Check: func() error {
			touched, err := db.watch.Check()
			if err != nil || !touched {
				return err
			}
			if err := db.verifyFile(o); err != nil {
				return err
			}
			return db.watch.Note()
		},
		Note: db.watch.Note,
		Lost: func(err error) {
			db.lost.Store(true)
			o.file.Log.Error("database file was removed or replaced, stopping the bot", "database", o.file.Path,
				"error", err)
			if o.lost != nil {
				o.lost(err)
			}
		},
	}
}

// verifyFile reopens the file and checks that it is valid and has the newest line of each open table.
func (db *DB) verifyFile(o *opening) (err error) {
	fresh, err := o.file.Readers(1)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, fresh.Close()) }()
	ctx := context.Background()
	err = checkSound(ctx, fresh, "quick_check(1)")
	if err == nil {
		err = db.base.VerifyNewestLinks(ctx, fresh)
	}
	if err == nil || (advice(err) != "" && !isDamaged(err)) {
		return err // a failing disk may recover
	}
	return fmt.Errorf("%w (overwritten): %w", store.ErrReplaced, err)
}

// Close finishes the queued writes and then closes the file.
func (db *DB) Close() error {
	db.close.Do(func() { db.closeErr = db.shutDown() })
	return db.closeErr
}

func (db *DB) shutDown() error {
	all := []error{db.base.Stop()}
	switch {
	case db.lost.Load():
		// The connection stays open until the program ends. If it were closed, SQLite would write a checkpoint from the
		// WAL into a file that isn't ours, and would delete by name a WAL that isn't ours either.
		all = append(all, db.watch.SetWALAside())
	case db.conn != nil:
		// Another connection, such as that of `settable audit`, would keep the WAL with recently deleted data.
		emptied := db.file.VFS != "" || db.file.Truncate(context.Background(), db.conn.Conn) == nil
		// The writer closes last, because SQLite writes a checkpoint when the last connection closes.
		all = append(all, db.conn.Close())
		if db.watch != nil {
			all = append(all, db.watch.Close())
		}
		if w := db.base.Writer; w != nil && errors.Join(all...) == nil && w.Trouble() == "" && emptied {
			db.file.Mark(db.lock)
		}
	case db.watch != nil:
		all = append(all, db.watch.Close())
	}
	all = append(all, db.lock.Release())
	if err := errors.Join(all...); err != nil {
		return fmt.Errorf("closing the database %s: %w", db.path, err)
	}
	return nil
}
