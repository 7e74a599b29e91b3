package sqlite

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store"
)

// filesIn returns the files of a folder.
func filesIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	files := must(os.ReadDir(folder))
	for _, f := range files {
		names = append(names, f.Name())
	}
	return names
}

// Backups makes one backup a day and keeps the newest three. Each of them can be opened.
func TestOneBackupADay(t *testing.T) {
	st := must(Open(t.Context(), filepath.Join(t.TempDir(), "settable.db"), Options{}))
	defer st.Close()
	must(st.Welcome(t.Context(), 7, 11, 100, noon))
	now, folder := noon, filepath.Join(t.TempDir(), "backups")
	b := Backups{Database: st, Folder: folder, Most: 3, Now: func() time.Time { return now }}
	made := must(b.MakeDue(t.Context()))
	require.Equal(t, filepath.Join(folder, "settable-20261120T120000Z.db"), made)
	now = noon.Add(23 * time.Hour)
	made = must(b.MakeDue(t.Context()))
	require.Empty(t, made, "no backup is due yet")

	// Files of a killed backup are removed, and all other files stay.
	require.NoError(t, os.WriteFile(filepath.Join(folder, "settable-20261120T130000Z.db.part"), nil, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "notes.txt"), nil, 0o600))
	for range 4 {
		now = now.Add(24 * time.Hour)
		made = must(b.MakeDue(t.Context()))
		require.NotEmpty(t, made)
	}
	require.Equal(t, []string{"notes.txt", "settable-20261123T110000Z.db", "settable-20261124T110000Z.db",
		"settable-20261125T110000Z.db"}, filesIn(t, folder))
	copied := must(Open(t.Context(), made, Options{ReadOnly: true}))
	defer copied.Close()
	audit := must(copied.Audit(t.Context(), 0))
	require.EqualValues(t, 100, audit.Granted)

	// If the clock was wrong for a while, later backups follow the corrected clock.
	now = time.Unix(60, 0)
	made = must(b.MakeDue(t.Context()))
	require.Contains(t, made, "settable-19700101T000100Z.db")
	made = must(b.MakeDue(t.Context()))
	require.Empty(t, made, "the next backup isn't due yet")
	require.Contains(t, filesIn(t, folder), "settable-20261125T110000Z.db")
}

// syncBuffer is a log that can be read while it is written.
type syncBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *syncBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *syncBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// failingBackup is a database on a disk that is full for a while.
type failingBackup struct{ fails int }

func (f *failingBackup) Backup(_ context.Context, path string) (a store.Audit, err error) {
	if f.fails--; f.fails >= 0 {
		return a, errors.New("backing up to it: the disk is full: make room")
	}
	return a, os.WriteFile(path, nil, 0o600)
}

// A failed backup is logged and retried an hour later.
func TestBackupToAFullDisk(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		var log syncBuffer
		ctx, end := context.WithCancel(t.Context())
		go Backups{Database: &failingBackup{2}, Folder: folder, Most: 2, Now: time.Now,
			Log: slog.New(slog.NewTextHandler(&log, nil))}.Run(ctx)
		time.Sleep(time.Hour + 20*time.Minute)
		synctest.Wait()
		require.Equal(t, 2, strings.Count(log.String(), "daily backup failed"))
		require.Contains(t, log.String(), "make room")
		require.Empty(t, filesIn(t, folder))
		time.Sleep(49 * time.Hour)
		synctest.Wait()
		require.Equal(t, 3, strings.Count(log.String(), "daily backup made"))
		require.Len(t, filesIn(t, folder), 2)
		end()
		synctest.Wait()
	})
}
