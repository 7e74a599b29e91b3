package structure

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A decision record begins with its number, its title and its date.
var decided = regexp.MustCompile(`^# (\d+)\. (.+)\n\nDecided (2\d{3}-\d\d-\d\d)\.[ \n]`)

// TestDecisionsAreIndexed checks that the index has exactly one row for each decision record, with the record's date
// and title.
func TestDecisionsAreIndexed(t *testing.T) {
	const folder = "../../docs/decisions/"
	files, err := filepath.Glob(folder + "0*.md")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var rows []string
	for i, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		name := filepath.Base(file)
		head := decided.FindStringSubmatch(string(text))
		require.NotNil(t, head, "%s: it must begin with # %d., its title, and Decided YYYY-MM-DD.", name, i+1)
		require.Equal(t, fmt.Sprint(i+1), head[1], "%s: numbers must have no gaps and no duplicates", name)
		require.True(t, strings.HasPrefix(name, fmt.Sprintf("%04d-", i+1)), name)
		rows = append(rows, fmt.Sprintf("| %s | [%s](%s) |\n", head[3], head[2], name))
	}
	index, err := os.ReadFile(folder + "README.md")
	require.NoError(t, err)
	_, listed, _ := strings.Cut(string(index), "| --- | --- |\n")
	require.Equal(t, strings.Join(rows, ""), listed)
}
