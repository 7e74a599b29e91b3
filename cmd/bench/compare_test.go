package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var (
	before       = flag.String("before", "", "a commit to compare with this one in TestCompareWithCommit")
	beforeRounds = flag.Int("rounds", 1, "number of rounds, each of which measures both programs")
)

// TestCompareWithCommit builds the benchmark of another commit and runs both benchmarks alternately. It compares the
// bot's memory at 10 and at 1,000 open tables, the 99th percentile of the latency, and the bytes per journal line in
// the database.
func TestCompareWithCommit(t *testing.T) {
	if *before == "" {
		t.Skip("needs -before COMMIT")
	}
	names := []string{*before, "now"}
	programs := map[string][]string{"now": buildBench(t, "../..")}
	former := t.TempDir()
	archive := exec.Command("sh", "-c", `git archive --prefix=former/ "$0" | tar -x -C "$1"`, *before, former)
	archive.Dir = "../.."
	output, err := archive.CombinedOutput()
	require.NoError(t, err, string(output))
	programs[*before] = buildBench(t, filepath.Join(former, "former"))

	all := map[string][]figures{}
	for range *beforeRounds {
		for _, name := range names {
			small, large := runBench(t, programs[name], 10), runBench(t, programs[name], 1000)
			all[name] = append(all[name], figures{small.memory, large.memory, large.p99, large.p99Fast,
				(large.bytes - small.bytes) / (large.lines - small.lines)})
		}
	}
	var out strings.Builder
	fmt.Fprint(&out, "\n| | MB at 10 tables | MB at 1,000 | p99 ms at 50/s | p99 ms at 500/s | bytes per line |\n"+
		"|---|---:|---:|---:|---:|---:|\n")
	for _, name := range names {
		fmt.Fprintf(&out, "| %s |", name)
		for i := range len(figures{}) {
			var column []float64
			for _, r := range all[name] {
				column = append(column, r[i])
			}
			slices.Sort(column)
			fmt.Fprintf(&out, " %.1f |", column[len(column)/2])
		}
		fmt.Fprintln(&out)
	}
	t.Log(out.String())
}

// figures are the values in a row of the printed table.
type figures [5]float64

// buildBench builds the benchmark in a source tree and returns its command. Until November 2026, the benchmark was a
// subcommand of settable.
func buildBench(t *testing.T, tree string) []string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program")
	folder, command := "./cmd/bench", []string{path}
	if _, err := os.Stat(filepath.Join(tree, folder)); err != nil {
		folder, command = "./cmd/settable", []string{path, "bench"}
	}
	build := exec.Command("go", "build", "-o", path, folder)
	build.Dir = tree
	output, err := build.CombinedOutput()
	require.NoError(t, err, string(output))
	return command
}

// measurement holds the results of one run of the benchmark.
type measurement struct{ memory, p99, p99Fast, bytes, lines float64 }

// runBench runs the benchmark at the given number of tables, at 50 moves per second and at 500. It keeps the database
// under a second name, because the benchmark deletes the original.
func runBench(t *testing.T, command []string, tables int) (m measurement) {
	t.Helper()
	folder := t.TempDir()
	args := append(command[1:len(command):len(command)], "--tables", fmt.Sprint(tables),
		"--rates", "50,500", "--for", "5s", "--json", "--data", folder)
	bench := exec.CommandContext(t.Context(), command[0], args...)
	var out bytes.Buffer
	bench.Stdout, bench.Stderr = &out, t.Output()
	require.NoError(t, bench.Start())
	kept := filepath.Join(folder, "kept.db")
	require.Eventually(t, func() bool {
		made, _ := filepath.Glob(filepath.Join(folder, "*", "settable.db"))
		return len(made) == 1 && os.Link(made[0], kept) == nil
	}, time.Minute, time.Millisecond)
	require.NoError(t, bench.Wait())
	var printed struct {
		Rates []struct {
			P99    float64 `json:"p99_ms"`
			Memory float64 `json:"memory_mb"`
		}
	}
	require.NoError(t, json.Unmarshal(out.Bytes(), &printed))
	require.Len(t, printed.Rates, 2)
	m.memory, m.p99, m.p99Fast = printed.Rates[0].Memory, printed.Rates[0].P99, printed.Rates[1].P99

	db, err := sql.Open("sqlite", kept)
	require.NoError(t, err)
	defer db.Close()
	require.NoError(t, db.QueryRow(`SELECT count(*) FROM lines`).Scan(&m.lines))
	require.NoError(t, db.QueryRow(`SELECT (page_count - freelist_count) * page_size
		FROM pragma_page_count, pragma_freelist_count, pragma_page_size`).Scan(&m.bytes))
	return m
}
