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

// What the tree of ARCHITECTURE.md draws is there, and each package is drawn; those of the sandbox,
// and what is there for tests, need not be.
func TestTheTreeIsDrawnAsItIs(t *testing.T) {
	text, err := os.ReadFile("../../ARCHITECTURE.md")
	require.NoError(t, err)
	blocks := strings.Split(string(text), "```")
	require.Greater(t, len(blocks), 3)
	drawn := map[string]bool{}
	for _, name := range regexp.MustCompile(`([a-z]+)/`).FindAllStringSubmatch(blocks[1], -1) {
		drawn[name[1]] = true
	}
	sources, err := readTree(os.DirFS("../.."))
	require.NoError(t, err)
	there := map[string]bool{}
	for _, f := range sources.files {
		for at := f.dir; at != "."; at = path.Dir(at) {
			there[path.Base(at)] = true
		}
	}
	for dir := range sources.packages {
		part := strings.HasPrefix(dir, "bot/sandbox/") || strings.HasSuffix(dir, "test")
		assert.True(t, drawn[path.Base(dir)] || part, "%s is not drawn", dir)
	}
	for name := range drawn {
		assert.True(t, there[name], "%s/ is drawn, and is not there", name)
	}
}

// A command of a document that rewrites what tests expect names packages that take the flag: go test gives it
// to all of them, and one that doesn't know it fails.
func TestWhatIsUpdatedTakesTheFlag(t *testing.T) {
	sources, err := readTree(os.DirFS("../.."))
	require.NoError(t, err)
	takes := map[string]bool{}
	for _, f := range sources.files {
		if f.test && (strings.Contains(string(f.text), `flag.Bool("update"`) ||
			strings.Contains(string(f.text), `"settable/games/gamestest"`)) {
			takes["./"+f.dir] = true
		}
	}
	command := regexp.MustCompile("go test ([^`#\n]*\n?[^`#\n]*) -update")
	seen := 0
	for _, f := range sources.files {
		if path.Ext(f.path) != ".md" {
			continue
		}
		for _, found := range command.FindAllStringSubmatch(string(f.text), -1) {
			for _, name := range strings.Fields(found[1]) {
				if strings.HasPrefix(name, "./") && !strings.HasSuffix(name, "NAME") {
					seen++
					assert.True(t, takes[name], "%s: %s: %s has no flag -update", f.path, found[0], name)
				}
			}
		}
	}
	require.Greater(t, seen, 3)
}
