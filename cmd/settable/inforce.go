package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"text/tabwriter"

	"github.com/alecthomas/kong"
	"github.com/goccy/go-yaml"

	"settable/store/postgres"
)

// configCmd prints the effective settings and their origins.
type configCmd struct {
	hostSettings
	Address string `help:"Address of the sandbox's page." default:"127.0.0.1:8765" env:"SETTABLE_SANDBOX_ADDRESS"`
}

// Run prints one setting per line. It never prints the token itself. If the bot couldn't use a PostgreSQL database, Run
// returns the reason after the settings, which show the address.
func (c configCmd) Run(ctx context.Context, k *kong.Context, file source, s streams) error {
	path, err := c.name()
	if err != nil {
		return err
	}
	if err := c.validate(); err != nil {
		return err
	}
	out := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "setting\tvalue\tsource")
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
		fmt.Fprintf(out, "%s\t%s\t%s\n", flag.Name, value, file.originOf(k, flag))
	}
	if err := out.Flush(); err != nil || !c.isPostgres() {
		return err
	}
	if err := postgres.Inspect(ctx, c.Database); err != nil {
		return exitError{exitDatabase, err}
	}
	return nil
}

// A source holds the configuration file. Its settings apply if neither the command line nor the environment overrides
// them.
type source struct {
	Name string // the file's name; empty: no file
	Text []byte
	Keys configKeys
}

// originOf returns the origin of a flag's value.
func (f source) originOf(k *kong.Context, flag *kong.Flag) string {
	for _, p := range k.Path {
		if p.Flag != nil && p.Flag.Name == flag.Name && !p.Resolved {
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

// settingError is an error in the value of a setting. Its text doesn't name the setting, because the name depends on
// whether it comes from a file, a variable or a flag.
type settingError struct {
	flag string
	error
}

func (m settingError) Unwrap() error { return m.error }

// ofFlag matches the text that the parser adds to an error about a flag, wherever the value comes from.
var ofFlag = regexp.MustCompile(`^--([a-z-]+):? (.*?)(?: \(from envar .*\))?$`)

// withPlace prefixes an error about a setting with the setting's origin: a line of a file, a variable, or a flag.
func (f source) withPlace(k *kong.Context, err error) error {
	var parsing *kong.ParseError
	var about settingError
	if errors.As(err, &parsing) {
		said := ofFlag.FindStringSubmatch(err.Error())
		if k = parsing.Context; said == nil || k.Error != nil { // the error is in the command line itself
			return err
		}
		about = settingError{said[1], errors.New(said[2])}
	} else if !errors.As(err, &about) {
		return err
	}
	for _, flag := range k.Flags() {
		if flag.Name != about.flag {
			continue
		}
		switch from := f.originOf(k, flag); from {
		case "default":
			return err
		case "command line":
			return fmt.Errorf("--%s: %w", flag.Name, about)
		case f.Name:
			return fmt.Errorf("%s: %w", f.line(flag.Name), about)
		default:
			return fmt.Errorf("%s: %w", from, about)
		}
	}
	return err
}

// line returns the line that sets a flag, such as "config.yaml: line 2: log.level".
func (f source) line(flag string) string {
	key, in := map[string]string{"log-level": "log.level", "log-format": "log.format",
		"address": "sandbox.address", "health-address": "health.address"}[flag]
	if !in {
		key = strings.ReplaceAll(flag, "-", "_")
	}
	at := ""
	if path, err := yaml.PathString("$." + key); err == nil {
		if node, err := path.ReadNode(bytes.NewReader(f.Text)); err == nil {
			at = fmt.Sprintf("line %d: ", node.GetToken().Position.Line)
		}
	}
	return fmt.Sprintf("%s: %s%s", f.Name, at, key)
}
