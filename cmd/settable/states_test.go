package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// stateFields lists the fields that every state has (notation, Replaying 4).
var stateFields = map[string][]string{
	"classic": {"table", "deck", "scores", "sets", "penalties", "locked", "pending", "over", "winners"},
	"twenty": {"phase", "hand", "dealer", "hands", "table", "deck", "discard", "scores", "target", "hand_winner",
		"winner"},
	"solitaire": {"piles", "round", "deck", "sets", "left", "over", "won"},
	"poker": {"phase", "hand", "dealer", "interval", "center", "hands", "active", "pot", "chips", "deck", "turn",
		"to_call", "bets", "passed", "result"},
	"english": {"phase", "hands", "incomplete", "declared", "scores", "pack", "starters", "choices", "winners"},
}

// recorded lists the scripts of each game whose states are stored in testdata/states. Together they contain every
// move, penalty and phase, and each game is played to its end at least once.
var recorded = map[string][]string{
	"classic": {"agree", "call-too-late", "end-06-left", "fifteen", "fifteen-again", "late-player",
		"penalty-lockout"},
	"twenty": {"deal-passes", "draw", "none", "only-the-winner-scores", "target", "win", "wrong",
		"wrong-at-nine"},
	"solitaire": {"move", "must-clear", "undo-counted", "won-all"},
	"poker": {"exhausted", "odd-fewest", "odd-left-of-dealer", "raise", "random-hands", "show", "side-pot",
		"side-pot-odd-by-itself"},
	"english": {"illustrative-discount", "illustrative-exchange", "random-three", "starter-2", "starter-3",
		"starter-4", "stalemate-reshuffle", "stalemate-with-pack"},
}

// TestStates replays scripts with --json. It compares the documented fields of every state with testdata/states, and
// also which moves are refused. With -update, it rewrites these files.
func TestStates(t *testing.T) {
	update := flag.Lookup("update").Value.String() == "true"
	for game, names := range recorded {
		seen := map[string]bool{}
		for _, name := range names {
			t.Run(game+"/"+name, func(t *testing.T) {
				code, out, errs := settable(t, "", "replay", "--json",
					filepath.Join("../../games", game, "testdata", name+".game"))
				require.Zero(t, code, errs)
				got := documentedFields(t, game, out, seen)
				file := filepath.Join("testdata/states", game, name+".jsonl")
				if update {
					require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
					require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
				}
				want, err := os.ReadFile(file)
				require.NoError(t, err)
				require.Empty(t, cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")))
			})
		}
		for _, field := range stateFields[game] {
			require.True(t, seen[field], "no state of %s has %s", game, field)
		}
	}
}

// documentedFields returns the output of replay --json with only the documented fields of each state. It leaves out the
// text of refusals. It also collects the names of the fields.
func documentedFields(t *testing.T, game, out string, seen map[string]bool) string {
	t.Helper()
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	for line := range strings.Lines(out) {
		var object map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &object))
		if object["ok"] == false {
			require.NotEmpty(t, object["refused"])
			delete(object, "refused")
		}
		if state, has := object["state"].(map[string]any); has {
			kept := map[string]any{}
			for _, field := range stateFields[game] {
				if value, has := state[field]; has {
					kept[field], seen[field] = value, true
				}
			}
			object["state"] = kept
		}
		require.NoError(t, encoder.Encode(object))
	}
	return b.String()
}
