package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store/storetest"
)

// TestBenchLosesNoPicture runs a small load through two processes.
func TestBenchLosesNoPicture(t *testing.T) {
	t.Parallel()
	benched(t, 1)
}

// TestBenchOnPostgres does so through three, two of which share a database.
func TestBenchOnPostgres(t *testing.T) {
	t.Parallel()
	benched(t, 2, "--database", storetest.Postgres(t), "--processes", "2")
}

func benched(t *testing.T, processes int, args ...string) {
	args = append([]string{"bench", "--tables", "3", "--rates", "30", "--for", "500ms", "--json",
		"--data", t.TempDir()}, args...)
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	cmd.Stderr = t.Output()
	out, err := cmd.Output()
	require.NoError(t, err)
	var said struct {
		Tables int
		Rates  []measured
	}
	require.NoError(t, json.Unmarshal(out, &said))
	require.Equal(t, 3, said.Tables)
	require.Len(t, said.Rates, 1)
	m := said.Rates[0]
	require.Equal(t, 15, m.Moves)
	require.Equal(t, processes, m.Processes)
	require.Positive(t, m.Pictures)
	require.Positive(t, m.P50)
	require.Positive(t, m.CPU)
	require.Zero(t, m.Lost+m.Reordered)
}

func TestBenchRefuses(t *testing.T) {
	for _, args := range [][]string{{"--rates", "0"}, {"--tables", "0"}, {"--for", "0s"}, {"--processes", "2"},
		{"--processes", "17"}} {
		code, _, errs := settable(t, "", append([]string{"bench"}, args...)...)
		require.Equal(t, 2, code, errs)
	}
}

// Whole games of tables of the bench: players know how each ends.
func TestPlayersOfTheBenchKnowTheirTable(t *testing.T) {
	for n := range uint64(300) {
		table, err := newBenchTable(n, "1")
		require.NoError(t, err)
		require.NoError(t, table.trial.Do(2, games.Join{}))
		require.NoError(t, table.trial.Do(1, games.Start{}))
		for moves := 0; ; moves++ {
			before := table.line
			_, words, ok, err := table.next()
			require.NoError(t, err)
			if !ok {
				require.Greater(t, moves, 35)
				break
			}
			require.Regexp(t, `^set [a-u] [a-u] [a-u]$`, words)
			require.Greater(t, table.line, before)
		}
	}
}

func TestPicturesAreCounted(t *testing.T) {
	at := time.Now()
	table := &benchTable{}
	for line := range 3 {
		table.line = line + 5
		table.expects()
		table.left(at)
	}
	require.Equal(t, []time.Duration{time.Second, time.Second}, table.sees(6, "six", at.Add(time.Second)))
	require.Empty(t, table.sees(5, "five", at.Add(time.Second/2)), "it was there before")
	require.Zero(t, table.reordered)
	require.Equal(t, 1, table.outstanding())
	require.Empty(t, table.sees(5, "five", at.Add(2*time.Second)), "an old table after a new one")
	require.Equal(t, 1, table.reordered)
	require.Equal(t, []time.Duration{3 * time.Second}, table.sees(7, "seven", at.Add(3*time.Second)))
	require.Equal(t, 4, table.pictures)
}
