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

// TestLinksOfDocumentsWork checks that the target of every relative link and picture on a Markdown page exists. This
// includes headings.
func TestLinksOfDocumentsWork(t *testing.T) {
	sources, err := readTree(os.DirFS("../.."))
	require.NoError(t, err)
	pages := map[string]string{}
	for _, f := range sources.files {
		if path.Ext(f.path) == ".md" {
			pages[f.path] = string(f.text)
		}
	}
	link := regexp.MustCompile(`\]\(([^)\s]+)\)|src="([^"]+)"`)
	seen := 0
	for page, text := range pages {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			target, heading, _ := strings.Cut(m[1]+m[2], "#")
			if strings.Contains(target, ":") {
				continue // a web address
			}
			seen++
			file := path.Join(path.Dir(page), target)
			if target == "" {
				file = page
			}
			if !assert.True(t, sources.exists(file), "%s: %s doesn't exist", page, m[0]) || heading == "" {
				continue
			}
			assert.Contains(t, anchors(pages[file]), heading, "%s: %s", page, m[0])
		}
	}
	require.Greater(t, seen, 50)
}

var (
	headings    = regexp.MustCompile(`(?m)^#+ (.+)$`)
	notInAnchor = regexp.MustCompile(`[^\pL\pN_ -]`)
)

// anchors returns the ids that GitHub assigns to the headings of a page.
func anchors(text string) (ids []string) {
	for _, m := range headings.FindAllStringSubmatch(text, -1) {
		ids = append(ids, strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return ids
}
