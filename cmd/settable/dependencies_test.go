package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
)

// CI fails if the program calls a function with a known vulnerability. It doesn't fail if the vulnerability database
// is unreachable.
func TestVulnerabilitiesFailCI(t *testing.T) {
	gamestest.Long(t)
	gamestest.SkipUnderRace(t)
	known := t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(known, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	const id, at = "GO-2026-9999", "2026-11-01T00:00:00Z"
	write("index/db.json", fmt.Sprintf(`{"modified":%q}`, at))
	write("index/vulns.json", fmt.Sprintf(`[{"id":%q,"modified":%q}]`, id, at))
	write("index/modules.json", fmt.Sprintf(
		`[{"path":"github.com/rivo/uniseg","vulns":[{"id":%q,"modified":%q}]}]`, id, at))
	write("ID/"+id+".json", fmt.Sprintf(`{"schema_version":"1.3.1","id":%q,"modified":%q,"published":%q,
		"affected":[{"package":{"name":"github.com/rivo/uniseg","ecosystem":"Go"},
		"ranges":[{"type":"SEMVER","events":[{"introduced":"0"}]}],"ecosystem_specific":
		{"imports":[{"path":"github.com/rivo/uniseg"}]}}]}`, id, at, at))
	pack := exec.Command("sh", "-c", "gzip -k index/*.json ID/*.json")
	pack.Dir = known
	require.NoError(t, pack.Run())

	check := func(env []string, args ...string) (string, error) {
		c := exec.Command("../../.ci/vulnerabilities", append(args, "./bot/discord")...)
		c.Env = append(append(os.Environ(), "CGO_ENABLED=0", "GITHUB_ACTIONS="), env...)
		out, err := c.CombinedOutput()
		return string(out), err
	}
	out, err := check(nil, "-db", "file://"+known)
	require.Error(t, err, "%s", out)
	require.Contains(t, out, id)
	// The first call installed the tool, so this one only needs the database.
	out, err = check([]string{"HTTPS_PROXY=http://" + freeAddress(t), "GOPROXY=off"})
	require.NoError(t, err, "%s", out)
	require.Contains(t, out, "warning: vulnerabilities were not checked: ")
}

var pinned = regexp.MustCompile(`[a-z][\w./-]*@v?[0-9][\w.]*`)

var actions = regexp.MustCompile(`uses: .*`)

// Renovate updates every tool version in a script.
func TestRenovateKnowsEveryPinnedTool(t *testing.T) {
	text, err := os.ReadFile("../../.github/renovate.json")
	require.NoError(t, err)
	var settings struct {
		CustomManagers []struct{ ManagerFilePatterns, MatchStrings []string }
	}
	require.NoError(t, json.Unmarshal(text, &settings))
	var scripts []string
	for _, pattern := range []string{".ci/*", ".goreleaser.yaml", ".github/workflows/*"} {
		names, err := filepath.Glob("../../" + pattern)
		require.NoError(t, err)
		scripts = append(scripts, names...)
	}
	found := 0
	for _, script := range scripts {
		name := strings.TrimPrefix(filepath.ToSlash(script), "../../")
		text, err := os.ReadFile(script)
		require.NoError(t, err)
		text = actions.ReplaceAll(text, nil) // Renovate finds these automatically
		for _, tool := range pinned.FindAllString(string(text), -1) {
			found++
			known := false
			for _, m := range settings.CustomManagers {
				for _, file := range m.ManagerFilePatterns {
					for _, pattern := range m.MatchStrings {
						known = known || regexp.MustCompile(strings.Trim(file, "/")).MatchString(name) &&
							regexp.MustCompile(pattern).FindString(tool) == tool
					}
				}
			}
			require.True(t, known, "%s in %s", tool, name)
		}
	}
	require.GreaterOrEqual(t, found, 4)
}
