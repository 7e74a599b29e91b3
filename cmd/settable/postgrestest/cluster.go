//go:build unix

// Package postgrestest runs private PostgreSQL servers for tests that restart, kill and promote servers. A server
// keeps its data in a folder of the test and listens only on a Unix socket.
package postgrestest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"settable/cmd/settable/processes"
)

// Cluster is a PostgreSQL server with its data.
type Cluster struct {
	programs string // folder of PostgreSQL's programs
	folder   string // the server's data and log
	socket   string // folder of the socket; its path must be short
	owner    owner
	settings []string

	server *exec.Cmd
	ended  chan struct{} // closed when the server has ended
	how    error         // the server's exit error
}

// Options configure Open.
type Options struct {
	Folder   string   // an existing folder for the data and the log
	Settings []string // settings of the server, as name=value
	Begin    []string // the PostgreSQL program that creates the data, with its arguments; nil: initdb
}

// patience is how long the server may take to start or stop.
const patience = 30 * time.Second

// Open creates the data of a cluster without starting the server.
func Open(ctx context.Context, o Options) (c *Cluster, err error) {
	c = &Cluster{folder: o.Folder, settings: o.Settings}
	if c.owner, err = currentOwner(); err != nil {
		return nil, err
	}
	if c.programs, err = Find(); err != nil {
		return nil, err
	}
	if c.socket, err = os.MkdirTemp(c.owner.socketFolder(), "settable-pg"); err != nil {
		return nil, fmt.Errorf("creating the PostgreSQL socket folder: %w", err)
	}
	create := o.Begin
	if len(create) == 0 {
		create = initdb
	}
	err = errors.Join(c.owner.has(c.socket), os.Mkdir(c.data(), 0o700))
	if err == nil {
		err = c.owner.has(c.data())
	}
	if err == nil {
		_, err = c.run(ctx, c.data(), create[0], append([]string{"-D", inFolder}, create[1:]...)...)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("creating the PostgreSQL data: %w", err), c.Close())
	}
	return c, nil
}

func (c *Cluster) data() string { return filepath.Join(c.folder, "data") }

// initdb creates a cluster that trusts all connections, because it can only be reached through its socket.
var initdb = []string{"initdb", "-U", superuser, "-A", "trust", "-E", "UTF8", "--no-locale",
	"--no-instructions"}

// superuser is the cluster's only user.
const superuser = "settable"

// Start starts the server and waits until it accepts connections.
func (c *Cluster) Start(ctx context.Context) error {
	for late := time.Now().Add(patience); ; {
		if err := c.launch(); err != nil {
			return err
		}
		err := c.answers(ctx)
		// After the first process was killed, the other processes need a moment to notice.
		if err == nil || !strings.Contains(err.Error(), "is still in use") || time.Now().After(late) {
			return err
		}
	}
}

// launch starts the server's first process.
func (c *Cluster) launch() error {
	log, err := os.Create(c.Log())
	if err != nil {
		return fmt.Errorf("creating the PostgreSQL log: %w", err)
	}
	defer log.Close()
	args := []string{"-D", inFolder, "-k", c.socket}
	for _, s := range append([]string{"listen_addresses=", "unix_socket_permissions=0700"}, c.settings...) {
		args = append(args, "-c", s)
	}
	cmd, free, err := c.command(context.Background(), c.data(), "postgres", args...)
	if err != nil {
		return err
	}
	defer free()
	cmd.Stdout, cmd.Stderr = log, log
	done, err := processes.Start(cmd, syscall.SIGINT) // PostgreSQL's "fast shutdown"
	if err != nil {
		return fmt.Errorf("starting PostgreSQL: %w", err)
	}
	ended := make(chan struct{})
	go func() { c.how = <-done; close(ended) }()
	c.server, c.ended = cmd, ended
	return nil
}

// answers waits until the server accepts connections.
func (c *Cluster) answers(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	again := time.NewTicker(30 * time.Millisecond)
	defer again.Stop()
	for {
		if _, err := c.Ask(ctx, "postgres", "SELECT 1"); err == nil {
			return nil
		}
		select {
		case <-again.C:
		case <-c.ended:
			c.server = nil
			return fmt.Errorf("PostgreSQL didn't start (%w): %s", cmp.Or(c.how, errEnded), lastWord(c.Log()))
		case <-ctx.Done():
			late := fmt.Errorf("PostgreSQL didn't start in time: %s", lastWord(c.Log()))
			return errors.Join(late, c.end(syscall.SIGQUIT))
		}
	}
}

var errEnded = errors.New("the process ended")

// Stop stops the server cleanly. Open transactions are rolled back.
func (c *Cluster) Stop() error { return c.end(syscall.SIGINT) }

// Crash stops the server with PostgreSQL's "immediate shutdown", so that the server must recover from its log at the
// next start. Unlike a kill of the first process, Crash ends all the server's processes.
func (c *Cluster) Crash() error { return c.end(syscall.SIGQUIT) }

// Close stops the server if it is running. It keeps the data.
func (c *Cluster) Close() error {
	return errors.Join(c.Stop(), os.RemoveAll(c.socket))
}

func (c *Cluster) end(how syscall.Signal) error {
	if c.server == nil {
		return nil
	}
	_ = c.server.Process.Signal(how) // the server may already have ended
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		select {
		case <-c.ended:
			c.server = nil
			return nil
		case <-late.C:
			if how == syscall.SIGQUIT {
				return fmt.Errorf("PostgreSQL didn't stop: process %d", c.server.Process.Pid)
			}
			how = syscall.SIGQUIT
			_ = c.server.Process.Signal(how)
			late.Reset(patience)
		}
	}
}

// PID returns the process id of the server's first process, or 0 if the server isn't running.
func (c *Cluster) PID() int {
	if c.server == nil {
		return 0
	}
	return c.server.Process.Pid
}

// Address returns the URL of a database. With further servers, the URL lists all of them and selects the first
// writable one.
func (c *Cluster) Address(database string, others ...*Cluster) string {
	hosts, how := []string{c.socket}, url.Values{"user": {superuser}}
	for _, o := range others {
		hosts = append(hosts, o.socket)
		how.Set("target_session_attrs", "read-write")
	}
	how.Set("host", strings.Join(hosts, ","))
	return "postgres:///" + database + "?" + how.Encode()
}

// Create creates a database unless it exists.
func (c *Cluster) Create(ctx context.Context, database string) error {
	has, err := c.Ask(ctx, "postgres", "SELECT 1 FROM pg_database WHERE datname = '"+database+"'")
	if err == nil && has == "" {
		_, err = c.Ask(ctx, "postgres", "CREATE DATABASE "+database)
	}
	return err
}

// Ask runs a statement in a database and returns psql's output: one line per row, with | between the columns.
func (c *Cluster) Ask(ctx context.Context, database, statement string) (string, error) {
	said, err := c.run(ctx, c.data(), "psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", c.socket, "-U", superuser,
		"-d", database, "-c", statement)
	return strings.TrimSpace(said), err
}

// Log returns the path of the server's log since its last start.
func (c *Cluster) Log() string { return filepath.Join(c.folder, "log") }

// lastWord returns the last line of a server's log that reports an error. Without errors, it returns the last line.
func lastWord(log string) (word string) {
	text, err := os.ReadFile(log)
	if err != nil {
		return err.Error()
	}
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, "FATAL:") || !strings.Contains(word, "FATAL:") {
			word = strings.TrimSpace(line)
		}
	}
	return word
}
