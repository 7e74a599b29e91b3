package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const noticesFile = "../../THIRD-PARTY-NOTICES.txt"

// licence matches names of licence files.
var licence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)`)

// The program includes the licences of everything it contains, on every system.
func TestNoticesNameEveryModule(t *testing.T) {
	var modules []string
	for _, system := range []string{"linux", "darwin", "windows", "freebsd"} {
		list := exec.Command("go", "list", "-deps", "-f",
			"{{with .Module}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}", ".")
		list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH=amd64")
		out, err := list.Output()
		require.NoError(t, err)
		modules = append(modules, strings.Split(strings.TrimSpace(string(out)), "\n")...)
	}
	slices.Sort(modules)
	var b strings.Builder
	b.WriteString("What is in the program besides its own code, and under which licences.\n")
	b.WriteString("Written by: go test ./cmd/settable -run Notices -update\n")
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	ofGo := filepath.Join(strings.TrimSpace(string(root)), "LICENSE")
	addNotices(t, &b, "Go, its runtime and standard library", ofGo)
	addNotices(t, &b, "The fonts of the pictures", "../../render/font/LICENSE", "../../render/font/japanese.LICENSE",
		"../../render/font/names/LICENSE")
	for _, module := range slices.Compact(modules) {
		name, dir, _ := strings.Cut(module, "\t")
		if name == "" || strings.HasPrefix(name, "settable ") {
			continue
		}
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		require.NoError(t, err)
		more, err := filepath.Glob(filepath.Join(dir, "licenses", "*"))
		require.NoError(t, err)
		files = slices.DeleteFunc(files, func(file string) bool {
			info, err := os.Stat(file)
			return err != nil || info.IsDir() || !licence.MatchString(filepath.Base(file))
		})
		require.NotEmpty(t, files, "%s has no licence file", name)
		addNotices(t, &b, name, append(files, more...)...)
	}
	if flag.Lookup("update").Value.String() == "true" { // all golden tests share this flag
		require.NoError(t, os.WriteFile(noticesFile, []byte(b.String()), 0o644))
	}
	has, err := os.ReadFile(noticesFile)
	require.NoError(t, err)
	require.Equal(t, strings.Split(b.String(), "\n"), strings.Split(string(has), "\n"),
		"go test ./cmd/settable -run Notices -update")

	for _, ships := range []string{"../../Dockerfile", "../../.goreleaser.yaml"} {
		text, err := os.ReadFile(ships)
		require.NoError(t, err)
		require.Contains(t, string(text), filepath.Base(noticesFile), ships)
	}
}

// addNotices appends the texts of licences.
func addNotices(t *testing.T, b *strings.Builder, of string, files ...string) {
	t.Helper()
	fmt.Fprintf(b, "\n\n%s\n%s\n", strings.Repeat("=", 72), of)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		fmt.Fprintf(b, "\n---- %s\n\n%s\n", filepath.Base(file),
			strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
	}
}
