package gateway

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
)

// TestAShardHearsItsServersAlone: two sessions share four servers. What is said in one is heard by one, an op
// 9 for an IDENTIFY that came too soon is got over, and a session that is resumed is of the same shard.
func TestAShardHearsItsServersAlone(t *testing.T) {
	t.Parallel()
	place := discordtest.Start(t, sandbox.Options{MessageContent: true, Guilds: 4, Shards: 2, MustShard: true})
	guilds := sandboxtest.Guilds(place.Sandbox)
	client := place.Sandbox.Client()
	defer client.CloseIdleConnections()
	var sessions []*Session
	for k := range 2 {
		times := sandboxTimes()
		times.invalid = func() time.Duration { return time.Second }
		c := Config{Token: place.Token(), HTTP: client, MessageContent: true, Shard: discord.Shard{K: k, Of: 2},
			Log: slog.New(slog.NewTextHandler(t.Output(), nil)), times: times}
		rest := restOf(c)
		starts, err := rest.Starts(t.Context())
		require.NoError(t, err)
		require.Equal(t, []int{2, 1}, []int{starts.Shards, starts.AtOnce})
		s, err := Dial(t.Context(), rest, c)
		require.NoError(t, err)
		defer func() {
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			defer cancel()
			require.NoError(t, s.Close(ctx))
		}()
		ready := discordtest.Await[discord.Ready](t, s)
		require.Equal(t, []discord.GuildID{discord.GuildID(guilds[k]), discord.GuildID(guilds[k+2])}, ready.Guilds)
		for _, g := range ready.Guilds {
			require.Equal(t, g, discordtest.Await[discord.GuildHere](t, s).Guild)
		}
		sessions = append(sessions, s)
	}
	require.Equal(t, [][2]int{{0, 2}, {1, 2}}, place.Sandbox.Shards())
	require.Greater(t, place.Sandbox.Identified(), 2, "the second came too soon at first")
	said := func(words string) {
		t.Helper()
		for i, name := range []string{"card-night", "card-night-2", "card-night-3", "card-night-4"} {
			_, err := place.Sandbox.Say("Ann", name, words)
			require.NoError(t, err)
			m := discordtest.Await[discord.Said](t, sessions[i%2])
			require.Equal(t, []string{words, guilds[i]}, []string{m.Content, string(m.Guild)})
		}
	}
	said("set a b c")
	place.Sandbox.DropSockets()
	for _, s := range sessions {
		discordtest.Await[discord.Resumed](t, s)
	}
	said("set d e f")
}

// TestAShardThatDiscordRefuses is one clear line, with what to do about it.
func TestAShardThatDiscordRefuses(t *testing.T) {
	t.Parallel()
	for at, code := range map[discord.Shard]int{{}: 4011, {K: 1, Of: 2}: 4011} {
		r := newFixture(t, sandbox.Options{MessageContent: true, Shards: 4, MustShard: true},
			Config{MessageContent: true, Shard: at})
		for range r.Events() {
		}
		require.EqualError(t, r.Err(), refusals[code])
		require.Contains(t, r.Err().Error(), "--shards auto")
	}
}
