// Package gamestest runs scripts against the rules of any game and tests the laws that every game must obey.
package gamestest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
)

var update = flag.Bool("update", false, "rewrite what the .game scripts expect")

// Scripts runs every *.game file of a folder. Each line of ---- in a file is followed by what has happened since the
// previous block, and by the table as everyone sees it. Every script must have such an expectation and a comment that
// says what it shows.
func Scripts(t *testing.T, rules games.Rules, folder string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.game"))
	require.NoError(t, err)
	require.NotEmpty(t, files, "no scripts in %s", folder)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".game"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Regexp(t, `^# \S+`, string(text), "%s must begin with a comment that says what it shows", file)
			script, err := games.ReadScript(file, string(text))
			require.NoError(t, err)
			require.NotEmpty(t, script.Blocks, "%s has no expected output: add a line ---- wherever it should show what has happened", file)
			got := play(t, rules, script)
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(rewrite(string(text), script, got)), 0o644))
				return
			}
			for i, block := range script.Blocks {
				if diff := cmp.Diff(block.Want, got[i]); diff != "" {
					t.Errorf("%s:%d: (-want +got)\n%s", file, block.No, diff)
				}
			}
		})
	}
}

// play returns what happens before each block of a script.
func play(t *testing.T, rules games.Rules, script *games.Script) [][]string {
	replay, opening, err := games.NewReplay([]games.Rules{rules}, script)
	require.NoError(t, err)
	var got [][]string
	facts := opening.Facts(replay.Name)
	done := 0
	for _, block := range script.Blocks {
		for ; done < block.After; done++ {
			facts = append(facts, playLine(t, replay, script.Lines[done])...)
		}
		view := strings.TrimRight(replay.Game().View(games.Watcher).String(), "\n")
		got = append(got, append(facts, strings.Split(view, "\n")...))
		facts = nil
	}
	for ; done < len(script.Lines); done++ {
		playLine(t, replay, script.Lines[done])
	}
	return got
}

// playLine plays a line of a script and returns the line and its effects.
func playLine(t *testing.T, replay *games.Replay, line games.ScriptLine) []string {
	out, err := replay.Play(line)
	require.NoError(t, err)
	return append([]string{"> " + line.Text}, out.Facts(replay.Name)...)
}

// rewrite replaces the expected output of a script with the actual output.
func rewrite(text string, script *games.Script, got [][]string) string {
	rows := strings.Split(text, "\n")
	var out []string
	at := 0
	for i, block := range script.Blocks {
		out = append(append(out, rows[at:block.No]...), got[i]...)
		at = block.No + len(block.Want)
	}
	return strings.Join(append(out, rows[at:]...), "\n")
}
