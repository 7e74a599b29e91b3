package main

import (
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/alecthomas/kong"
)

// configCmd prints the settings that the bot would run with, and who has said so.
type configCmd struct {
	hosted
	Address string `help:"Where the sandbox serves its page." default:"127.0.0.1:8765" env:"SETTABLE_SANDBOX_ADDRESS"`
}

// Run prints them one a line. A token is not printed, only that there is one.
func (c configCmd) Run(k *kong.Context, file source, s streams) error {
	path, err := c.path()
	if err != nil {
		return err
	}
	out := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "setting\tin force\tfrom")
	for _, flag := range k.Selected().Flags {
		value := fmt.Sprint(flag.Target.Interface())
		switch {
		case flag.Name == "help":
			continue
		case flag.Name == "token" && value != "":
			value = fmt.Sprintf("[hidden, %d characters]", len(value))
		case flag.Name == "database":
			value = path
		case value == "":
			value = "-"
		}
		fmt.Fprintf(out, "%s\t%s\t%s\n", flag.Name, value, file.of(k, flag))
	}
	return out.Flush()
}

// A source is where settings come from that neither the command line nor the environment has said.
type source struct {
	Name string // of the file; empty: there is none
	Keys configKeys
}

// of says who has said what a flag is.
func (f source) of(k *kong.Context, flag *kong.Flag) string {
	for _, p := range k.Path {
		if p.Flag == flag && !p.Resolved {
			return "command line"
		}
	}
	for _, name := range flag.Envs {
		if os.Getenv(name) != "" {
			return name
		}
	}
	if _, has := f.Keys.values()[flag.Name]; has {
		return f.Name
	}
	return "default"
}
