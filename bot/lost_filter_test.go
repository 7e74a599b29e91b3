package bot

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
)

// Errors after a lost lease are expected and aren't reported to the host. All other errors are reported.
func TestLostLeaseIsNotReported(t *testing.T) {
	var said strings.Builder
	log := slog.New(lostFilter{slog.NewTextHandler(&said, nil)}).With("shard", 2).WithGroup("table")
	log.Error("saving a move failed", "table", 1, "error", fmt.Errorf("writing: %w", store.ErrLost))
	log.Error("saving a move failed", "table", 1, "error", fmt.Errorf("writing: %w", store.ErrClosed))
	require.Empty(t, said.String())
	log.Error("saving a move failed", "table", 1, "error", errors.New("the disk is full"))
	require.Contains(t, said.String(), `shard=2 table.table=1 table.error="the disk is full"`)
}
