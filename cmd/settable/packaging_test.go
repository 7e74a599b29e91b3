//go:build linux

package main

import (
	"bufio"
	"cmp"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/sqlite"
)

// buildStatic builds the program in the same way as the container does: as a single file without dependencies.
func buildStatic(t *testing.T, into string) string {
	t.Helper()
	name := filepath.Join(into, "settable")
	build := exec.Command("go", "build", "-o", name, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return name
}

// unpackArchive packs the program and the other files in .goreleaser.yaml into an archive and unpacks it. It returns
// the names.
func unpackArchive(t *testing.T, into string) (names []string) {
	t.Helper()
	files := archiveFiles(t)
	archive := filepath.Join(t.TempDir(), "settable.tar.gz")
	pack := exec.Command("tar", append(append([]string{"-czf", archive, "-C", "../.."}, files...),
		"-C", filepath.Dir(buildStatic(t, t.TempDir())), "settable")...)
	out, err := pack.CombinedOutput()
	require.NoError(t, err, "%s", out)
	out, err = exec.Command("tar", "-xzf", archive, "-C", into, "--no-same-owner").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return append(files, "settable")
}

// The program works in a folder that contains only the files of the archive or the container. Its user has no name and
// can write only to /data.
func TestProgramPlaysInAnEmptyRoot(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only root may change the root of a program")
	}
	const nobody = 65532
	root := t.TempDir()
	names := unpackArchive(t, root)
	data := filepath.Join(root, "data")
	require.NoError(t, os.Mkdir(data, 0o700))
	require.NoError(t, os.Chown(data, nobody, nobody))
	require.NoError(t, os.Chmod(root, 0o555))
	for up := root; up != "/"; up = filepath.Dir(up) { // only root can enter the temporary folder
		info, err := os.Stat(up)
		require.NoError(t, err)
		require.NoError(t, os.Chmod(up, info.Mode()|0o055))
	}
	inRoot := func(args ...string) *exec.Cmd {
		c := exec.Command("/settable", args...)
		c.Dir, c.Env = "/", []string{"SETTABLE_DATABASE=/data/settable.db"}
		c.SysProcAttr = &syscall.SysProcAttr{Chroot: root,
			Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		return c
	}
	out, err := inRoot("--version").CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "settable "+version)
	mayNotWrite(t, data, inRoot)

	play := inRoot("sandbox", "--address", "127.0.0.1:0", "--data", "/data/sandbox")
	said, err := play.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, play.Start())
	t.Cleanup(func() { _ = play.Process.Kill(); _ = play.Wait() })
	page := ""
	for lines := bufio.NewScanner(said); page == "" && lines.Scan(); {
		page = pageAddress.FindString(lines.Text())
	}
	require.NotEmpty(t, page)
	answer, err := http.Get(page)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusOK, answer.StatusCode)
	guest, _, err := websocket.Dial(t.Context(), strings.Replace(page, "http", "ws", 1)+"live", nil)
	require.NoError(t, err)
	defer guest.CloseNow()
	st, err := sqlite.Open(t.Context(), filepath.Join(data, "sandbox", "settable.db"),
		sqlite.Options{ReadOnly: true})
	require.NoError(t, err)
	waitUntil(t, func() bool { // the first visitor finds a table with house players
		lines, err := st.Lines(t.Context(), 1)
		return err == nil && slices.ContainsFunc(lines, func(l store.Line) bool {
			return l.Seat == games.Dealer && strings.HasPrefix(l.Words, "deal ")
		})
	}, "a deal is a line")
	require.NoError(t, st.Close())
	require.NoError(t, play.Process.Signal(syscall.SIGTERM))
	require.NoError(t, play.Wait())
	out, err = inRoot("audit", "--database", "/data/sandbox/settable.db", "--all").CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.NoError(t, filepath.WalkDir(root, func(path string, at fs.DirEntry, err error) error {
		if err != nil || path == data {
			return cmp.Or(err, fs.SkipDir)
		}
		if name, _ := filepath.Rel(root, path); !at.IsDir() {
			require.Contains(t, names, name, "the archive has an unexpected file")
			names = slices.DeleteFunc(names, func(n string) bool { return n == name })
		}
		return nil
	}))
	require.Empty(t, names, "the archive lacks files")
}

// mayNotWrite checks that the program rejects files that its user can't write. It prints a single line and exits with
// the status for a database that can't be opened. `settable check` finds the problem too.
func mayNotWrite(t *testing.T, data string, as func(args ...string) *exec.Cmd) {
	t.Helper()
	require.NoError(t, os.Mkdir(filepath.Join(data, "locked"), 0o755))
	theirs := filepath.Join(data, "theirs.db")
	st, err := sqlite.Open(t.Context(), theirs, sqlite.Options{})
	require.NoError(t, err)
	require.NoError(t, st.Close())
	for _, f := range []string{theirs, theirs + "-wal", theirs + "-shm", theirs + ".lock"} {
		if err := errors.Join(os.Chown(f, 0, 0), os.Chmod(f, 0o644)); !errors.Is(err, fs.ErrNotExist) {
			require.NoError(t, err)
		}
	}
	require.NoError(t, os.WriteFile(filepath.Join(data, "secret"), []byte(wellShaped), 0o600))
	for _, at := range []string{"/data/locked/settable.db", "/data/locked/below/settable.db", "/data/theirs.db",
		"/settable.db"} {
		out, err := as("run", "--token", wellShaped, "--database", at).CombinedOutput()
		var ended *exec.ExitError
		require.ErrorAs(t, err, &ended, at)
		require.Equal(t, exitDatabase, ended.ExitCode(), "%s", out)
		require.Regexp(t, `^settable: `+at+`: can't open this database: give this user read and write .*\n$`,
			string(out))
		out, err = as("check", "--token", wellShaped, "--database", at).Output()
		require.ErrorAs(t, err, &ended, at)
		require.Equal(t, exitDatabase, ended.ExitCode(), "%s", out)
		require.Regexp(t, `(?m)^wrong +(disk|database) .*permission denied$`, string(out))
	}
	out, err := as("run", "--token-file", "/data/secret").CombinedOutput()
	require.Error(t, err)
	require.Equal(t, "settable: --token-file: can't read the token file /data/secret: "+
		"give the user that runs the bot read access\n", string(out))
}

// mostExposed is the greatest exposure that systemd rates as OK. A unit without hardening scores 9.6.
const mostExposed = 2.0

var exposure = regexp.MustCompile(`exposure level for \S+: ([0-9.]+)`)

// systemd accepts the unit, and the unit allows the program only what it needs.
func TestSystemdUnitIsHardened(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("systemd-analyze is not installed")
	}
	text, err := os.ReadFile("../../packaging/settable.service")
	require.NoError(t, err)
	dir := t.TempDir()
	unit := filepath.Join(dir, "settable.service")
	here := strings.ReplaceAll(string(text), "/usr/local/bin/settable", "/bin/true")
	require.NoError(t, os.WriteFile(unit, []byte(here), 0o600))
	out, err := exec.Command("systemd-analyze", "verify", unit).CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Empty(t, string(out))
	out, err = exec.Command("systemd-analyze", "security", "--offline=true", unit).CombinedOutput()
	require.NoError(t, err, "%s", out)
	found := exposure.FindSubmatch(out)
	require.NotNil(t, found, "%s", out)
	level, err := strconv.ParseFloat(string(found[1]), 64)
	require.NoError(t, err)
	require.LessOrEqual(t, level, mostExposed)

	// systemd doesn't restart the bot after a permanent failure.
	for _, status := range []int{exitUsage, exitRefused, exitInUse, exitReplaced} {
		require.Regexp(t, `(?m)^RestartPreventExitStatus=.*\b`+strconv.Itoa(status)+`\b`, string(text))
	}
}
