package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"
)

// release is the part of .goreleaser.yaml about the supported systems.
type release struct {
	Before struct{ Hooks []string }
	Builds []struct {
		Goos, Goarch []string
		Ignore       []struct{ Goos, Goarch string }
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

// targets returns the systems and processors.
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

// A translation may be missing until the release, which refuses it.
func TestReleaseNeedsEveryTranslation(t *testing.T) {
	require.Contains(t, releases(t).Before.Hooks, "go run ./cmd/settable words check")
}

// A release contains all promised systems.
func TestReleaseContainsAllSystems(t *testing.T) {
	require.ElementsMatch(t, [][2]string{{"linux", "amd64"}, {"linux", "arm64"}, {"linux", "arm"},
		{"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
		{"freebsd", "amd64"}, {"freebsd", "arm64"}}, releases(t).targets())
}

// Every system is built, which takes minutes: set SETTABLE_TEST_RELEASE=1, as before a release.
func TestAllSystemsAreBuilt(t *testing.T) {
	if os.Getenv("SETTABLE_TEST_RELEASE") == "" {
		t.Skip("builds for nine systems take minutes: SETTABLE_TEST_RELEASE=1")
	}
	for _, at := range releases(t).targets() {
		t.Run(at[0]+"-"+at[1], func(t *testing.T) {
			build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w",
				"-o", filepath.Join(t.TempDir(), "settable"), ".")
			build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+at[0], "GOARCH="+at[1], "GOARM=7")
			out, err := build.CombinedOutput()
			require.NoError(t, err, "%s", out)
		})
	}
}
