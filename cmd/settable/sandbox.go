package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"syscall"

	"github.com/dustin/go-humanize/english"

	"settable/bot"
	"settable/bot/discord"
	"settable/bot/discord/gateway"
	"settable/bot/sandbox"
	"settable/bot/sandbox/crowd"
	"settable/cmd/settable/setting"
	"settable/games"
	"settable/store/sqlite"
)

// sandboxCmd is the same bot on a Discord of our own on loopback. The bot
// cannot tell the difference; only this file knows both.
type sandboxCmd struct {
	settings
	window
	Address string `help:"Where to serve the page; loopback only, port 0 takes any that is free." default:"127.0.0.1:8765" env:"SETTABLE_SANDBOX_ADDRESS"`
	Data    string `help:"The folder that keeps the sandbox, its channels and its games. Default: sandbox in your data folder." placeholder:"FOLDER" env:"SETTABLE_SANDBOX_DATA"`

	Deal           bool          `help:"Begin a new sandbox with a table that is dealt already." default:"true" negatable:""`
	MessageContent setting.YesNo `help:"Let the sandbox grant the Message Content intent." default:"true" negatable:""`
}

// Run serves the page and plays until the context ends.
func (c sandboxCmd) Run(ctx context.Context, s streams) error {
	if c.Data == "" {
		dir, err := dataFolder()
		if err != nil {
			return exitError{exitCalled, err}
		}
		c.Data = filepath.Join(dir, "sandbox")
	}
	log := c.logger(s.err)
	// The database first: it makes the folder, and keeps a second sandbox out of it.
	ctx, lost := context.WithCancelCause(ctx)
	defer lost(nil)
	st, err := sqlite.Open(ctx, filepath.Join(c.Data, "settable.db"),
		sqlite.Options{Log: log, WAL: sqlite.RoomyWAL, Lost: lost})
	if err != nil {
		return exitError{exitDatabase, err}
	}
	var world *sandbox.Server
	mind := mind{store: st, person: func(name string) (string, error) { return world.PersonID(name) }}
	world, err = sandbox.Start(sandbox.Options{
		Addr: c.Address, MessageContent: bool(c.MessageContent), State: filepath.Join(c.Data, "world.json"),
		Log:     log,
		Opening: c.opening(), Mind: crowd.Mind{Think: mind.think, Opens: watched},
	})
	if errors.Is(err, syscall.EADDRINUSE) {
		err = fmt.Errorf("%s is taken, perhaps by another sandbox: stop that one, or choose another address "+
			"with --address 127.0.0.1:0", c.Address)
	}
	var address *net.AddrError
	if errors.As(err, &address) {
		err = exitError{exitCalled, missaid{"address", err}}
	}
	if err != nil {
		return errors.Join(err, st.Close())
	}
	look, hush, err := c.tell(st, log)
	if err != nil {
		return errors.Join(exitError{exitCalled, err}, st.Close(), world.Close())
	}
	warm(log)
	health, _ := look.healths.Add(0)
	err = bot.Run(ctx, bot.Config{
		Meter: look.numbers, Health: health,
		Discord: gateway.Config{Token: discord.Secret(world.Token()), HTTP: world.Client(), MessageContent: true,
			FallBack: true, Log: log},
		Store: st, Games: kinds, Log: log,
		Ready: func(on bot.Status) {
			fmt.Fprintf(s.out,
				"Settable plays here, with %s: open this page in a browser.\n\n  %s\n\nIt is all on this machine; %s "+
					"keeps it. Ctrl-C stops it.\n", english.Plural(on.Tables, "open table", ""), world.Page(), c.Data)
		},
	})
	hush()
	fmt.Fprintln(s.out, "Stopped. Open tables go on at the next start.")
	return ended(ctx, errors.Join(err, st.Close(), world.Close()))
}

// opening is what a newcomer finds: a table of the first game with two players of the house, the weakest.
func (c sandboxCmd) opening() sandbox.Opening {
	if !c.Deal {
		return sandbox.Opening{}
	}
	return sandbox.Opening{Command: "play", Options: []sandbox.Option{sandbox.Sub(kinds[0].Name(),
		sandbox.Opt("house", 2), sandbox.Opt("strength", string(games.Easy)), sandbox.Opt("now", true))}}
}
