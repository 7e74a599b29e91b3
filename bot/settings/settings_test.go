package settings_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/settings"
	"settable/store"
)

type rest interface{ store.Settings }

// kept are settings that somebody else may change.
type kept struct {
	rest
	all map[store.GuildID]store.GuildSettings
}

func (k kept) Settings(_ context.Context, g store.GuildID) (store.GuildSettings, error) {
	return k.all[g], nil
}

// What another program has changed is seen once it is told of, of one server or of all.
func TestWhatOthersChange(t *testing.T) {
	of := func(palette string) store.GuildSettings { return store.GuildSettings{Palette: palette} }
	k := kept{all: map[store.GuildID]store.GuildSettings{1: of("plain"), 2: of("plain")}}
	c := settings.NewCache(k, slog.New(slog.DiscardHandler))
	require.Equal(t, []string{"plain", "plain"}, []string{c.Of(1).Palette, c.Of(2).Palette})
	k.all[1], k.all[2] = of("safe"), of("safe")
	require.Equal(t, "plain", c.Of(1).Palette, "it is remembered")
	c.Forget(1)
	require.Equal(t, []string{"safe", "plain"}, []string{c.Of(1).Palette, c.Of(2).Palette})
	c.Forget(0)
	require.Equal(t, "safe", c.Of(2).Palette)
}
