package structure

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPromisesHaveTheirTests checks that every test in the table of docs/lab/tested.md exists in the package of its
// row. If you rename or replace such a test, change the table too.
func TestPromisesHaveTheirTests(t *testing.T) {
	const page = "docs/lab/tested.md"
	text, err := os.ReadFile(path.Join("../..", page))
	require.NoError(t, err)
	sources, err := readTree(os.DirFS("../.."))
	require.NoError(t, err)
	tests := map[string]bool{}
	declaration := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	for _, f := range sources.files {
		if f.test {
			for _, name := range declaration.FindAllSubmatch(f.text, -1) {
				tests[f.dir+" "+string(name[1])] = true
			}
		}
	}
	_, table, _ := strings.Cut(string(text), "## Promise → test\n")
	table, _, _ = strings.Cut(table, "\n## ")
	named := 0
	for _, row := range regexp.MustCompile("(?m)^\\|.*\\| `([a-z/]+)` \\| (.*) \\|$").FindAllStringSubmatch(table, -1) {
		for name := range strings.SplitSeq(row[2], ", ") {
			named++
			assert.True(t, tests[row[1]+" "+name], "%s: there is no %s in %s", page, name, row[1])
		}
	}
	require.Greater(t, named, 100)
}
