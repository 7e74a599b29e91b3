package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"sync/atomic"
	"time"
)

// integrityChecks records when SQLite last checked the whole file without finding a problem.
type integrityChecks struct{ last atomic.Pointer[time.Time] }

// CheckFile makes SQLite check the whole file while other connections may write to it.
func (l *integrityChecks) CheckFile(ctx context.Context, db *sql.DB) error {
	l.last.Store(nil)
	from := time.Now()
	if err := checkSound(ctx, db, "quick_check(1)"); err != nil {
		return err
	}
	l.last.Store(&from)
	return nil
}

// A mark is the state of a file when its last writer closed it: its length, the CRC-32C of its bytes, and when SQLite
// last checked it. The next start need not check an unchanged file. For a year of games, the check would take many
// seconds, but reading the file takes only a tenth of a second. The lock file stores the mark.
type mark struct {
	size   int64
	sum    uint32
	looked int64 // seconds since 1970
}

const markFormat = "%d bytes %08x looked through %d\n"

const (
	// If the last check is older than lookAgain, SQLite checks even an unchanged file at the next start.
	lookAgain = 7 * 24 * time.Hour
	// markTimeout limits the time spent on a mark at shutdown, because a program that is told to stop usually has ten
	// seconds.
	markTimeout = 4 * time.Second
)

// known reports whether the file hasn't changed since it was closed and was recently checked by SQLite. This process
// must not have the file open, because closing any handle of a database drops SQLite's locks on it.
func (f *File) known() bool {
	for _, tail := range []string{"-wal", "-journal"} {
		if beside, err := os.Stat(f.Path + tail); err == nil && beside.Size() > 0 {
			return false // the database was not closed properly
		}
	}
	text := f.marked
	if f.ReadOnly {
		read, err := os.ReadFile(f.Path + ".lock")
		if err != nil {
			return false
		}
		text = string(read)
	}
	var was mark
	if _, err := fmt.Sscanf(text, markFormat, &was.size, &was.sum, &was.looked); err != nil || f.VFS != "" {
		return false
	}
	looked := time.Unix(was.looked, 0)
	if age := time.Since(looked); age < 0 || age > lookAgain {
		return false
	}
	sum, err := checksum(f.Path, was.size, time.Hour)
	if err != nil || sum != was.sum {
		return false
	}
	f.Checks.last.Store(&looked)
	return true
}

// Mark records the state of a closed file for the next start. If the file may be invalid or reading it takes too long,
// Mark records nothing, and the next start checks the whole file.
func (f *File) Mark(l *fileLock) {
	if f.VFS != "" {
		return
	}
	text := ""
	at, err := os.Stat(f.Path)
	if looked := f.Checks.last.Load(); err == nil && looked != nil {
		var sum uint32
		if sum, err = checksum(f.Path, at.Size(), markTimeout); err == nil {
			text = fmt.Sprintf(markFormat, at.Size(), sum, looked.Unix())
		}
	}
	if err = errors.Join(err, l.note(text)); err != nil {
		f.Log.Info("the next start will check the whole database", "why", err)
	}
}

var (
	errResized = errors.New("its size has changed")
	errSlow    = errors.New("reading it would take too long")
)

// checksum returns the CRC-32C of a file that must have the given length. It gives up after the given time.
func checksum(path string, size int64, most time.Duration) (sum uint32, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	at, err := file.Stat()
	if err != nil || at.Size() != size {
		return 0, errors.Join(err, errResized)
	}
	from, piece, castagnoli := time.Now(), make([]byte, 1<<20), crc32.MakeTable(crc32.Castagnoli)
	for {
		n, err := file.Read(piece)
		sum, size = crc32.Update(sum, castagnoli, piece[:n]), size-int64(n)
		switch {
		case errors.Is(err, io.EOF) && size == 0:
			return sum, nil
		case errors.Is(err, io.EOF):
			return 0, errResized
		case err != nil:
			return 0, err
		case time.Since(from) > most:
			return 0, errSlow
		}
	}
}

// note writes a text into the lock file without changing the time of the last heartbeat.
func (l *fileLock) note(text string) error {
	at, err := l.file.Stat()
	if err != nil {
		return err
	}
	if _, err = l.file.WriteAt([]byte(text), 0); err == nil {
		err = l.file.Truncate(int64(len(text)))
	}
	return errors.Join(err, l.Beat(at.ModTime()))
}

// unmark removes the mark of the last clean stop, so that no mark remains if this program is killed. It syncs the
// removal, because a mark that reappeared after a power loss would belong to an older state of the file.
func (l *fileLock) unmark() error {
	if l.said == "" {
		return nil
	}
	if err := errors.Join(l.note(""), l.file.Sync()); err != nil {
		return fmt.Errorf("removing the clean-shutdown marker: %w", err)
	}
	return nil
}
