package sqlite

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// fileLock prevents a second bot from writing to the same database, because each bot keeps tables in memory and would
// miss the other's moves. It locks a separate file, because closing any handle of the database file would drop SQLite's
// locks on it.
type fileLock struct {
	file   *os.File
	said   string    // the text that its last holder wrote into the file
	before time.Time // the last heartbeat of the last holder; zero: none
}

// lockAt locks the file at path, and creates it with mode 0600 if it doesn't exist. It returns store.ErrLocked if
// another process holds the lock. The system releases the lock when the process ends, however it ends.
func lockAt(path string) (*fileLock, error) {
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
	l := &fileLock{file: f, said: string(said)}
	if !made {
		l.before = info.ModTime()
	}
	return l, nil
}

// Alive returns the last heartbeat of the last holder, or the zero time if the lock file is new.
func (l *fileLock) Alive() time.Time { return l.before }

// Beat records a heartbeat as the modification time of the file, which needs no commit.
func (l *fileLock) Beat(now time.Time) error { return os.Chtimes(l.file.Name(), now, now) }

// Release releases the lock. It leaves the file in place, because removing it could remove another process's lock.
func (l *fileLock) Release() error {
	if l == nil {
		return nil
	}
	if err := l.file.Close(); err != nil {
		return fmt.Errorf("unlocking: %w", err)
	}
	return nil
}
