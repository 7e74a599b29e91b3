//go:build unix

package postgrestest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Programs is a folder with the programs of one version of PostgreSQL.
type Programs struct {
	Folder string
	Major  int
}

// oldest is the oldest version that is supported.
const oldest = 14

// ErrNone means that PostgreSQL is not installed.
var ErrNone = errors.New("PostgreSQL 14 or newer is not installed: run apt-get install postgresql or your " +
	"system's equivalent")

// needed are the programs that a cluster needs.
var needed = []string{"initdb", "postgres", "psql"}

// Find finds the newest installed programs, in Debian's folders and in PATH.
func Find() (Programs, error) {
	all := installedPrograms()
	if len(all) == 0 {
		return Programs{}, ErrNone
	}
	return all[0], nil
}

// installedPrograms returns all installed versions that are new enough, the newest first.
func installedPrograms() (all []Programs) {
	folders, err := filepath.Glob(filepath.Join(debian, "*", "bin"))
	if err != nil {
		panic(err) // the pattern is wrong
	}
	if path, err := exec.LookPath("postgres"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			folders = append(folders, filepath.Dir(path))
		}
	}
	for _, folder := range folders {
		p := Programs{Folder: folder}
		if p.Major = p.version(); p.Major >= oldest {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b Programs) int { return b.Major - a.Major })
	return all
}

// debian is Debian's folder with a subfolder for each version; a test replaces it.
var debian = "/usr/lib/postgresql"

// version returns the version of the programs in a folder; 0: some are missing.
func (p Programs) version() int {
	for _, name := range needed {
		if _, err := exec.LookPath(p.path(name)); err != nil {
			return 0
		}
	}
	said, err := exec.Command(p.path("postgres"), "--version").Output() // postgres (PostgreSQL) 15.6 (Debian …)
	if err != nil {
		return 0
	}
	_, said2, _ := strings.Cut(string(said), ") ")
	return leadingNumber(said2)
}

// leadingNumber returns the number at the start of a text, or 0.
func leadingNumber(text string) int {
	end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(text)
	}
	n, err := strconv.Atoi(text[:end])
	if err != nil {
		return 0
	}
	return n
}

func (p Programs) path(name string) string { return filepath.Join(p.Folder, name) }

// versionFile is the file with the version that made the data.
//
// https://www.postgresql.org/docs/current/storage-file-layout.html
const versionFile = "PG_VERSION"

// programsFor returns the programs of the version that made the data, or the newest if there is no data yet.
func programsFor(data string) (Programs, error) {
	newest, err := Find()
	if err != nil {
		return Programs{}, err
	}
	text, err := os.ReadFile(filepath.Join(data, versionFile))
	if errors.Is(err, fs.ErrNotExist) {
		return newest, nil
	}
	if err != nil {
		return Programs{}, fmt.Errorf("reading the version of the PostgreSQL data: %w", err)
	}
	made := leadingNumber(string(text))
	for _, p := range installedPrograms() {
		if p.Major == made {
			return p, nil
		}
	}
	return Programs{}, fmt.Errorf("%s was created by PostgreSQL %d, but %d is installed: install postgresql-%d, or "+
		"move the folder away to start afresh", data, made, newest.Major, made)
}

// command returns a command for one of the programs, which works on the folder data. free must be called once it has
// been started.
func (c *Cluster) command(ctx context.Context, data, name string, args ...string) (*exec.Cmd, func(), error) {
	cmd := exec.CommandContext(ctx, c.programs.path(name), args...)
	cmd.Dir = "/" // the owner may not be allowed into our working folder
	cmd.Env = append(os.Environ(), "LC_ALL=C", "LC_MESSAGES=C", "PGPORT=5432", "PGHOST="+c.socket)
	free, err := c.owner.setUser(cmd, data)
	if err != nil {
		return nil, nil, fmt.Errorf("opening the PostgreSQL data: %w", err)
	}
	return cmd, free, nil
}

// run runs one of the programs to its end, and returns what it prints.
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
