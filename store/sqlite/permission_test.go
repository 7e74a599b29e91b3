//go:build unix

package sqlite

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
)

// The test opens the database without permission. Root can do anything, so the test runs a bot as the user "nobody".
func TestNoPermission(t *testing.T) {
	gamestest.SkipUnderRace(t)
	const nobody = 65534
	for name, spoil := range map[string]func(t *testing.T, folder, path string){
		"a folder nobody may write": func(t *testing.T, folder, _ string) {
			require.NoError(t, os.Chmod(folder, 0o555))
		},
		"a folder nobody may enter": func(t *testing.T, folder, _ string) {
			require.NoError(t, os.Chmod(folder, 0o000))
		},
		"a file nobody may read": func(t *testing.T, folder, path string) {
			require.NoError(t, os.Chmod(folder, 0o777))
			require.NoError(t, os.Rename(filledDatabase(t), path))
			require.NoError(t, os.Chmod(path, 0o000))
		},
		"a file nobody may write": func(t *testing.T, folder, path string) {
			require.NoError(t, os.Chmod(folder, 0o777))
			require.NoError(t, os.Rename(filledDatabase(t), path))
			require.NoError(t, os.Chmod(path, 0o444))
		},
	} {
		t.Run(name, func(t *testing.T) {
			top := t.TempDir()
			require.NoError(t, os.Chmod(filepath.Dir(top), 0o755))
			require.NoError(t, os.Chmod(top, 0o755))
			folder := filepath.Join(top, "settable")
			require.NoError(t, os.Mkdir(folder, 0o755))
			path := filepath.Join(folder, "settable.db")
			spoil(t, folder, path)
			t.Cleanup(func() { require.NoError(t, os.Chmod(folder, 0o755)) })

			bot := startBot(t, "open", path)
			if os.Geteuid() == 0 {
				// The user "nobody" can't enter the folder where the binary was built, so the test uses this path.
				bot.Path = "/proc/self/exe"
				bot.Dir = "/"
				bot.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
			}
			out := must(bot.Output())
			require.Contains(t, string(out),
				path+": can't open this database: give this user read and write access to the file and its folder")
		})
	}
}
