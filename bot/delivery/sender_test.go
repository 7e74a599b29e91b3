package delivery

import (
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// A note that would go when the bot leaves is taken away before its end, or stays: whoever waits for the end
// has not begun to while one more begins.
func TestANoteGoesOrStaysAtTheEnd(t *testing.T) {
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
