package house

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What the tree of ARCHITECTURE.md draws is there, and each room of the house is drawn; those of the sandbox,
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
	house, err := readTree(os.DirFS("../.."))
	require.NoError(t, err)
	there := map[string]bool{}
	for _, f := range house.files {
		for at := f.dir; at != "."; at = path.Dir(at) {
			there[path.Base(at)] = true
		}
	}
	for dir := range house.packages {
		part := strings.HasPrefix(dir, "bot/sandbox/") || strings.HasSuffix(dir, "test")
		assert.True(t, drawn[path.Base(dir)] || part, "%s is not drawn", dir)
	}
	for name := range drawn {
		assert.True(t, there[name], "%s/ is drawn, and is not there", name)
	}
}
