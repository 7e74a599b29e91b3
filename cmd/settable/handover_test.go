//go:build unix

package main

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/bot/sandbox/world"
	"settable/games/gamestest"
	"settable/store/storetest"
)

// When a process with eight shards is killed or stopped, another one resumes its sessions. It answers everyone who
// mentioned the bot in the meantime, and answers them once. The channels have no tables, so a new session wouldn't read
// what was typed there. On a machine without other load, all shards answer within 10 s of a kill and 5 s of a stop.
func TestShardsChangeHands(t *testing.T) {
	gamestest.Long(t)
	const shards = 16
	sb, database := sandboxtest.Start(t, sandbox.Options{MessageContent: true, Guilds: shards, Shards: shards,
		MustShard: true, MaxConcurrency: shards}), storetest.Postgres(t)
	var mention string
	sb.Do(func(w *world.World) { mention = "<@" + w.Bot.ID + ">" })
	began := 0
	start := func() (end func(syscall.Signal), holds func() int) {
		began++
		c, said := startProcess(t, sb, sb.Token(), database, "--shards", fmt.Sprint(shards), "--process", fmt.Sprint("p", began))
		end = func(by syscall.Signal) { require.NoError(t, c.Process.Signal(by)) }
		return end, func() int {
			return strings.Count(said.all(), "running a shard") - strings.Count(said.all(), "handing a shard over")
		}
	}
	_, holds := start()
	waitUntil(t, func() bool { return len(sb.Shards()) == shards && holds() == shards }, "all shards are connected")
	for _, c := range []struct {
		channel string
		end     syscall.Signal
		within  time.Duration
	}{{"card-night", syscall.SIGKILL, 10 * time.Second}, {"side-table", syscall.SIGTERM, 5 * time.Second}} {
		end, holds := start()
		waitUntil(t, func() bool { return len(sb.Shards()) == shards && holds() == shards/2 }, "half of the shards have moved")
		sleepFor(t.Context(), 3*time.Second) // until the positions of these sessions are saved
		end(c.end)
		ended := time.Now()
		answers := func(k int) (n int) {
			for _, m := range sb.Messages(channelOf(c.channel, k), "Ann") {
				if m.Author.Bot {
					n++
				}
			}
			return n
		}
		for k := range shards {
			_, err := sb.Say("Ann", channelOf(c.channel, k), mention)
			require.NoError(t, err)
		}
		waitUntil(t, func() bool {
			for k := range shards {
				if answers(k) == 0 {
					return false
				}
			}
			return true
		}, "every mention has been answered")
		took := time.Since(ended)
		t.Logf("after %s, all shards answered within %s", c.end, took.Round(10*time.Millisecond))
		require.LessOrEqual(t, took, max(c.within, *killWithin))
		waitUntil(t, func() bool { return len(sb.Shards()) == shards }, "all shards are connected")
		sleepFor(t.Context(), time.Second)
		for k := range shards {
			require.Equal(t, 1, answers(k), "server %d", k)
		}
	}
	require.Equal(t, shards, sb.Identified(), "each shard identified once")
}

// channelOf returns the name of the channel on the server with this number, counted from 0.
func channelOf(channel string, server int) string {
	if server == 0 {
		return channel
	}
	return fmt.Sprint(channel, "-", server+1)
}
