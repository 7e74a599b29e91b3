package lobby

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
)

// A table that isn't reopened because the bot stops or has lost its lease isn't stuck, and the log has no error.
func TestInterruptedReopeningIsNoError(t *testing.T) {
	for _, err := range []error{context.Canceled, store.ErrClosed, store.ErrLost} {
		var log bytes.Buffer
		l := &Lobby{Parts: Parts{Log: slog.New(slog.NewTextHandler(&log, nil))}}
		require.Equal(t, ErrLeaving, l.CannotReopen(1, fmt.Errorf("reading a table: %w", err)))
		require.Empty(t, log.String())
	}
}
