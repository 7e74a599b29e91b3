// Package processes runs programs that always end with this process. It runs several bot processes of a sandbox on a
// shared PostgreSQL database, and tells the sandbox's page which process serves which tables.
package processes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"settable/bot/sandbox/page"
	"settable/store"
	"settable/store/postgres"
)

// A Deployment is a database and the processes that share it.
type Deployment struct {
	database string       // its URL
	db       *postgres.DB // read-only
	log      *slog.Logger

	mu    sync.Mutex
	group *Group // nil: not started yet
}

// Open migrates the database and opens it read-only.
func Open(ctx context.Context, database string, log *slog.Logger) (*Deployment, error) {
	migrated, err := postgres.Open(ctx, database, postgres.Options{Log: log})
	if err == nil {
		err = migrated.Close()
	}
	if err != nil {
		return nil, err
	}
	db, err := postgres.Open(ctx, database, postgres.Options{ReadOnly: true, Log: log})
	if err != nil {
		return nil, err
	}
	return &Deployment{database: database, db: db, log: log}, nil
}

// Store returns the read-only database.
func (d *Deployment) Store() store.Store { return d.db }

// Settings configure the processes.
type Settings struct {
	Number  int
	Shards  int
	Discord string // the sandbox's host and port
	Token   string
	Args    []string // options for logging
	Log     io.Writer
	Folder  string // working directory; it has no configuration file
}

const (
	restartAfter = 10 * time.Second // long enough for people to watch other processes take over the tables
	stopTimeout  = 6 * time.Second
)

// Start starts the processes.
func (d *Deployment) Start(o Settings) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	var names []string
	for i := range o.Number {
		names = append(names, fmt.Sprintf("p%d", i+1))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.group = Run(Config{
		Names: names, Log: o.Log, Events: d.log, Again: restartAfter, Patience: stopTimeout,
		Command: func(name string) *exec.Cmd {
			cmd := exec.Command(program, append([]string{"run"}, o.Args...)...)
			cmd.Dir = o.Folder
			cmd.Env = append(Environment(os.Environ()),
				"SETTABLE_TOKEN="+o.Token, "SETTABLE_DISCORD="+o.Discord, "SETTABLE_ATTACHED=yes",
				"SETTABLE_DATABASE="+d.database,
				"SETTABLE_SHARDS="+strconv.Itoa(o.Shards), "SETTABLE_PROCESS="+name)
			return cmd
		},
	})
	return nil
}

// Environment returns a copy of the environment without Settable's variables, because the processes have their own
// settings.
func Environment(ours []string) (theirs []string) {
	for _, pair := range ours {
		if !strings.HasPrefix(pair, "SETTABLE_") || strings.HasPrefix(pair, "SETTABLE_TEST_") {
			theirs = append(theirs, pair)
		}
	}
	return theirs
}

// Do applies an action to a process: "kill", "pause" or "wake".
func (d *Deployment) Do(process, what string) error {
	d.mu.Lock()
	t := d.group
	d.mu.Unlock()
	if t == nil {
		return errors.New("the processes have not been started yet")
	}
	return t.Do(process, what)
}

// List returns the state of the processes and their tables. The list has no tables if the database can't be read.
func (d *Deployment) List(ctx context.Context) []page.Process {
	d.mu.Lock()
	t := d.group
	d.mu.Unlock()
	if t == nil {
		return []page.Process{}
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	roster, err := d.db.Roster(ctx)
	var tables []store.Table
	if err == nil {
		tables, err = d.db.OpenTables(ctx)
	}
	if err != nil {
		roster, tables = store.Roster{}, nil
		d.log.Debug("reading the shard leases failed", "error", err)
	}
	return assign(t.Members(), roster, tables)
}

// assign assigns shards and tables to the processes. In the roster, the name of a process has a suffix that changes at
// each start.
func assign(members []Member, roster store.Roster, tables []store.Table) []page.Process {
	list := make([]page.Process, len(members))
	for i, m := range members {
		list[i] = page.Process{Name: m.Name, PID: m.PID, Since: m.Since, Paused: m.Paused,
			Shards: []int{}, Tables: []page.Table{}}
		for _, l := range roster.Leases {
			if name, _, _ := strings.Cut(l.Owner, "-"); name != m.Name {
				continue
			}
			list[i].Shards = append(list[i].Shards, l.Shard.K)
			for _, t := range tables {
				if l.Shard.Has(t.Guild) {
					channel := strconv.FormatInt(int64(t.Channel), 10)
					list[i].Tables = append(list[i].Tables, page.Table{Channel: channel, Game: t.Game})
				}
			}
		}
	}
	return list
}

// Close stops the processes and closes the database.
func (d *Deployment) Close() error {
	d.mu.Lock()
	t := d.group
	d.group = nil
	d.mu.Unlock()
	if t != nil {
		t.Close()
	}
	return d.db.Close()
}
