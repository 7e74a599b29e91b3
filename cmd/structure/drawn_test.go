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

// treeDifferences compares the tree in ARCHITECTURE.md with the folders. It finds folders that don't exist and packages that
// the tree omits. The tree may omit games, test packages and the sandbox's packages.
func treeDifferences(t *tree) []breach {
	var found []breach
	for _, f := range t.files {
		drawn := drawnIn(f)
		if len(drawn) == 0 {
			continue
		}
		for _, at := range sorted(drawn) {
			if !t.exists(at) {
				found = append(found, breach{path: f.path, line: drawn[at], text: at + " is in the tree but doesn't exist"})
			}
		}
		for dir, files := range t.packages {
			part := strings.HasPrefix(dir, "bot/sandbox/") || strings.HasSuffix(dir, "test")
			row, _ := boundaryOf(dir)
			if drawn[dir] == 0 && !part && row.folder != "games/*" {
				found = append(found, breach{path: files[0].path, line: t.line(files[0].syntax.Package),
					text: dir + " is not in the tree"})
			}
		}
	}
	return found
}

var (
	drawnName  = regexp.MustCompile(`(?:^| )([a-z]+)/(?:[ ,:;]|$)`)
	drawnFirst = regexp.MustCompile(`^ *(?:[a-z/]+/ )+`)
)

// drawnIn returns the folders in the first code block of ARCHITECTURE.md with their line numbers. An unindented line
// begins with a folder. An indented line begins with subfolders of the folder above. All further folders in a line are
// subfolders of the last folder that the line begins with.
func drawnIn(f *file) map[string]int {
	if f.path != "ARCHITECTURE.md" {
		return nil
	}
	drawn, top, inside := map[string]int{}, "", false
	for i, line := range strings.Split(string(f.text), "\n") {
		if strings.HasPrefix(line, "```") {
			if inside {
				break
			}
			inside = true
			continue
		}
		first := drawnFirst.FindString(line)
		if !inside || first == "" {
			continue
		}
		last := ""
		for _, name := range strings.Fields(first) {
			if first[0] != ' ' {
				top, name = path.Clean(name), ""
			}
			last = path.Join(top, name)
			drawn[last] = i + 1
		}
		for _, name := range drawnName.FindAllStringSubmatch(line[len(first)-1:], -1) {
			drawn[path.Join(last, name[1])] = i + 1
		}
	}
	return drawn
}

// TestUpdateCommandsWork checks that documented commands with -update name only packages that have this flag. Packages
// without the flag would fail.
func TestUpdateCommandsWork(t *testing.T) {
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
