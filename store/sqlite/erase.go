package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"settable/store"
)

// erasing is how long Erase waits for readers, in milliseconds. Nothing can be written during that time.
const erasing = 100

// Erase empties the WAL, so that neither the WAL nor the database file contains deleted data, and grows the WAL back to
// its former length. conn is the writer's connection, outside of a transaction. Erase returns store.ErrReading if a
// reader still needs the WAL.
func (f *File) Erase(ctx context.Context, conn *sql.Conn) error {
	var length int64 // 0: on a VFS that is not the system's
	if was, err := os.Stat(f.Path + "-wal"); f.VFS == "" && err == nil {
		length = was.Size()
	}
	if err := f.Truncate(ctx, conn); err != nil {
		return err
	}
	if err := grow(f.Path, length); err != nil {
		f.Log.Warn("preallocating the WAL file failed, commits will be slower until it has grown", "error", err)
	}
	return nil
}

// Truncate is like Erase but leaves the WAL empty.
func (f *File) Truncate(ctx context.Context, conn *sql.Conn) error {
	var usual int
	if err := conn.QueryRowContext(ctx, `PRAGMA busy_timeout`).Scan(&usual); err != nil {
		return fmt.Errorf("checkpointing and truncating the WAL: %w", err)
	}
	var busy, pages, written int
	_, err := conn.ExecContext(ctx, fmt.Sprintf(`PRAGMA busy_timeout = %d`, erasing))
	if err == nil {
		err = conn.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &written)
	}
	if _, again := conn.ExecContext(context.Background(), fmt.Sprintf(`PRAGMA busy_timeout = %d`, usual)); err == nil {
		err = again
	}
	if err != nil {
		return fmt.Errorf("checkpointing and truncating the WAL: %w", err)
	}
	if busy != 0 {
		return store.ErrReading
	}
	return nil
}

// empty empties the WAL of a killed program, which may have forgotten a player just before it was killed.
func (f *File) empty(ctx context.Context, db *sql.DB) error {
	at, err := os.Stat(f.Path + "-wal")
	if f.VFS != "" || f.marked != "" || err != nil || at.Size() == 0 { // only a clean stop leaves a mark
		return nil
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if err = f.Erase(ctx, conn); errors.Is(err, store.ErrReading) {
		err = nil // the next stop empties the WAL
	}
	return errors.Join(err, conn.Close())
}

// Emptied records the state of the files after Erase, which may have made the WAL shorter.
func (w *fileWatch) Emptied() error {
	db, wal, err := w.now()
	if err == nil && os.SameFile(wal, w.wal) {
		w.wal = wal
	}
	if err == nil {
		_, err = w.isTouched(db, wal)
	}
	return err
}
