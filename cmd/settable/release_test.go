package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"
)

// release is the part of .goreleaser.yaml about the supported systems.
type release struct {
	Before struct{ Hooks []string }
	Builds []struct {
		Goos, Goarch, Goarm []string
		Ignore              []struct{ Goos, Goarch string }
	}
	Archives []struct{ Files []string }
	Sboms    []struct {
		Artifacts, Cmd  string
		Args, Documents []string
	}
}

func releases(t *testing.T) (r release) {
	t.Helper()
	text, err := os.ReadFile("../../.goreleaser.yaml")
	require.NoError(t, err)
	require.NoError(t, yaml.Unmarshal(text, &r))
	return r
}

// archiveFiles returns the names of all files in an archive except the program.
func archiveFiles(t *testing.T) (names []string) {
	t.Helper()
	require.Len(t, releases(t).Archives, 1)
	for _, pattern := range releases(t).Archives[0].Files {
		require.NotContains(t, pattern, "**", "goreleaser's ** skips the files of the first folder")
		found, err := filepath.Glob("../../" + pattern)
		require.NoError(t, err)
		require.NotEmpty(t, found, pattern)
		for _, name := range found { // a folder stands for all files in it
			require.NoError(t, filepath.WalkDir(name, func(name string, at fs.DirEntry, err error) error {
				if err == nil && !at.IsDir() {
					names = append(names, strings.TrimPrefix(filepath.ToSlash(name), "../../"))
				}
				return err
			}))
		}
	}
	return names
}

var pageLink = regexp.MustCompile(`\]\(([^):#]+)(?:#[^)]*)?\)`)

// The archive contains every page and file to which its documentation links.
func TestArchiveHasEveryLinkedFile(t *testing.T) {
	files := archiveFiles(t)
	for _, needed := range []string{"README.md", "PRIVACY.md", "docs/hosting.md", "packaging/install.sh"} {
		require.Contains(t, files, needed)
	}
	for _, name := range files {
		if path.Ext(name) != ".md" {
			continue
		}
		text, err := os.ReadFile("../../" + name)
		require.NoError(t, err)
		for _, link := range pageLink.FindAllStringSubmatch(string(text), -1) {
			require.Contains(t, files, path.Join(path.Dir(name), link[1]), "%s links to it", name)
		}
	}
}

// Git and container builds ignore the files in which hosts store secrets.
func TestSecretsAreIgnored(t *testing.T) {
	for _, list := range []string{".gitignore", ".dockerignore"} {
		text, err := os.ReadFile("../../" + list)
		require.NoError(t, err)
		for _, name := range []string{"token.txt", "config.yaml"} {
			require.Regexp(t, `(?m)^/?`+regexp.QuoteMeta(name)+`$`, string(text), list)
		}
	}
}

// targets returns the operating systems with their processors.
func (r release) targets() (all [][2]string) {
	for _, b := range r.Builds {
		for _, system := range b.Goos {
			for _, cpu := range b.Goarch {
				if !slices.Contains(b.Ignore, struct{ Goos, Goarch string }{system, cpu}) {
					all = append(all, [2]string{system, cpu})
				}
			}
		}
	}
	return all
}

// Translations may be missing until the next release, which requires all of them.
func TestReleaseNeedsEveryTranslation(t *testing.T) {
	require.Contains(t, releases(t).Before.Hooks, "go run ./cmd/settable words check")
}

// A release supports all promised systems.
func TestReleaseContainsAllSystems(t *testing.T) {
	require.ElementsMatch(t, [][2]string{{"linux", "amd64"}, {"linux", "arm64"}, {"linux", "arm"},
		{"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
		{"freebsd", "amd64"}, {"freebsd", "arm64"}}, releases(t).targets())
	require.Equal(t, []string{"6", "7"}, releases(t).Builds[0].Goarm) // a Raspberry Pi Zero has an ARMv6 processor
}

// The test builds the program for every system, which takes minutes. It runs with SETTABLE_TEST_RELEASE=1, before a
// release.
func TestAllSystemsAreBuilt(t *testing.T) {
	if os.Getenv("SETTABLE_TEST_RELEASE") == "" {
		t.Skip("builds for nine systems take minutes: SETTABLE_TEST_RELEASE=1")
	}
	for _, at := range releases(t).targets() {
		t.Run(at[0]+"-"+at[1], func(t *testing.T) {
			build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w",
				"-o", filepath.Join(t.TempDir(), "settable"), ".")
			build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+at[0], "GOARCH="+at[1], "GOARM=6")
			out, err := build.CombinedOutput()
			require.NoError(t, err, "%s", out)
		})
	}
}
