//go:build unix

package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
)

// The test needs a machine without other load, because Discord's limits apply to real time.
var (
	sessionKills   = flag.Int("sessions.kills", 0, "how many processes TestNoIdentifyIsRefused kills; 0: the test is skipped")
	sessionOutages = flag.Int("sessions.outages", 1, "how often TestNoIdentifyIsRefused stops the database")
)

// Processes that share eight shards are killed, and the database goes away for up to 30 s. The sandbox
// enforces Discord's limits, and no IDENTIFY comes too soon.
func TestNoIdentifyIsRefused(t *testing.T) {
	if *sessionKills == 0 {
		t.Skip("needs -sessions.kills N")
	}
	const shards = 8
	server := startServer(t)
	require.NoError(t, server.Create(t.Context(), "sessions"))
	sb := sandboxtest.Start(t, sandbox.Options{MessageContent: true, Guilds: shards, Shards: shards, MustShard: true,
		MaxConcurrency: 4})
	var all []*exec.Cmd
	started := 0
	start := func() {
		c, said := startProcess(t, sb, sb.Token(), server.Address("sessions"), "--shards", fmt.Sprint(shards),
			"--process", fmt.Sprint("p", started))
		all, started = append(all, c), started+1
		waitUntil(t, said.has("started version"), "the process has opened the database")
	}
	allConnected := func() bool { return len(sb.Shards()) == shards }
	start()
	waitUntil(t, allConnected, "all shards are connected")
	start()
	begun := sb.Identified()
	require.Equal(t, shards, begun)

	var longest time.Duration
	luck, kills, outages := rand.New(rand.NewPCG(1, 2)), *sessionKills, *sessionOutages
	for kills+outages > 0 {
		if luck.IntN(kills+outages) < outages {
			outages--
			require.NoError(t, server.Stop())
			sleepFor(t.Context(), time.Second+time.Duration(luck.IntN(29000))*time.Millisecond)
			require.NoError(t, server.Start(t.Context()))
			waitUntil(t, allConnected, "all shards are connected after an outage")
			continue
		}
		kills--
		victim := luck.IntN(len(all))
		require.NoError(t, all[victim].Process.Kill())
		_ = all[victim].Wait() // it was killed
		all = append(all[:victim], all[victim+1:]...)
		killed := time.Now()
		waitUntil(t, allConnected, "the shards of a killed process are connected")
		longest = max(longest, time.Since(killed))
		start()
	}
	t.Logf("%d kills, %d outages: %d IDENTIFYs after the start, %d refused; shards of a killed process were back after at most %s",
		*sessionKills, *sessionOutages, sb.Identified()-begun, sb.RefusedIdentifies(), longest.Round(100*time.Millisecond))
	require.Zero(t, sb.RefusedIdentifies())
}
