package sqlite

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"modernc.org/sqlite"
)

// Connections use the lookaside memory that the program configures before the first connection opens.
func TestLookasideMemoryIsUsed(t *testing.T) {
	f := must(FileAt(filepath.Join(t.TempDir(), "settable.db"), slog.New(slog.DiscardHandler)))
	lock := must(f.Place())
	t.Cleanup(func() { require.NoError(t, lock.Release()) })
	_, db, err := openInspected(context.Background(), f, 1)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	for range lookasideSlots / 5 { // each statement needs several slots
		stmt := must(db.PrepareContext(t.Context(), `SELECT 1`))
		t.Cleanup(func() { require.NoError(t, stmt.Close()) })
	}
	conn := must(db.Conn(t.Context()))
	t.Cleanup(func() { require.NoError(t, conn.Close()) })
	full := -1
	require.NoError(t, conn.Raw(func(c any) (err error) {
		_, full, err = c.(sqlite.DBStatus).Status(sqlite.DBStatusLookasideMissFull, false)
		return err
	}))
	require.Zero(t, full, "no request found the lookaside memory full")
}
