package settings_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/settings"
	"settable/store"
	"settable/store/ids"
)

// changingStore is a store that lets another process change the settings.
type changingStore struct {
	settings.Store
	all map[ids.Guild]store.GuildSettings
}

func (k changingStore) Settings(_ context.Context, g ids.Guild) (store.GuildSettings, error) {
	return k.all[g], nil
}

// The cache picks up changes made by another process when it is notified about one server or all servers.
func TestChangesByAnotherProcess(t *testing.T) {
	of := func(palette string) store.GuildSettings { return store.GuildSettings{Palette: palette} }
	k := changingStore{all: map[ids.Guild]store.GuildSettings{1: of("plain"), 2: of("plain")}}
	c := settings.NewCache(k, slog.New(slog.DiscardHandler))
	require.Equal(t, []string{"plain", "plain"}, []string{c.Of(1).Palette, c.Of(2).Palette})
	k.all[1], k.all[2] = of("safe"), of("safe")
	require.Equal(t, "plain", c.Of(1).Palette, "the settings are cached")
	c.Forget(1)
	require.Equal(t, []string{"safe", "plain"}, []string{c.Of(1).Palette, c.Of(2).Palette})
	c.Forget(0)
	require.Equal(t, "safe", c.Of(2).Palette)
}
