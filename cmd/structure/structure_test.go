// Package structure contains only tests. They read the sources of the whole repository and report breaches of the
// architecture with their files and lines. For every rule, an example in testdata/broken proves that the rule works.
package structure

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A breach is a place where the sources break a rule.
type breach struct {
	path string
	line int    // 0: the whole file or folder
	rule string // the name of the rule, such as "imports" or "docs"
	text string

	arrow string // of an import: the boundary that refuses it
}

func (b breach) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", b.path, b.line, b.rule, b.text)
}

// rules lists all checks. A check receives a whole tree, so the same code checks the repository and the examples.
var rules = []struct {
	name  string
	check func(*tree) []breach
}{
	{"imports", imports},
	{"impure", impure},
	{"gateway", unsyncedEvents},
	{"docs", missingNames},
	{"tree", treeDifferences},
	{"named", namedGames},
}

func breaches(t *tree) []breach {
	var all []breach
	for _, r := range rules {
		for _, b := range r.check(t) {
			b.rule = r.name
			all = append(all, b)
		}
	}
	slices.SortFunc(all, func(a, b breach) int {
		if c := strings.Compare(a.path, b.path); c != 0 {
			return c
		}
		return a.line - b.line
	})
	return all
}

// TestStructure checks the repository. It fails for every breach without an exception, every unused exception, and
// every permitted import that no file needs.
func TestStructure(t *testing.T) {
	sources, err := readTree(os.DirFS("../.."))
	require.NoError(t, err)
	require.Greater(t, len(sources.files), 100, "the walk found no code")
	tree := func(f *file) bool { return len(drawnIn(f)) > 30 }
	require.True(t, slices.ContainsFunc(sources.files, tree), "ARCHITECTURE.md draws no tree")
	used := make([]bool, len(exceptions))
	var broken []string
	for _, b := range breaches(sources) {
		i := slices.IndexFunc(exceptions, func(e exception) bool { return e.covers(b) })
		if i < 0 {
			broken = append(broken, b.String())
			continue
		}
		used[i] = true
	}
	broken = append(broken, unused(sources, boundaries)...)
	for i, e := range exceptions {
		if !used[i] {
			broken = append(broken, fmt.Sprintf("the exception for %s (%s) is no longer needed", e.where, e.rule))
		}
	}
	if len(broken) > 0 {
		t.Errorf("%d breaches:\n%s", len(broken), strings.Join(broken, "\n"))
	}
}
