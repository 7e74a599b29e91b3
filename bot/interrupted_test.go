package bot

import (
	"bytes"
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/ids"
	"settable/store/sqlite"
)

// If the bot is stopped while it reads a table at startup, Run returns an error but doesn't report the table as broken.
func TestInterruptedStartBlamesNoTable(t *testing.T) {
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "settable.db"), sqlite.Options{})
	require.NoError(t, err)
	defer s.Close()
	noon := time.Now().Add(-time.Minute)
	for channel := range ids.Channel(3) {
		_, err := s.OpenTable(t.Context(), store.Table{Guild: 7, Channel: 1000 + channel, Game: "classic",
			Options: games.Options{"penalty": "point", "deck": "81"}, Opener: 11, Opened: noon}, "")
		require.NoError(t, err)
	}
	var log bytes.Buffer
	ctx, leave := context.WithCancel(t.Context())
	bot := build(Config{Store: cutOff{s, leave}, Games: virtualGames,
		Log: slog.New(slog.NewTextHandler(&log, nil))}, newFaultyDiscord(1).newSession())
	require.ErrorIs(t, bot.lobby.Reopen(ctx, bot.catchUp), context.Canceled)
	require.NotContains(t, log.String(), "ERROR")
}

// cutOff is a store that stops the bot as soon as a table is read.
type cutOff struct {
	store.Store
	leave context.CancelFunc
}

func (c cutOff) Lines(ctx context.Context, id store.TableID) ([]store.Line, error) {
	c.leave()
	return c.Store.Lines(ctx, id)
}
