package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// lossyDisk is a disk on which only synced data survives a power loss. The sync of a file saves its content, and the
// sync of a folder saves the names in it.
type lossyDisk struct {
	contents map[string]string // the contents of files when they were last synced
	names    map[string]string // the contents of the files whose names are on disk
}

func newLossyDisk(t *testing.T) *lossyDisk {
	t.Helper()
	s, before := &lossyDisk{map[string]string{}, map[string]string{}}, toDisk
	t.Cleanup(func() { toDisk = before })
	toDisk.file = func(path string) error {
		whole, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		s.contents[string(whole)] = path
		return before.file(path)
	}
	toDisk.folder = func(path string) error {
		s.names = map[string]string{}
		all, err := os.ReadDir(path)
		for i := 0; err == nil && i < len(all); i++ {
			var whole []byte
			if whole, err = os.ReadFile(filepath.Join(path, all[i].Name())); err == nil {
				s.names[all[i].Name()] = string(whole)
			}
		}
		return errors.Join(err, before.folder(path))
	}
	return s
}

// requireSynced returns an error if a power loss would lose the content or the name of a file.
func (s *lossyDisk) requireSynced(path string) error {
	whole, named := s.names[filepath.Base(path)]
	if !named {
		return fmt.Errorf("the name %s is lost", filepath.Base(path))
	}
	if _, synced := s.contents[whole]; !synced {
		return fmt.Errorf("the content of %s is lost", filepath.Base(path))
	}
	return nil
}

// filledFile returns a database with one row, which is checkpointed into its file.
func filledFile(t *testing.T) *File {
	t.Helper()
	f := must(FileAt(filepath.Join(t.TempDir(), "settable.db"), slog.New(slog.DiscardHandler)))
	lock := must(f.Place())
	was := must(f.Inspect(t.Context()))
	db := must(f.Writer(t.Context(), was))
	_, err := db.ExecContext(t.Context(), `INSERT INTO identifies (at) VALUES (7)`)
	require.NoError(t, errors.Join(err, db.Close(), lock.Release()))
	return f
}

func skipProof(string) error { return nil }

// The test copies a database and restores a copy. A finished backup survives an immediate power loss. If one of the
// syncs were missing, it would not.
func TestBackupSurvivesAPowerLoss(t *testing.T) {
	deeds := map[string]func(ctx context.Context, f *File, to string) error{
		"a backup": func(ctx context.Context, f *File, to string) error { return copyDatabase(ctx, f.Path, to, skipProof) },
		"a restore": func(ctx context.Context, f *File, to string) error {
			place, err := FileAt(to, slog.New(slog.DiscardHandler))
			if err == nil {
				_, err = place.Restore(ctx, f, skipProof)
			}
			return err
		},
	}
	for name, deed := range deeds {
		t.Run(name, func(t *testing.T) {
			f, to := filledFile(t), filepath.Join(t.TempDir(), "copy.db")
			s := newLossyDisk(t)
			require.NoError(t, deed(t.Context(), f, to))
			require.NoError(t, s.requireSynced(to))

			// These are the mistakes that requireSynced must find.
			whole := toDisk
			for what, c := range map[string]func(){
				"the content of copy.db is lost": func() { toDisk.file = skipProof },
				"the name copy.db is lost":       func() { toDisk.folder = skipProof },
			} {
				toDisk = whole
				s.contents, s.names = map[string]string{}, map[string]string{}
				c()
				to := filepath.Join(t.TempDir(), "copy.db")
				require.NoError(t, deed(t.Context(), f, to))
				require.EqualError(t, s.requireSynced(to), what)
			}
		})
	}
}

// A failed sync leaves no file that could be mistaken for a backup.
func TestFailedSyncLeavesNoBackup(t *testing.T) {
	f := filledFile(t)
	before := toDisk
	t.Cleanup(func() { toDisk = before })
	toDisk.file = func(path string) error {
		require.True(t, strings.HasSuffix(path, ".part"), "a backup gets its name only after its sync")
		return errors.New("the disk is gone")
	}
	to := filepath.Join(t.TempDir(), "copy.db")
	require.ErrorContains(t, copyDatabase(t.Context(), f.Path, to, skipProof), "the disk is gone")
	for _, path := range []string{to, to + ".part"} {
		_, err := os.Lstat(path)
		require.ErrorIs(t, err, fs.ErrNotExist)
	}
}
