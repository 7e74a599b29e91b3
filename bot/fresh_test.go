package bot

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/privacy"
	"settable/store/sqlite"
	"settable/store/storetest"
)

// EmptyDatabase creates a database that contains no games, and returns its path.
func EmptyDatabase(t testing.TB) (path string) {
	path = filepath.Join(t.TempDir(), "settable.db")
	require.NoError(t, os.WriteFile(path, emptyDatabase(t), 0o600))
	return path
}

// sharedCommands holds the command definitions of the bots in tests, by the types of their games.
var sharedCommands sync.Map

// ShareCommands gives a bot the command definitions of all bots with the same games, because translating them takes
// time. It does nothing and returns false if the bot has additional commands.
func ShareCommands(c *Config) bool {
	if len(c.Commands) > 0 {
		return false
	}
	var key strings.Builder
	for _, k := range c.Games {
		fmt.Fprintf(&key, "%T %s %t\n", k.Rules, k.Name(), k.Daily != nil)
	}
	load, _ := sharedCommands.LoadOrStore(key.String(), sync.OnceValue(func() []discord.Command {
		texts := LoadCatalogues(Config{Games: c.Games, Log: slog.New(slog.DiscardHandler)})
		return commands(Config{}, &privacy.Service{}).Localized(c.Games, texts)
	}))
	c.shapes = load.(func() []discord.Command)()
	return true
}

var emptyDatabase = storetest.EmptyDatabase(func(path string) error {
	s, err := sqlite.Open(context.Background(), path, sqlite.Options{})
	if err != nil {
		return err
	}
	return s.Close()
})
