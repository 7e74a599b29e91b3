// Command settable contains the bot, its sandbox and its tools in a single binary.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"settable/cmd/settable/setting"
	"settable/render"
)

func main() {
	setting.TuneGarbageCollection()
	ctx, stop := untilStopped()
	defer stop()
	os.Exit(Main(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// commandLine defines all commands and flags of the program.
type commandLine struct {
	Config configFile `help:"Read settings from this YAML file (see config.example.yaml)." placeholder:"FILE" env:"SETTABLE_CONFIG" default:""`

	Version kong.VersionFlag `help:"Print the version and commit."`

	Run      runCmd      `cmd:"" help:"Run the bot. Needs a Discord token."`
	Sandbox  sandboxCmd  `cmd:"" set:"log_level=warn" help:"Try the bot in a browser, without a Discord token."`
	Replay   replayCmd   `cmd:"" help:"Replay a script or an exported journal and print what happened."`
	Export   exportCmd   `cmd:"" help:"Export a table's journal as a script for replay, or list the tables."`
	Simulate simulateCmd `cmd:"" help:"Simulate many games and print the distribution of results."`
	Audit    auditCmd    `cmd:"" help:"Check the chip ledger and all journals. Can be used while the bot is running."`
	Backup   backupCmd   `cmd:"" help:"Back up the database and verify the copy. Can be used while the bot is running."`
	Restore  restoreCmd  `cmd:"" help:"Replace the database with a backup; the old one is kept. Stop the bot first."`
	Move     moveCmd     `cmd:"" help:"Copy the database to another one, SQLite or PostgreSQL, and verify the copy. Stop the bot first."`
	Forget   forgetCmd   `cmd:"" help:"Delete a user's name and Discord ID everywhere, or print their data. Stop the bot first."`
	Check    checkCmd    `cmd:"" help:"Check everything the bot needs, and print what to do."`
	Words    wordsCmd    `cmd:"" help:"Work with the translations."`
	Settings configCmd   `cmd:"" name:"config" help:"Print the effective settings and where each one comes from."`
	Versions versionCmd  `cmd:"" name:"version" help:"Print the version."`
}

// helpVars are the values that help texts refer to.
var helpVars = kong.Vars{
	"database":    "settable.db in your data folder",
	"log_level":   "info",
	"simulations": simulatedGames(),
	"themes":      strings.Join(render.Themes(), ","),
	"palettes":    strings.Join(render.Palettes(), ","),
	"version":     versionText(),
}

// Main runs the program and returns its exit status: 0 for success, 2 for wrong usage, and otherwise the status of the
// command's error.
func Main(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	if err := unsetEmpty(); err != nil {
		return fail(errs, err)
	}
	var cli commandLine
	code := -1
	parser, err := kong.New(&cli,
		kong.Name("settable"),
		kong.Description("Card nights for Discord: SET games in a channel.\n\n"+
			"Settings come from defaults, the file given with --config (config.yaml if it exists), the "+
			"environment (SETTABLE_…) and flags. Later ones override earlier ones.\n\n"+exitHelp),
		kong.Writers(out, errs),
		kong.Exit(func(status int) { code = status }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		helpVars,
	)
	if err != nil {
		return fail(errs, fmt.Errorf("setting up the command line: %w", err))
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	file, err := findConfig(args, errs)
	if err != nil {
		return fail(errs, err)
	}
	if err := kong.Resolvers(file.Keys.resolver()).Apply(parser); err != nil {
		return fail(errs, err)
	}
	call, err := parser.Parse(args)
	if code >= 0 { // the requested help was printed
		return code
	}
	if err != nil {
		said := file.withPlace(call, err).Error()
		for _, a := range args {
			said = strings.ReplaceAll(said, a, setting.Hidden(a))
		}
		return fail(errs, exitError{exitUsage, errors.New(said + " (see settable --help)")})
	}
	if hasSettings(args) {
		for _, w := range setting.Warnings(variables(parser)) {
			fmt.Fprintln(errs, "settable: "+w)
		}
	}
	call.BindTo(ctx, (*context.Context)(nil))
	if err := call.Run(streams{in, out, errs}, file); err != nil {
		return fail(errs, exitError{exitOf(err), file.withPlace(call, err)})
	}
	return 0
}

// variables returns the names of the environment variables that the program reads.
func variables(parser *kong.Kong) (names []string) {
	_ = kong.Visit(parser.Model, func(at kong.Visitable, next kong.Next) error {
		if flag, is := at.(*kong.Flag); is {
			names = append(names, flag.Envs...)
		}
		return next(nil)
	})
	return names
}

// fail prints an error on one line and returns the program's exit status.
func fail(errs io.Writer, err error) int {
	fmt.Fprintln(errs, "settable: "+err.Error())
	return exitOf(err)
}
