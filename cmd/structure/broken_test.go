package structure

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// TestBrokenStructures proves that every rule finds its breaches. Each example is a small tree that breaks a rule.
// Each line that must be refused ends with a comment that contains "want", the rule and a part of the message,
// separated by colons. The rules must not refuse anything else.
func TestBrokenStructures(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range examples(t) {
		t.Run(strings.TrimSuffix(name, ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile("testdata/broken/" + name)
			require.NoError(t, err)
			fsys := fstest.MapFS{}
			for _, f := range archive.Files {
				fsys[f.Name] = &fstest.MapFile{Data: f.Data}
			}
			broken, err := readTree(fsys)
			require.NoError(t, err)
			want := expectedBreaches(broken)
			require.NotEmpty(t, want, "the example has no line that must be refused")
			for _, b := range breaches(broken) {
				seen[b.rule], seen[b.rule+" "+b.arrow] = true, true
				i := slices.IndexFunc(want, func(w breach) bool {
					return w.path == b.path && w.line == b.line && w.rule == b.rule && strings.Contains(b.text, w.text)
				})
				require.GreaterOrEqualf(t, i, 0, "unexpected breach or message: %s", b)
				want = slices.Delete(want, i, i+1)
			}
			require.Empty(t, want, "breaches that no rule reported")
		})
	}
	for _, r := range rules {
		require.True(t, seen[r.name], "no example breaks the rule %q", r.name)
	}
	for _, a := range arrows() {
		require.True(t, seen["imports "+a], "no example breaks the arrow %q", a)
	}
}

// expectedBreaches returns the breaches that the comments in an example expect.
func expectedBreaches(t *tree) []breach {
	var all []breach
	for _, f := range t.files {
		for i, line := range strings.Split(string(f.text), "\n") {
			if _, want, ok := strings.Cut(line, "want: "); ok {
				rule, text, _ := strings.Cut(strings.TrimSuffix(want, " -->"), ": ")
				all = append(all, breach{path: f.path, line: i + 1, rule: rule, text: text})
			}
		}
	}
	return all
}

func examples(t *testing.T) []string {
	found, err := fs.Glob(os.DirFS("testdata/broken"), "*.txtar")
	require.NoError(t, err)
	return found
}

// arrows returns the names under which imports are refused, one for each boundary and each reserved module.
func arrows() []string {
	all := []string{"undrawn"}
	for _, r := range boundaries {
		if !slices.Contains(r.ours, "...") {
			all = append(all, r.folder)
		}
		if r.only != "" {
			all = append(all, "only "+r.folder)
		}
	}
	for _, r := range reserved {
		all = append(all, r.module)
	}
	return all
}
