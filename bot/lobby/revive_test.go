package lobby

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/ids"
)

// If the bot doesn't reopen a table because it is stopping or has lost its lease, it neither reports the table as
// stuck nor logs an error.
func TestInterruptedReopeningIsNotAnError(t *testing.T) {
	for _, err := range []error{context.Canceled, store.ErrClosed, store.ErrLost} {
		var log bytes.Buffer
		l := &Lobby{Parts: Parts{Log: slog.New(slog.NewTextHandler(&log, nil))}}
		require.Equal(t, ErrLeaving, l.CannotReopen(1, fmt.Errorf("reading a table: %w", err)))
		require.Empty(t, log.String())
	}
}

// A message's id contains its time only in milliseconds, and the bot's clock may be slightly ahead of Discord's.
// Nevertheless, a message that was posted because a new hand began must count as newer than the beginning of that
// hand.
func TestPostOfANewHandIsNewerThanItsBeginning(t *testing.T) {
	began := time.Date(2026, 11, 27, 20, 0, 0, 900_000, time.UTC)
	for _, ahead := range []time.Duration{0, time.Millisecond, 90 * time.Millisecond} {
		require.True(t, isPostedAfter(ids.MessageAt(began.Add(-ahead)), began), ahead)
	}
	require.False(t, isPostedAfter(ids.MessageAt(began.Add(-time.Second)), began), "the previous hand's message")
}
