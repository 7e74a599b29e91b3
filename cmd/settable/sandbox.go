package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/dustin/go-humanize/english"

	"settable/bot"
	"settable/bot/discord"
	"settable/bot/discord/gateway"
	"settable/bot/sandbox"
	"settable/bot/sandbox/page"
	"settable/bot/sandbox/world"
	"settable/cmd/settable/processes"
	"settable/cmd/settable/setting"
	"settable/games"
	"settable/store/postgres"
	"settable/store/sqlite"
)

// sandboxCmd runs the bot on a simulated Discord on loopback. The bot can't tell the difference, because only this
// file knows about both.
type sandboxCmd struct {
	settings
	healthFlags
	Address string `help:"Address of the page (loopback only; port 0 picks a free port)." default:"127.0.0.1:8765" env:"SETTABLE_SANDBOX_ADDRESS"`
	Data    string `help:"Folder for the sandbox's data (default: sandbox/ in your data folder)." placeholder:"FOLDER" env:"SETTABLE_SANDBOX_DATA"`

	Deal           bool                 `help:"Start a new sandbox with a game in progress." default:"true" negatable:""`
	Processes      setting.ProcessCount `help:"Run N bot processes that share the PostgreSQL database given with --database." placeholder:"N"`
	Database       string               `help:"With --processes: an empty PostgreSQL database, as postgres://USER:PASSWORD@HOST/NAME." placeholder:"URL"`
	Servers        setting.ProcessCount `help:"With --processes: number of servers, one shard each. Default: one per process." placeholder:"N"`
	MessageContent setting.YesNo        `help:"Let the sandbox grant the Message Content intent." default:"true" negatable:""`
}

// Run serves the page and runs the bot until ctx ends.
func (c sandboxCmd) Run(ctx context.Context, s streams) error {
	outliveReaders()
	if c.Data == "" {
		dir, err := dataFolder()
		if err != nil {
			return exitError{exitUsage, err}
		}
		c.Data = filepath.Join(dir, "sandbox")
	}
	log := c.logger(s.err)
	if c.Processes > 0 || c.Servers > 0 || c.Database != "" {
		return c.runProcesses(ctx, s, log)
	}
	// Open the database first, because that creates the folder and keeps out a second sandbox.
	ctx, lost := context.WithCancelCause(ctx)
	defer lost(nil)
	st, err := sqlite.Open(ctx, filepath.Join(c.Data, "settable.db"),
		sqlite.Options{Log: log, WAL: sqlite.RoomyWAL, Lost: lost})
	if err != nil {
		return exitError{exitDatabase, err}
	}
	var world *sandbox.Server
	people := strategist{store: st, person: func(name string) (string, error) { return world.PersonID(name) }}
	world, err = c.world(sandbox.Options{State: filepath.Join(c.Data, "world.json"), Log: log,
		Strategy: page.Strategy{Decide: people.decide, Opens: optionsToWatch}})
	if err != nil {
		return errors.Join(err, st.Close())
	}
	look, stopServing, err := c.serve(st, log)
	if err != nil {
		return errors.Join(exitError{exitUsage, err}, st.Close(), world.Close())
	}
	warmPictures(log)
	health, _ := look.healths.Add(0)
	err = bot.Run(ctx, bot.Config{
		DeferAfter: answerDelay,
		Meter:      look.numbers, Health: health,
		Discord: gateway.Config{Token: discord.Secret(world.Token()), HTTP: world.Client(), MessageContent: true,
			FallBack: true, Log: log},
		Store: st, Games: kinds, Log: log,
		Ready: func(on bot.Status) {
			with := ""
			if on.Tables > 0 { // the sandbox is about to open its first table
				with = ", with " + english.Plural(on.Tables, "open table", "")
			}
			c.greet(s, with, world.Page())
		},
	})
	stopServing()
	fmt.Fprintln(s.out, stoppedMessage)
	return reasonFor(ctx, errors.Join(err, st.Close(), world.Close()))
}

// stoppedMessage is the last line that the sandbox prints.
const stoppedMessage = "Stopped. Open tables continue at the next start."

func (c sandboxCmd) greet(s streams, with, page string) {
	fmt.Fprintf(s.out, "Settable plays here%s: open this page in a browser.\n\n  %s\n\nIt runs only on "+
		"this machine and keeps its data in %s. Ctrl-C stops it.\n", with, page, c.Data)
}

// answerDelay is how long the page waits for the answer to a press, and how long the bot waits before it defers an
// answer. If it is 0, Discord's usual times apply. Tests use a longer delay for busy machines.
var answerDelay time.Duration

// world starts the simulated Discord.
func (c sandboxCmd) world(o sandbox.Options) (*sandbox.Server, error) {
	o.Addr, o.MessageContent, o.Opening = c.Address, bool(c.MessageContent), c.openingTable()
	o.AnswerWithin = answerDelay
	world, err := sandbox.Start(o)
	if errors.Is(err, syscall.EADDRINUSE) {
		err = fmt.Errorf("%s is in use, perhaps by another sandbox: stop that one, or choose another address "+
			"with --address 127.0.0.1:0", c.Address)
	}
	if _, is := errors.AsType[*net.AddrError](err); is {
		err = exitError{exitUsage, settingError{"address", err}}
	}
	return world, err
}

// startTimeout is how long the sandbox waits for all shards to connect before it prints the page's address.
const startTimeout = 30 * time.Second

// runProcesses runs several bot processes until ctx ends. The sandbox has other channels than with a single process.
func (c sandboxCmd) runProcesses(ctx context.Context, s streams, log *slog.Logger) error {
	switch {
	case c.Processes == 0 && c.Database != "":
		return exitError{exitUsage, settingError{"database",
			errors.New("only valid with --processes; a single process keeps its data in a file")}}
	case c.Processes == 0:
		return exitError{exitUsage, settingError{"servers", errors.New("only valid with --processes")}}
	case c.Servers > 0 && c.Servers < c.Processes:
		return exitError{exitUsage, settingError{"servers",
			fmt.Errorf("%d processes need at least %d servers, not %d", c.Processes, c.Processes, c.Servers)}}
	case c.Database == "":
		return exitError{exitUsage, settingError{"processes", errors.New(
			"several processes share a PostgreSQL database: give an empty one with --database postgres://USER:PASSWORD@HOST/NAME " +
				"(compose.yaml shows how to start a server)")}}
	}
	if _, err := postgres.Name(c.Database); err != nil {
		return exitError{exitUsage, settingError{"database", err}}
	}
	c.Servers = cmp.Or(c.Servers, c.Processes)
	c.Data = filepath.Join(c.Data, "processes")
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return fmt.Errorf("create the sandbox's folder: %w", err)
	}
	deployed, err := processes.Open(ctx, c.Database, log)
	if err != nil {
		return exitError{exitDatabase, err}
	}
	var world *sandbox.Server
	person := func(name string) (string, error) { return world.PersonID(name) }
	people := strategist{store: deployed.Store(), person: person}
	n := int(c.Servers) // all shards may identify at once, as for large bots
	world, err = c.world(sandbox.Options{State: filepath.Join(c.Data, "world.json"), Log: log,
		Guilds: n, Shards: n, MaxConcurrency: n, Strategy: page.Strategy{Decide: people.decide, Opens: optionsToWatch},
		Processes: page.Processes{List: deployed.List, Do: deployed.Do}})
	if err != nil {
		return errors.Join(err, deployed.Close())
	}
	err = deployed.Start(processes.Settings{Number: int(c.Processes), Shards: n, Folder: c.Data, Log: s.err,
		Discord: strings.TrimPrefix(world.URL(), "http://"), Token: world.Token(), Args: c.loggingAs(s.err)})
	if err == nil {
		starting, cancel := context.WithTimeout(ctx, startTimeout)
		_ = world.Wait(starting, func() bool { return len(world.Shards()) == n }) // the page shows which shards are missing
		cancel()
	}
	if err == nil && ctx.Err() == nil {
		c.greet(s, fmt.Sprintf(", with %d processes", c.Processes), world.Page())
		<-ctx.Done()
	}
	err = errors.Join(err, deployed.Close(), world.Close())
	fmt.Fprintln(s.out, stoppedMessage)
	return err
}

// openingTable returns the command that opens a table for newcomers: the first game with two house players of the
// lowest level.
func (c sandboxCmd) openingTable() sandbox.Opening {
	if !c.Deal {
		return sandbox.Opening{}
	}
	return sandbox.Opening{Command: "play", Options: []world.Option{world.Sub(kinds[0].Name(),
		world.Opt("house", 2), world.Opt("strength", string(games.Easy)), world.Opt("now", true))}}
}
