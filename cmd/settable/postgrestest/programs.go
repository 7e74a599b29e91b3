//go:build unix

package postgrestest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ErrNone is returned if PostgreSQL isn't installed.
var ErrNone = errors.New("PostgreSQL 14 or newer is not installed: run apt-get install postgresql or your " +
	"system's equivalent")

// Find returns the folder of the newest installed version's programs. It searches Debian's folders and PATH.
func Find() (folder string, err error) {
	folders, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if path, missing := exec.LookPath("postgres"); missing == nil {
		folders = append(folders, filepath.Dir(path))
	}
	newest := 13 // the newest version that is too old
	for _, f := range folders {
		said, failed := exec.Command(filepath.Join(f, "postgres"), "--version").Output()
		var version int
		if _, none := fmt.Sscanf(string(said), "postgres (PostgreSQL) %d", &version); failed == nil && none == nil && version > newest {
			folder, newest = f, version
		}
	}
	if err == nil && folder == "" {
		err = ErrNone
	}
	return folder, err
}

// command returns a command that works on the given data folder. The caller must call free after starting it.
func (c *Cluster) command(ctx context.Context, data, name string, args ...string) (*exec.Cmd, func(), error) {
	cmd := exec.CommandContext(ctx, filepath.Join(c.programs, name), args...)
	cmd.Dir = "/" // the owner may have no access to the current folder
	cmd.Env = append(os.Environ(), "LC_ALL=C", "LC_MESSAGES=C", "PGPORT=5432", "PGHOST="+c.socket)
	free, err := c.owner.setUser(cmd, data)
	if err != nil {
		return nil, nil, fmt.Errorf("opening the PostgreSQL data: %w", err)
	}
	return cmd, free, nil
}

// run runs a program to its end and returns its output.
func (c *Cluster) run(ctx context.Context, data, name string, args ...string) (string, error) {
	cmd, free, err := c.command(ctx, data, name, args...)
	if err != nil {
		return "", err
	}
	defer free()
	said, err := cmd.Output()
	if ended, is := errors.AsType[*exec.ExitError](err); is {
		return "", fmt.Errorf("running PostgreSQL's %s: %w: %s", name, err, lastLine(string(ended.Stderr)))
	}
	if err != nil {
		return "", fmt.Errorf("running PostgreSQL's %s: %w", name, err)
	}
	return string(said), nil
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
