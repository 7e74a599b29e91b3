package main

import (
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store/storetest"
)

// asProgram makes the test binary run as bench, so that it can start its bots.
const asProgram = "SETTABLE_TEST_AS_BENCH"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "1" {
		main()
		return
	}
	os.Exit(m.Run())
}

func TestBenchLosesNoPicture(t *testing.T) {
	t.Parallel()
	testBench(t, 1)
}

func TestBenchOnPostgres(t *testing.T) {
	t.Parallel()
	testBench(t, 2, "--database", storetest.Postgres(t), "--processes", "2")
}

// testBench plays for half a second against bots in separate processes.
func testBench(t *testing.T, processes int, args ...string) {
	args = append([]string{"--tables", "3", "--rates", "30", "--for", "500ms", "--json", "--data", t.TempDir()}, args...)
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	cmd.Stderr = t.Output()
	out, err := cmd.Output()
	require.NoError(t, err)
	var printed struct {
		Tables int
		Rates  []result
	}
	require.NoError(t, json.Unmarshal(out, &printed))
	require.Equal(t, 3, printed.Tables)
	require.Len(t, printed.Rates, 1)
	m := printed.Rates[0]
	require.Equal(t, 15, m.Moves)
	require.Equal(t, processes, m.Processes)
	require.Positive(t, m.Pictures)
	require.Positive(t, m.P50)
	require.Positive(t, m.CPU)
	require.Zero(t, m.Lost+m.Reordered)
}

func TestBenchRefusesBadOptions(t *testing.T) {
	good := options{Tables: 1, Rates: []int{1}, For: time.Second, Processes: 1}
	for _, change := range []func(*options){
		func(o *options) { o.Rates = []int{0} },
		func(o *options) { o.Tables = 0 },
		func(o *options) { o.For = 0 },
		func(o *options) { o.Processes = 2 },
		func(o *options) { o.Processes, o.Database = 17, "postgres:///" },
	} {
		o := good
		change(&o)
		require.Error(t, o.run(t.Context(), io.Discard, io.Discard))
	}
}

func TestSimulatedPlayersPlayWholeGames(t *testing.T) {
	for n := range uint64(300) {
		one, err := newTable(n, "1")
		require.NoError(t, err)
		require.NoError(t, one.trial.Do(2, games.Join{}))
		require.NoError(t, one.trial.Do(1, games.Start{}))
		for moves := 0; ; moves++ {
			before := one.line
			_, words, ok, err := one.next()
			require.NoError(t, err)
			if !ok {
				require.Greater(t, moves, 35)
				break
			}
			require.Regexp(t, `^set [a-u] [a-u] [a-u]$`, words)
			require.Greater(t, one.line, before)
		}
	}
}

func TestOnlyNewerPicturesCount(t *testing.T) {
	at := time.Now()
	one := &table{}
	for line := range 3 {
		one.line = line + 5
		one.expectPicture()
		one.moveSent(at)
	}
	require.Equal(t, []time.Duration{time.Second, time.Second}, one.pictureReceived(6, "six", at.Add(time.Second)))
	require.Empty(t, one.pictureReceived(5, "five", at.Add(time.Second/2)), "an older picture than the newest one")
	require.Zero(t, one.reordered)
	require.Equal(t, 1, one.outstanding())
	require.Empty(t, one.pictureReceived(5, "five", at.Add(2*time.Second)), "an old picture that arrives late")
	require.Equal(t, 1, one.reordered)
	require.Equal(t, []time.Duration{3 * time.Second}, one.pictureReceived(7, "seven", at.Add(3*time.Second)))
	require.Equal(t, 4, one.pictures)
}
