//go:build linux || darwin

package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The install script installs an archive only if its checksum is correct. Otherwise it explains why in one line and
// keeps the older program.
func TestInstallScript(t *testing.T) {
	t.Parallel()
	arch := runtime.GOARCH
	name := fmt.Sprintf("settable_%s_%s.tar.gz", runtime.GOOS, arch)
	if arch != "amd64" && arch != "arm64" {
		t.Skip("the install script doesn't support this architecture")
	}
	folder := t.TempDir()
	program := filepath.Join(folder, "settable")
	require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\necho settable new\n"), 0o755))
	pack := exec.Command("tar", "-czf", filepath.Join(folder, name), "-C", folder, "settable")
	require.NoError(t, pack.Run())
	whole, err := os.ReadFile(filepath.Join(folder, name))
	require.NoError(t, err)
	list := func(of []byte, as string) []byte { return fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(of), as) }
	right := append(list([]byte("else"), "settable_plan9_mips.tar.gz"), list(whole, name)...)

	for _, test := range []struct {
		name                string
		checksums, download []byte
		cut                 bool // the connection breaks in the middle of the archive
		says                string
	}{
		{name: "right", checksums: right, download: whole},
		{name: "half a download", checksums: right, download: whole, cut: true, says: "downloading .* failed: "},
		{name: "half an archive", checksums: right, download: whole[:len(whole)/2],
			says: "the checksum of " + name + " is wrong, nothing was installed"},
		{name: "wrong checksum", checksums: list([]byte("else"), name), download: whole,
			says: "the checksum of " + name + " is wrong, nothing was installed"},
		{name: "no checksum", checksums: list(whole, "else"), download: whole, says: "doesn't list " + name},
		{name: "no archive", checksums: right, says: "downloading .*" + name + " failed: "},
		{name: "no release", says: "downloading .*checksums.txt failed: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := http.NewServeMux()
			serve := func(name string, text []byte, cut bool) {
				files.HandleFunc("/"+name, func(w http.ResponseWriter, _ *http.Request) {
					if cut {
						w.Header().Set("Content-Length", fmt.Sprint(len(text)))
						text = text[:len(text)/2]
					}
					_, _ = w.Write(text)
				})
			}
			if test.checksums != nil {
				serve("checksums.txt", test.checksums, false)
			}
			if test.download != nil {
				serve(name, test.download, test.cut)
			}
			server := httptest.NewServer(files)
			defer server.Close()
			bin, temporary := t.TempDir(), t.TempDir()
			installed := filepath.Join(bin, "settable")
			require.NoError(t, os.WriteFile(installed, []byte("old"), 0o755))
			script := exec.Command("sh", "../../packaging/install.sh")
			script.Env = append(os.Environ(), "RELEASES="+server.URL, "BIN="+bin, "TMPDIR="+temporary)
			var errs bytes.Buffer
			script.Stderr = &errs
			out, err := script.Output()
			if test.says == "" {
				require.NoError(t, err, errs.String())
				require.Contains(t, string(out), "Installed settable new as "+installed)
			} else {
				var exit *exec.ExitError
				require.True(t, errors.As(err, &exit))
				require.Equal(t, 1, exit.ExitCode())
				require.Equal(t, 1, strings.Count(errs.String(), "\n"), errs.String())
				require.Regexp(t, "^install.sh: .*"+test.says, errs.String())
				text, err := os.ReadFile(installed)
				require.NoError(t, err)
				require.Equal(t, "old", string(text))
			}
			for _, left := range []string{temporary + "/*", bin + "/.settable.new"} {
				found, err := filepath.Glob(left)
				require.NoError(t, err)
				require.Empty(t, found)
			}
		})
	}
}
