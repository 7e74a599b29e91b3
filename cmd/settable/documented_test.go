package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
)

// TestDocumentedCommandsExist checks the command, flags and arguments of every `settable …` in the documentation.
func TestDocumentedCommandsExist(t *testing.T) {
	gamestest.SkipUnderRace(t)
	var pages []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", ".github/*.md"} {
		found, err := filepath.Glob(filepath.Join("../..", pattern))
		require.NoError(t, err)
		pages = append(pages, found...)
	}
	inline := regexp.MustCompile("`([^`]*)`")
	call := regexp.MustCompile(`^(?:[A-Z_]+=\S+ )*(?:go run \./cmd/)?settable ([a-z].*)$`)
	placeholders := strings.NewReplacer("GAME", "classic", "[", "", "]", "")
	known := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for i, block := range strings.Split(string(text), "```") {
			code := strings.Split(block, "\n")
			if i%2 == 0 {
				code = nil
				for _, m := range inline.FindAllStringSubmatch(strings.ReplaceAll(block, "\n", " "), -1) {
					code = append(code, m[1])
				}
			}
			for _, line := range code {
				line, _, _ = strings.Cut(line, "#")
				line, _, _ = strings.Cut(line, "|")
				m := call.FindStringSubmatch(strings.TrimSpace(line))
				if m == nil {
					continue
				}
				known++
				require.NoError(t, checkArguments(strings.Fields(placeholders.Replace(m[1]+" "))), "%s: settable %s", page, m[1])
			}
		}
	}
	require.Greater(t, known, 30)
}

// checkArguments returns an error if the command, a flag or an argument doesn't exist. It accepts missing values and
// placeholders, because prose often omits values.
func checkArguments(args []string) error {
	var cli commandLine
	parser, err := kong.New(&cli, kong.Name("settable"), kong.Exit(func(int) {}), helpVars)
	if err != nil {
		return err
	}
	if _, err = parser.Parse(args); err != nil && regexp.MustCompile("unexpected|unknown|must be one of").MatchString(err.Error()) {
		return err
	}
	return nil
}
