package main

import (
	"bytes"
	"context"
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// settable runs the program and returns its exit status and output.
func settable(t *testing.T, in string, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	code = Main(context.Background(), args, strings.NewReader(in), &o, &e)
	return code, o.String(), e.String()
}

// ordered lists the fields in which the order of a list matters.
var ordered = []string{"center", "piles"}

// unorder sorts the lists of cards and players in a state.
func unorder(key string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			v[k] = unorder(k, x)
		}
	case []any:
		for i, x := range v {
			v[i] = unorder(key, x)
		}
		if !slices.Contains(ordered, key) {
			slices.SortFunc(v, func(a, b any) int {
				x, _ := json.Marshal(a)
				y, _ := json.Marshal(b)
				return bytes.Compare(x, y)
			})
		}
	}
	return v
}

// onlyWanted removes all fields that are not in want, because a state may have additional fields (notation, Replaying
// 4).
func onlyWanted(want, got any) any {
	w, ok := want.(map[string]any)
	g, is := got.(map[string]any)
	if !ok || !is {
		return got
	}
	kept := map[string]any{}
	for k := range w {
		if x, there := g[k]; there {
			kept[k] = onlyWanted(w[k], x)
		}
	}
	return kept
}

func jsonLines(t *testing.T, text string) []map[string]any {
	var list []map[string]any
	for line := range strings.Lines(text) {
		var v map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &v), line)
		list = append(list, unorder("", v).(map[string]any))
	}
	return list
}

// TestCases replays additional cases (notation, Replaying 5) from the folder SETTABLE_CASES. For each GAME/NAME.game,
// the program must print the contents of GAME/NAME.jsonl.
func TestCases(t *testing.T) {
	root := os.Getenv("SETTABLE_CASES")
	if root == "" {
		t.Skip("SETTABLE_CASES isn't set")
	}
	scripts, err := filepath.Glob(filepath.Join(root, "*", "*.game"))
	require.NoError(t, err)
	require.NotEmpty(t, scripts, "SETTABLE_CASES=%s: no */*.game there", root)
	for _, script := range scripts {
		game, file := filepath.Base(filepath.Dir(script)), filepath.Base(script)
		t.Run(game+"/"+strings.TrimSuffix(file, ".game"), func(t *testing.T) { checkCase(t, script) })
	}
}

func checkCase(t *testing.T, script string) {
	text, err := os.ReadFile(script)
	require.NoError(t, err)
	expected, err := os.ReadFile(strings.TrimSuffix(script, ".game") + ".jsonl")
	require.NoError(t, err)
	want := jsonLines(t, string(expected))
	code, out, errs := settable(t, string(text), "replay", "--json", "-")
	require.Zero(t, code, errs)
	got := jsonLines(t, out)
	require.Len(t, got, len(want))
	for i := range want {
		if diff := cmp.Diff(want[i], onlyWanted(want[i], got[i])); diff != "" {
			t.Errorf("line %d of the answer (-want +got):\n%s", i+1, diff)
		}
		if got[i]["ok"] == false {
			require.NotEmpty(t, got[i]["refused"], "a refusal is a sentence")
		}
	}
}

const sets = "1SRD 2SRD 3SRD 3SGD 2NRV 2SGD 1SGQ 2NGQ 2TGD 2NRD 3TGD 3NPV 1NGD 1NRV 1NPQ"

func TestReplayReadsStandardInput(t *testing.T) {
	script := "game classic\nplayers ann bob\ndeck " + sets + "\n\nann set a b c # at once\nbob set a\n"
	code, out, errs := settable(t, script, "replay", "-")
	require.Zero(t, code, errs)
	require.Contains(t, out,
		"ann set a b c\n    games.took_after after=1s cards=1SRD,2SRD,3SRD labels=A,B,C who=ann\n")
	require.Contains(t, out, "bob set a\n    refused: That isn't a move in this game.\n")
	require.Contains(t, out, "\nP is ann. Q is bob.\nclassic, playing: classic.head.find\n")

	code, again, _ := settable(t, script, "replay", "--json", "-")
	require.Zero(t, code)
	require.Len(t, jsonLines(t, again), 3)
	require.Contains(t, again, `{"line":"ann set a b c","ok":true,`)
}

func TestReplayShowsAView(t *testing.T) {
	script := "game classic\nplayers ann\ndeck " + sets + "\nann set a b c\n"
	code, out, errs := settable(t, script, "replay", "--view", "ann", "-")
	require.Zero(t, code, errs)
	require.Equal(t, 2, strings.Count(out, "classic, playing: classic.head.find"), out)
	code, out, _ = settable(t, script, "replay", "--json", "--view", "watcher", "-")
	require.Zero(t, code)
	for _, line := range jsonLines(t, out) {
		require.Contains(t, line["view"], "classic.head.find")
	}
	code, _, errs = settable(t, script, "replay", "--view", "eve", "-")
	require.Equal(t, 2, code)
	require.Contains(t, errs, "there is no player eve")
}

func TestReplayDrawsTheLastView(t *testing.T) {
	file := filepath.Join(t.TempDir(), "last.png")
	script := "game classic\nplayers ann\ndeck " + sets + "\nann set a b c\n"
	code, _, errs := settable(t, script, "replay", "--png", file, "--theme", "dark", "-")
	require.Zero(t, code, errs)
	picture, err := os.Open(file)
	require.NoError(t, err)
	defer picture.Close()
	drawn, err := png.Decode(picture)
	require.NoError(t, err)
	require.Greater(t, drawn.Bounds().Dx(), 300)

	code, _, errs = settable(t, script, "replay", "--png", filepath.Join(t.TempDir(), "no", "folder.png"), "-")
	require.Equal(t, 1, code)
	require.Contains(t, errs, "writing the picture")
}

func TestBrokenScriptsExitWith2AndSayWhere(t *testing.T) {
	for want, script := range map[string]string{
		"-:2: This game has no option “joker”": "game classic\noption joker=1\n",
		"-:3: \"4SRD\" isn't a card":           "game classic\nplayers ann\ndeck 1SRD 4SRD\n",
		"-:4: the prepared deck has too few cards: 3 cards are needed, but deck line 1 has 0 left": "" +
			"game classic\nplayers ann\n" +
			"deck 1SRD 2SRD 3SRD 3SGD 2NRV 2SGD 1SGQ 2NGQ 2TGD 2NRD 3TGD 3NPV\nann set a b c\n",
	} {
		code, out, errs := settable(t, script, "replay", "--json", "-")
		require.Equal(t, 2, code, script)
		require.Contains(t, errs, want, "%s\n%s", script, out)
	}
	code, _, errs := settable(t, "", "replay", filepath.Join(t.TempDir(), "none.game"))
	require.Equal(t, 2, code)
	require.Contains(t, errs, "none.game")
}
