// Package processes runs several processes of the bot in the sandbox, on a PostgreSQL of their own,
// and tells the page which of them plays what.
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
	"settable/cmd/settable/children"
	"settable/cmd/settable/cluster"
	"settable/store"
	"settable/store/postgres"
)

// Deployment is the database, and the processes that use it.
type Deployment struct {
	cluster *cluster.Cluster
	db      *postgres.DB // only to read
	log     *slog.Logger

	mu    sync.Mutex
	group *children.Group // nil: they do not play yet
}

const database = "settable"

// connections is how many connections one process uses: those of the writer, the readers, the leases
// and the listener.
const connections = 20

// Open starts the database in a folder, with room for the given number of processes, and brings it to
// its present shape.
func Open(ctx context.Context, folder string, number int, log *slog.Logger) (*Deployment, error) {
	c, err := cluster.Open(ctx, cluster.Options{Folder: folder, Log: log,
		Settings: []string{"max_connections=" + strconv.Itoa(connections*(number+1))}})
	if err != nil {
		return nil, err
	}
	h := &Deployment{cluster: c, log: log}
	if err := h.open(ctx); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return h, nil
}

func (h *Deployment) open(ctx context.Context) error {
	if err := h.cluster.Start(ctx); err != nil {
		return err
	}
	if err := h.cluster.Create(ctx, database); err != nil {
		return err
	}
	address := h.cluster.Address(database)
	made, err := postgres.Open(ctx, address, postgres.Options{Log: h.log})
	if err == nil {
		err = made.Close()
	}
	if err != nil {
		return err
	}
	h.db, err = postgres.Open(ctx, address, postgres.Options{ReadOnly: true, Log: h.log})
	return err
}

// Store is the store for reading.
func (h *Deployment) Store() store.Store { return h.db }

// Orders are the settings of the processes.
type Orders struct {
	Number  int
	Shards  int
	Discord string // the sandbox's host and port
	Token   string
	Args    []string // how they log
	Log     io.Writer
	Folder  string // in which they run: there is no configuration in it
}

// The pause before a process that has ended is started again, long enough to see others play its
// tables; and the time that a process has to end by itself.
const (
	again    = 10 * time.Second
	patience = 6 * time.Second
)

// Play starts the processes.
func (h *Deployment) Play(o Orders) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program: %w", err)
	}
	var names []string
	for i := range o.Number {
		names = append(names, fmt.Sprintf("p%d", i+1))
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.group = children.Run(children.Config{
		Names: names, Log: o.Log, Events: h.log, Again: again, Patience: patience,
		Command: func(name string) *exec.Cmd {
			cmd := exec.Command(program, append([]string{"run"}, o.Args...)...)
			cmd.Dir = o.Folder
			cmd.Env = append(Environment(os.Environ()),
				"SETTABLE_TOKEN="+o.Token, "SETTABLE_DISCORD="+o.Discord, "SETTABLE_ATTACHED=yes",
				"SETTABLE_DATABASE="+h.cluster.Address(database),
				"SETTABLE_SHARDS="+strconv.Itoa(o.Shards), "SETTABLE_PROCESS="+name)
			return cmd
		},
	})
	return nil
}

// Environment is our environment without the settings of this program, because the processes get
// theirs separately.
func Environment(ours []string) (theirs []string) {
	for _, pair := range ours {
		if !strings.HasPrefix(pair, "SETTABLE_") || strings.HasPrefix(pair, "SETTABLE_TEST_") {
			theirs = append(theirs, pair)
		}
	}
	return theirs
}

// Do kills, pauses or wakes a process.
func (h *Deployment) Do(process, what string) error {
	h.mu.Lock()
	t := h.group
	h.mu.Unlock()
	if t == nil {
		return errors.New("nobody plays yet")
	}
	return t.Do(process, what)
}

// List is how the processes are, and what each plays. While the database cannot be asked, nobody is
// listed as playing.
func (h *Deployment) List(ctx context.Context) []page.Process {
	h.mu.Lock()
	t := h.group
	h.mu.Unlock()
	if t == nil {
		return []page.Process{}
	}
	ctx, enough := context.WithTimeout(ctx, time.Second)
	defer enough()
	roster, err := h.db.Roster(ctx)
	var tables []store.Table
	if err == nil {
		tables, err = h.db.OpenTables(ctx)
	}
	if err != nil {
		roster, tables = store.Roster{}, nil
		h.log.Debug("who plays what is not known for now", "error", err)
	}
	return Shown(t.Members(), roster, tables)
}

// Shown is what each process plays: the tables of the servers of its shards. Its name in the roster
// has a suffix that is different at each start.
func Shown(members []children.Member, roster store.Roster, tables []store.Table) []page.Process {
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

// Ended is closed when the database has ended, which happens before Close only through a failure.
func (h *Deployment) Ended() <-chan struct{} { return h.cluster.Ended() }

// Why is the error of a database that has ended.
func (h *Deployment) Why() error {
	return fmt.Errorf("the PostgreSQL of the sandbox has ended: %s says why", h.cluster.Log())
}

// Close ends the processes, and then their database.
func (h *Deployment) Close() error {
	h.mu.Lock()
	t := h.group
	h.group = nil
	h.mu.Unlock()
	if t != nil {
		t.Close()
	}
	return errors.Join(h.db.Close(), h.cluster.Close())
}
