package delivery

import (
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// When the bot stops, an optional message is either sent before the stop ends or not at all. No message starts sending
// while the stop waits.
func TestStopWaitsForMessagesInProgress(t *testing.T) {
	for range 100 {
		synctest.Test(t, func(t *testing.T) {
			s := NewSender(t.Context(), nil, slog.New(slog.DiscardHandler))
			s.Note(discord.Ticket{}, "")
			time.Sleep(noteTime)
			s.Close()
			require.Zero(t, s.InFlight())
		})
	}
}
