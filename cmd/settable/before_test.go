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
	before       = flag.String("before", "", "a commit that TestBeforeAndNow compares with this one")
	beforeRounds = flag.Int("rounds", 1, "in how many turns")
)

// TestBeforeAndNow builds the program of another commit from the history and measures both in turns: the
// memory that the kernel counts for the bot at ten and at a thousand open tables, what a line takes in the
// file that they have left, and how long the slowest of a hundred moves took.
func TestBeforeAndNow(t *testing.T) {
	if *before == "" {
		t.Skip("name a commit: -before COMMIT")
	}
	names := []string{*before, "now"}
	programs := map[string]string{"now": built(t, "../..")}
	former := t.TempDir()
	archive := exec.Command("sh", "-c", `git archive --prefix=former/ "$0" | tar -x -C "$1"`, *before, former)
	archive.Dir = "../.."
	told, err := archive.CombinedOutput()
	require.NoError(t, err, string(told))
	programs[*before] = built(t, filepath.Join(former, "former"))

	all := map[string][]run{}
	for range *beforeRounds {
		for _, name := range names {
			small, large := played(t, programs[name], 10), played(t, programs[name], 1000)
			all[name] = append(all[name], run{small.memory, large.memory, large.p99, large.p99Fast,
				(large.bytes - small.bytes) / (large.lines - small.lines)})
		}
	}
	var out strings.Builder
	fmt.Fprint(&out, "\n| | MB at 10 tables | MB at 1,000 | p99 ms at 50/s | p99 ms at 500/s | bytes a line |\n"+
		"|---|---:|---:|---:|---:|---:|\n")
	for _, name := range names {
		fmt.Fprintf(&out, "| %s |", name)
		for i := range len(run{}) {
			var of []float64
			for _, r := range all[name] {
				of = append(of, r[i])
			}
			slices.Sort(of)
			fmt.Fprintf(&out, " %.1f |", of[len(of)/2])
		}
		fmt.Fprintln(&out)
	}
	t.Log(out.String())
}

// A run is what is printed of one, in the order of the columns.
type run [5]float64

// built is the program of a tree.
func built(t *testing.T, tree string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "settable")
	build := exec.Command("go", "build", "-o", path, "./cmd/settable")
	build.Dir = tree
	said, err := build.CombinedOutput()
	require.NoError(t, err, string(said))
	return path
}

// A sitting is what a run of `settable bench` has shown and left.
type sitting struct{ memory, p99, p99Fast, bytes, lines float64 }

// played plays at so many tables, 50 moves a second and then, for more lines, 500. The database is gone when
// the program ends, but for a second name of its file.
func played(t *testing.T, program string, tables int) (e sitting) {
	t.Helper()
	folder := t.TempDir()
	bench := exec.CommandContext(t.Context(), program, "bench", "--tables", fmt.Sprint(tables),
		"--rates", "50,500", "--for", "5s", "--json", "--data", folder)
	var out bytes.Buffer
	bench.Stdout, bench.Stderr = &out, t.Output()
	require.NoError(t, bench.Start())
	kept := filepath.Join(folder, "kept.db")
	require.Eventually(t, func() bool {
		made, _ := filepath.Glob(filepath.Join(folder, "*", "settable.db"))
		return len(made) == 1 && os.Link(made[0], kept) == nil
	}, time.Minute, time.Millisecond)
	require.NoError(t, bench.Wait())
	var said struct {
		Rates []struct {
			P99    float64 `json:"p99_ms"`
			Memory float64 `json:"memory_mb"`
		}
	}
	require.NoError(t, json.Unmarshal(out.Bytes(), &said))
	require.Len(t, said.Rates, 2)
	e.memory, e.p99, e.p99Fast = said.Rates[0].Memory, said.Rates[0].P99, said.Rates[1].P99

	db, err := sql.Open("sqlite", kept)
	require.NoError(t, err)
	defer db.Close()
	require.NoError(t, db.QueryRow(`SELECT count(*) FROM lines`).Scan(&e.lines))
	require.NoError(t, db.QueryRow(`SELECT (page_count - freelist_count) * page_size
		FROM pragma_page_count, pragma_freelist_count, pragma_page_size`).Scan(&e.bytes))
	return e
}
