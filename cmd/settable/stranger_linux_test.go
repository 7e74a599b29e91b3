package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"settable/store/storetest"
)

// TestStrangersWay runs testdata/release: from the download of a release through its upgrade to the move to another
// database, as an unprivileged user. It needs a snapshot, which it serves like a published release:
//
//	goreleaser release --snapshot --clean --skip=docker,sign
//	SETTABLE_SNAPSHOT=$PWD/dist go test ./cmd/settable -run StrangersWay -v
//
// The next release is this source tree with a further migration.
func TestStrangersWay(t *testing.T) {
	snapshot := os.Getenv("SETTABLE_SNAPSHOT")
	if snapshot == "" {
		t.Skip("needs a snapshot made by goreleaser: SETTABLE_SNAPSHOT=dist")
	}
	archive := fmt.Sprintf("settable_linux_%s.tar.gz", runtime.GOARCH)
	whole, err := os.ReadFile(filepath.Join(snapshot, archive))
	require.NoError(t, err)
	listed, err := exec.Command("tar", "-tzf", filepath.Join(snapshot, archive)).Output()
	require.NoError(t, err)
	require.ElementsMatch(t, append(archiveFiles(t), "settable"), strings.Fields(string(listed)))
	sums, err := os.ReadFile(filepath.Join(snapshot, "checksums.txt"))
	require.NoError(t, err)
	postgres := storetest.Postgres(t)
	next := packNext(t)
	script, err := os.ReadFile("../../packaging/install.sh")
	require.NoError(t, err)

	files := http.NewServeMux()
	serve := func(folder string, sums, archived []byte) {
		for name, text := range map[string][]byte{"checksums.txt": sums, archive: archived} {
			files.HandleFunc("/"+folder+"/"+name, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(text) })
		}
	}
	sumOf := func(text []byte) []byte { return fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(text), archive) }
	serve("release", sums, whole)
	serve("half", sums, whole[:len(whole)/2])
	serve("wrong", sumOf([]byte("else")), whole)
	serve("next", sumOf(next), next)
	server := httptest.NewServer(files)
	t.Cleanup(server.Close)

	root, err := os.MkdirTemp("", "settable-stranger") // unlike t.TempDir(), other users can enter it
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(root) })
	require.NoError(t, os.Chmod(root, 0o755))
	programs := filepath.Join(root, "programs")
	require.NoError(t, os.Mkdir(programs, 0o755))
	become := "#!/bin/sh\nexec \"$@\"\n"
	if os.Getuid() == 0 {
		become = "#!/bin/sh\nexec setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all -- \"$@\"\n"
	}
	require.NoError(t, os.WriteFile(filepath.Join(programs, "user"), []byte(become), 0o755))
	testscript.Run(t, testscript.Params{
		Dir: "testdata/release", WorkdirRoot: root,
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("PATH", programs+":/usr/local/bin:/usr/bin:/bin")
			e.Setenv("TMPDIR", "/tmp")
			e.Setenv("ARCHIVE", archive)
			e.Setenv("POSTGRES", postgres)
			for _, folder := range []string{"release", "half", "wrong", "next"} {
				e.Setenv(strings.ToUpper(folder), server.URL+"/"+folder)
			}
			if err := os.WriteFile(filepath.Join(e.WorkDir, "install.sh"), script, 0o644); err != nil {
				return err
			}
			if os.Getuid() != 0 {
				return nil
			}
			return exec.Command("chown", "-R", "65534:65534", e.WorkDir).Run()
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": expectExit, "freeport": freePort, "discord": discordAt, "ready": isReady,
			"visit": visitPage,
		},
	})
}

// visitPage waits until a sandbox has written its address to a file, and opens the page like a browser. It waits until
// a game is shown, and sets PLAYER to the visitor's id.
func visitPage(ts *testscript.TestScript, _ bool, args []string) {
	var address string
	for late := time.Now().Add(time.Minute); address == ""; time.Sleep(10 * time.Millisecond) {
		text, _ := os.ReadFile(ts.MkAbs(args[0])) // the file doesn't exist yet
		if address = pageAddress.FindString(string(text)); address == "" && time.Now().After(late) {
			ts.Fatalf("the sandbox doesn't print its address: %s", text)
		}
	}
	page, err := http.Get(address)
	ts.Check(err)
	ts.Check(page.Body.Close())
	if page.StatusCode != http.StatusOK {
		ts.Fatalf("%s answers %s", address, page.Status)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, strings.Replace(address, "http", "ws", 1)+"live", nil)
	ts.Check(err)
	defer ws.CloseNow()
	ws.SetReadLimit(1 << 24)
	for shown := false; !shown; {
		_, frame, err := ws.Read(ctx)
		ts.Check(err)
		var h hello
		if json.Unmarshal(frame, &h) == nil && h.Me.ID != "" {
			ts.Setenv("PLAYER", h.Me.ID)
		}
		shown = bytes.Contains(frame, []byte("table.png"))
	}
}

// packNext returns the archive of the next release.
func packNext(t *testing.T) []byte {
	t.Helper()
	folder := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		return name
	}
	here, err := filepath.Abs("../..")
	require.NoError(t, err)
	migration := write("next.sql", "ALTER TABLE guilds ADD COLUMN next TEXT NOT NULL DEFAULT '';\n")
	text, err := os.ReadFile("version.go")
	require.NoError(t, err)
	newer := bytes.Replace(text, []byte(`"`+version+`"`), []byte(`"0.2.0"`), 1)
	require.NotEqual(t, string(text), string(newer))
	replace := map[string]string{filepath.Join(here, "cmd/settable/version.go"): write("version.go", string(newer))}
	for _, kind := range []string{"sqlite", "postgres"} {
		folder := filepath.Join(here, "migrations", kind)
		known, err := filepath.Glob(filepath.Join(folder, "*.sql"))
		require.NoError(t, err)
		replace[filepath.Join(folder, fmt.Sprintf("%05d_next.sql", len(known)+1))] = migration
	}
	replaced, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	build := exec.Command("go", "build", "-overlay", write("overlay.json", string(replaced)), "-trimpath", "-buildvcs=false",
		"-ldflags=-s -w", "-o", filepath.Join(folder, "settable"), ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	packed, err := exec.Command("tar", "-cz", "-C", folder, "settable").Output()
	require.NoError(t, err)
	return packed
}
