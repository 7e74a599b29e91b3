package dbfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// Lock keeps a second bot from writing the same database: two writers would
// each hold tables in memory that the other plays on. It lies on a file of its
// own, because closing any handle of the database file itself would drop the
// locks SQLite holds on it.
type Lock struct {
	file   *os.File
	said   string    // what its last holder noted
	before time.Time // when the last holder gave its last sign of life; zero: there was none
}

// lockAt locks path, which is made with mode 0600. The error is store.ErrLocked where
// another holds it. The system lets go of it when the process ends, however it ends.
func lockAt(path string) (*Lock, error) {
	_, err := os.Stat(path)
	made := errors.Is(err, os.ErrNotExist)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockFile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	said, err := io.ReadAll(io.LimitReader(f, 1000))
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	l := &Lock{file: f, said: string(said)}
	if !made {
		l.before = info.ModTime()
	}
	return l, nil
}

// Alive is when the last holder gave its last sign of life; zero: there was none.
func (l *Lock) Alive() time.Time { return l.before }

// Beat is a sign of life: the file's time of change, which costs no commit.
func (l *Lock) Beat(now time.Time) error { return os.Chtimes(l.file.Name(), now, now) }

// Release lets go. The file stays: removing it could remove another's lock.
func (l *Lock) Release() error {
	if l == nil {
		return nil
	}
	if err := l.file.Close(); err != nil {
		return fmt.Errorf("unlocking: %w", err)
	}
	return nil
}
