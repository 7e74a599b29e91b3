//go:build linux

package main

import (
	"bufio"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// static builds the program as the container has it: one file that needs no other.
func static(t *testing.T, into string) string {
	t.Helper()
	name := filepath.Join(into, "settable")
	build := exec.Command("go", "build", "-o", name, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return name
}

// What the container is made of plays: a root with nothing in it but the program, where a user without a name
// may write to /data alone.
func TestTheProgramPlaysInAnEmptyRoot(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may change the root of a program")
	}
	const nobody = 65532
	root := t.TempDir()
	static(t, root)
	data := filepath.Join(root, "data")
	require.NoError(t, os.Mkdir(data, 0o700))
	require.NoError(t, os.Chown(data, nobody, nobody))
	require.NoError(t, os.Chmod(root, 0o555))
	for up := root; up != "/"; up = filepath.Dir(up) { // the temporary folder is root's alone
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
	require.NoError(t, play.Process.Signal(syscall.SIGTERM))
	require.NoError(t, play.Wait())
	written, err := filepath.Glob(filepath.Join(root, "*"))
	require.NoError(t, err)
	require.ElementsMatch(t, []string{filepath.Join(root, "settable"), data}, written, "nothing lies beside")
}

// mostExposed is what systemd calls OK; a unit without a line of hardening has 9.6.
const mostExposed = 2.0

var exposure = regexp.MustCompile(`exposure level for \S+: ([0-9.]+)`)

// The unit is one that systemd reads, and lets the program do little besides what it must.
func TestTheUnitIsSound(t *testing.T) {
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

	// What ends the bot for good does not start it again.
	for _, status := range []int{exitCalled, exitRefused, exitSecond, exitReplaced} {
		require.Regexp(t, `(?m)^RestartPreventExitStatus=.*\b`+strconv.Itoa(status)+`\b`, string(text))
	}
}
