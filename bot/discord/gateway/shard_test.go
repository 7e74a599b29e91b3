package gateway

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/store/ids"
)

// openAndDrain opens a session and discards its events.
func (d *memoryGateway) openAndDrain(t *testing.T, change func(*Config)) *Session {
	s, err := d.dial(t.Context(), change)
	require.NoError(t, err)
	go func() {
		for range s.Events() {
		}
	}()
	return s
}

func TestOneAPIVersion(t *testing.T) {
	require.Equal(t, discordgo.APIVersion, discord.APIVersion)
}

func TestIdentifyNamesTheShard(t *testing.T) {
	for at, want := range map[discord.Shard]string{
		{}: "", {K: 0, Of: 1}: "", {K: 0, Of: 2}: "[0,2]", {K: 1, Of: 2}: "[1,2]", {K: 15, Of: 16}: "[15,16]",
	} {
		synctest.Test(t, func(t *testing.T) {
			d := &memoryGateway{}
			s := d.openAndDrain(t, func(c *Config) { c.Shard = at })
			time.Sleep(time.Minute)
			require.NoError(t, s.Close(t.Context()))
			time.Sleep(time.Minute)
			synctest.Wait()
			require.Equal(t, []string{want}, d.shards)
		})
	}
	for _, at := range []discord.Shard{{K: 2, Of: 2}, {K: -1, Of: 2}} {
		d := &memoryGateway{}
		_, err := d.dial(t.Context(), func(c *Config) { c.Shard = at })
		require.ErrorContains(t, err, "doesn't exist")
		require.Empty(t, d.dials)
	}
}

// refuseIdentify answers an IDENTIFY with op 9.
func refuseIdentify(g *memoryPeer) {
	g.hello()
	g.receive()
	g.send(`{"op":9,"d":false}`)
	g.ignore()
}

// Each IDENTIFY waits for its turn, and is recorded only when the turn has come.
func TestIdentifyWaitsForItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &memoryGateway{script: script{play: refuseIdentify}}
		var mu sync.Mutex
		var turns, noted []time.Time
		fail := true
		failing := func(on bool) {
			mu.Lock()
			defer mu.Unlock()
			fail = on
		}
		s := d.openAndDrain(t, func(c *Config) {
			c.AwaitIdentify = func(ctx context.Context) error {
				if err := discord.Sleep(ctx, 20*time.Second); err != nil {
					return err
				}
				mu.Lock()
				defer mu.Unlock()
				if fail {
					return errors.New("the database is away")
				}
				turns = append(turns, time.Now())
				return nil
			}
			c.Identify = func(_ context.Context, at time.Time) error {
				mu.Lock()
				defer mu.Unlock()
				noted = append(noted, at)
				return nil
			}
		})
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		require.Empty(t, d.identifies)
		require.Empty(t, noted)
		require.Contains(t, d.logText(), "the database is away")
		failing(false)
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		require.Greater(t, len(turns), 2)
		require.Equal(t, turns, noted)
		require.InDelta(t, len(turns), len(d.identifies), 1)
		for i, at := range d.identifies {
			require.InDelta(t, identifyDelay, at.Sub(turns[i]), float64(10*time.Millisecond))
		}
		require.NoError(t, s.Close(t.Context()), "Close works while the session waits for its turn")
		time.Sleep(time.Minute)
	})
}

func TestBudgetGrowsWithTheShards(t *testing.T) {
	for n, want := range map[int][]int{
		0: {5, 30, 500}, 1: {5, 30, 500}, 2: {10, 60, 900}, 16: {80, 480, 900}, 64: {320, 1920, 900},
	} {
		var got []int
		for _, w := range startsOf(n) {
			got = append(got, w.n)
		}
		require.Equal(t, want, got, "%d shards", n)
	}
	c := Config{Shard: discord.Shard{K: 1, Of: 3}}.withDefaults()
	require.Equal(t, startsOf(3), c.times.identify)
}

// Four sessions get op 9 for two days, and each counts the IDENTIFYs of the others.
func TestShardsTogetherStayBelowTheIdentifyLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &memoryGateway{script: script{play: refuseIdentify}}
		const shards = 4
		var turn sync.Mutex // one bucket: the sessions take turns, as with the lease table
		var notes sync.Mutex
		var noted []time.Time
		var all []*Session
		for k := range shards {
			all = append(all, d.openAndDrain(t, func(c *Config) {
				c.Shard = discord.Shard{K: k, Of: shards}
				c.AwaitIdentify = func(ctx context.Context) error {
					for !turn.TryLock() {
						if err := discord.Sleep(ctx, time.Second); err != nil {
							return err
						}
					}
					time.AfterFunc(5*time.Second, turn.Unlock)
					return nil
				}
				c.Identify = func(_ context.Context, at time.Time) error {
					notes.Lock()
					defer notes.Unlock()
					noted = append(noted, at)
					return nil
				}
				c.Identified = func(_ context.Context, since time.Time) ([]time.Time, error) {
					notes.Lock()
					defer notes.Unlock()
					i, _ := slices.BinarySearchFunc(noted, since, func(a, b time.Time) int { return a.Compare(b) })
					return slices.Clone(noted[i:]), nil
				}
			}))
		}
		time.Sleep(48 * time.Hour)
		for _, s := range all {
			require.NoError(t, s.Close(t.Context()))
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		// If several shards wait for the same window, all of them may see that it is free, so each shard can exceed
		// the limit by one.
		require.LessOrEqual(t, maxInPeriod(24*time.Hour, d.identifies), 900+shards)
		require.LessOrEqual(t, maxInPeriod(time.Hour, d.identifies), 30*shards+shards)
		require.LessOrEqual(t, maxInPeriod(time.Minute, d.identifies), 5*shards+shards)
		require.Greater(t, len(d.identifies), 900, "the bot uses less than its budget")
	})
}

// Two sessions share four servers. Only one session receives a message of a server. The test also covers an op 9 for an
// early IDENTIFY, and a resumed session, which keeps its shard.
func TestShardReceivesOnlyItsServers(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	// The sandbox's clock stands still until the second IDENTIFY has been refused, because a busy machine may take
	// longer than 5 s from one IDENTIFY to the next.
	begun := time.Now()
	place := discordtest.Start(t, sandbox.Options{MessageContent: true, Guilds: 4, Shards: 2, MustShard: true,
		Now: func() time.Time { return begun.Add(time.Duration(ahead.Load())) }})
	guilds := sandboxtest.Guilds(place.Sandbox)
	client := place.Sandbox.Client()
	defer client.CloseIdleConnections()
	var sessions []*Session
	for k := range 2 {
		times := quickTimings()
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
		if k == 1 {
			require.Eventually(t, func() bool { return place.Sandbox.RefusedIdentifies() > 0 }, time.Minute, time.Millisecond)
			ahead.Store(int64(5 * time.Second))
		}
		ready := discordtest.Await[discord.Ready](t, s)
		require.Equal(t, []ids.Guild{discordtest.ID[ids.Guild](guilds[k]), discordtest.ID[ids.Guild](guilds[k+2])}, ready.Guilds)
		for _, g := range ready.Guilds {
			require.Equal(t, g, discordtest.Await[discord.GuildHere](t, s).Guild)
		}
		sessions = append(sessions, s)
	}
	require.Equal(t, [][2]int{{0, 2}, {1, 2}}, place.Sandbox.Shards())
	said := func(words string) {
		t.Helper()
		for i, name := range []string{"card-night", "card-night-2", "card-night-3", "card-night-4"} {
			_, err := place.Sandbox.Say("Ann", name, words)
			require.NoError(t, err)
			m := discordtest.Await[discord.TypedMessage](t, sessions[i%2])
			require.Equal(t, []string{words, guilds[i]}, []string{m.Content, m.Guild.String()})
		}
	}
	said("set a b c")
	place.Sandbox.DropSockets()
	for _, s := range sessions {
		discordtest.Await[discord.Resumed](t, s)
	}
	said("set d e f")
}

// If Discord refuses the shard, one clear log line says what to do.
func TestRefusedShard(t *testing.T) {
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
