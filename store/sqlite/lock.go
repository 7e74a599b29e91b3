package sqlite

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// fileLock keeps a second bot from writing the same database, because each bot holds tables in memory and
// would play on without the other's moves. It locks a file of its own: closing any handle of the
// database file would drop the locks that SQLite holds on it.
type fileLock struct {
	file   *os.File
	said   string    // the text that its last holder wrote into the file
	before time.Time // when the last holder gave its last sign of life; zero: there was none
}

// lockAt locks the file path, which it creates with mode 0600. The error is store.ErrLocked where
// another process holds it. The system releases the lock when the process ends, however it ends.
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

// Alive is when the last holder gave its last sign of life; zero: there was none.
func (l *fileLock) Alive() time.Time { return l.before }

// Beat is a sign of life: it sets the modification time of the file, which needs no commit.
func (l *fileLock) Beat(now time.Time) error { return os.Chtimes(l.file.Name(), now, now) }

// Release releases the lock. The file stays, because removing it could remove another process's lock.
func (l *fileLock) Release() error {
	if l == nil {
		return nil
	}
	if err := l.file.Close(); err != nil {
		return fmt.Errorf("unlocking: %w", err)
	}
	return nil
}
