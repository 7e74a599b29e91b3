// Command settable is the bot, its sandbox and its tools in one binary.
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

// commandLine is all commands and flags of the program.
type commandLine struct {
	Config configFile `help:"Read settings from this YAML file (see config.example.yaml)." placeholder:"FILE" env:"SETTABLE_CONFIG" default:""`

	Version kong.VersionFlag `help:"Print the version, with the commit it was built from."`

	Run      runCmd      `cmd:"" help:"Be the bot on Discord. Needs a token."`
	Sandbox  sandboxCmd  `cmd:"" help:"Play at once, without a token: the same bot on a Discord of our own, with a page to play in."`
	Replay   replayCmd   `cmd:"" help:"Play a script or an exported journal and print what happened."`
	Export   exportCmd   `cmd:"" help:"Write a table's journal as a script that replay plays, or list the tables."`
	Simulate simulateCmd `cmd:"" help:"Play many games with simulated players and print the distribution of results."`
	Audit    auditCmd    `cmd:"" help:"Prove that no chip was made or lost; may run beside the bot."`
	Backup   backupCmd   `cmd:"" help:"Copy the database, beside the bot, and prove the copy."`
	Restore  restoreCmd  `cmd:"" help:"Put a backup in the place of the database, which is kept; the bot must not run."`
	Move     moveCmd     `cmd:"" help:"Copy a database into a new one, file or PostgreSQL, and prove the copy; the bot must not run."`
	Forget   forgetCmd   `cmd:"" help:"Take somebody's name and number at Discord out of everything, or print what is kept of them; the bot must not run."`
	Check    checkCmd    `cmd:"" help:"Look at all that the bot needs before it starts, and say what to do."`
	Words    wordsCmd    `cmd:"" help:"Look at the catalogues of languages."`
	Settings configCmd   `cmd:"" name:"config" help:"Print the settings in force, and who has said so."`
	Versions versionCmd  `cmd:"" name:"version" help:"Print the version."`
}

// helpVars are the values that the help of flags refers to.
var helpVars = kong.Vars{
	"database":    "settable.db in your data folder",
	"simulations": simulatedGames(),
	"themes":      strings.Join(render.Themes(), ","),
	"palettes":    strings.Join(render.Palettes(), ","),
	"version":     versionText(),
}

// Main runs the program and returns its exit status: 0 when all went well, 2 when it was called
// wrongly, otherwise that of the command's error, or 1.
func Main(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	if err := unsetEmpty(); err != nil {
		return fail(errs, err)
	}
	var cli commandLine
	code := -1
	parser, err := kong.New(&cli,
		kong.Name("settable"),
		kong.Description("Card nights for Discord: SET games in a channel.\n\n"+
			"Settings come, the later the stronger, from defaults, the file of --config (config.yaml here, if "+
			"there is one), the environment (SETTABLE_…) and flags.\n\n"+exitHelp),
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
	if code >= 0 { // help was asked for and printed
		return code
	}
	if err != nil {
		said := file.placed(call, err).Error()
		for _, a := range args {
			said = strings.ReplaceAll(said, a, setting.Hidden(a))
		}
		return fail(errs, exitError{exitCalled, errors.New(said + " (settable --help lists what there is)")})
	}
	if hasSettings(args) {
		for _, w := range setting.Warnings(variables(parser)) {
			fmt.Fprintln(errs, "settable: "+w)
		}
	}
	call.BindTo(ctx, (*context.Context)(nil))
	if err := call.Run(streams{in, out, errs}, file); err != nil {
		return fail(errs, exitError{exitOf(err), file.placed(call, err)})
	}
	return 0
}

// variables are the environment variables that the program reads.
func variables(parser *kong.Kong) (names []string) {
	_ = kong.Visit(parser.Model, func(at kong.Visitable, next kong.Next) error {
		if flag, is := at.(*kong.Flag); is {
			names = append(names, flag.Envs...)
		}
		return next(nil)
	})
	return names
}

// fail prints one line and returns the exit status.
func fail(errs io.Writer, err error) int {
	fmt.Fprintln(errs, "settable: "+err.Error())
	return exitOf(err)
}
