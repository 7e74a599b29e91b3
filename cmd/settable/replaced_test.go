package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"settable/games/gamestest"
)

// otherDatabase returns the file of another bot's database with an empty WAL.
func otherDatabase(t *testing.T) []byte {
	t.Helper()
	path, st := openMidHand(t)
	require.NoError(t, st.Close())
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	return whole
}

// TestReplacedDatabaseIsNoticed deletes, replaces or truncates the database of a running program. The program refuses
// the next move. Even without further moves, it notices the change. It exits within a minute with a message and a
// status that explain the reason, and leaves the other files alone.
func TestReplacedDatabaseIsNoticed(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	other := otherDatabase(t)
	for name, c := range map[string]struct {
		idle  bool // nobody moves
		take  func(db string) error
		says  string
		after func(t *testing.T, db string)
	}{
		"deleted": {says: "no such file", take: os.Remove, after: func(t *testing.T, db string) {
			code, _, errs := settable(t, "", "run", "--token", "x.y.z", "--database", db)
			require.Equal(t, exitDatabase, code, "the next start must not create an empty database")
			require.Contains(t, errs, "damaged")
		}},
		"deleted, and nobody moves": {idle: true, says: "no such file", take: os.Remove},
		"replaced": {says: "it was replaced by another file", take: func(db string) error {
			return errors.Join(os.WriteFile(db+".new", other, 0o600), os.Rename(db+".new", db))
		}, after: func(t *testing.T, db string) {
			now, err := os.ReadFile(db)
			require.NoError(t, err)
			require.Equal(t, other, now, "the other database must be unchanged")
			code, out, errs := settable(t, "", "audit", "--all", "--database", db)
			require.Zero(t, code, "our WAL must not be written into the other database: %s%s", out, errs)
			kept, err := filepath.Glob(db + ".*.old-wal")
			require.NoError(t, err)
			require.Len(t, kept, 1)
		}},
		"written over": {says: "it was overwritten by another database", take: func(db string) error {
			f, err := os.OpenFile(db, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = f.Write(other)
			return errors.Join(err, f.Close())
		}},
		"cut off": {says: "was truncated", take: func(db string) error { return os.Truncate(db, 4096) }},
		"its WAL cut off": {says: "was truncated",
			take: func(db string) error { return os.Truncate(db+"-wal", 100) }},
		"its WAL deleted": {says: "no such file", take: func(db string) error { return os.Remove(db + "-wal") }},
		"its folder moved": {says: "no such file", take: func(db string) error {
			return os.Rename(filepath.Dir(db), filepath.Dir(db)+".away")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := filepath.Join(t.TempDir(), "data")
			db := filepath.Join(data, "settable.db")
			p := startSandbox(t, data)
			ann, channel, _ := p.look()
			p.act(map[string]any{"as": ann, "do": "slash", "channel": channel, "name": "play",
				"options": []any{map[string]any{"name": "classic", "type": 1}}})
			p.table("sits down")
			require.NoError(t, c.take(db))
			if !c.idle {
				p.act(map[string]any{"as": ann, "do": "send", "channel": channel, "content": "start"})
			}
			ended := make(chan error, 1)
			go func() { ended <- p.cmd.Wait() }()
			select {
			case err := <-ended:
				var exit *exec.ExitError
				require.ErrorAs(t, err, &exit, p.errs.String())
				require.Equal(t, exitReplaced, exit.ExitCode(), p.errs.String())
			case <-time.After(time.Minute):
				require.Fail(t, "are waiting for one of you", p.errs.String())
			}
			require.Contains(t, p.errs.String(), "settable: the database file was removed or replaced while it was in use: ")
			require.Contains(t, p.errs.String(), c.says)
			if c.after != nil {
				c.after(t, db)
			}
		})
	}
}
