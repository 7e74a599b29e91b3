package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/goccy/go-yaml"

	"settable/cmd/settable/setting"
	"settable/store"
	"settable/store/postgres"
	"settable/store/sqlite"
	"settable/store/sqlstore"
)

// configFile is the name of a YAML file with settings. findConfig reads it before the command line is parsed, because
// the file provides defaults for flags.
type configFile string

// database is the flag that selects the database for `run` and for the host's tools.
type database struct {
	Database string `help:"The SQLite file that stores games, results and chips, or the address of a PostgreSQL database: postgres://USER:PASSWORD@HOST/NAME. Default: ${database}." placeholder:"FILE" env:"SETTABLE_DATABASE"`
}

// openDatabase is an open SQLite or PostgreSQL database.
type openDatabase interface {
	store.Store
	Flaws(context.Context) ([]store.Finding, error)
	Answers(context.Context) error
	Probe(context.Context) error
	State() sqlstore.State
	compactor
	Base() *sqlstore.Base
	Fill(ctx context.Context, from *sqlstore.Base) (rows int, err error)
}

func (d database) isPostgres() bool {
	return strings.HasPrefix(d.Database, "postgres://") || strings.HasPrefix(d.Database, "postgresql://")
}

// name returns the database's name for messages: a file, or an address without its password.
func (d database) name() (string, error) {
	if !d.isPostgres() {
		return d.path()
	}
	name, err := postgres.Name(d.Database)
	if err != nil {
		err = exitError{exitUsage, settingError{"database", err}}
	}
	return name, err
}

// path returns the given file or the one in the user's data folder. It rejects an address, which would otherwise
// become a folder name that contains a password. The error doesn't quote the address for the same reason.
func (d database) path() (string, error) {
	scheme, _, address := strings.Cut(d.Database, "://")
	switch {
	case address:
		return "", exitError{exitUsage, settingError{"database", fmt.Errorf("the database must be a SQLite file or a "+
			"postgres:// address, not %s://…", scheme)}}
	case d.Database == ":memory:", strings.HasPrefix(d.Database, "file:"):
		return "", exitError{exitUsage, settingError{"database", fmt.Errorf("the database must be the name of a file, "+
			"not %s", d.Database)}}
	case strings.HasPrefix(d.Database, "~/"): // on a command line, the shell expands the tilde; in a file, nothing else does
		home, err := os.UserHomeDir()
		if err != nil {
			return "", exitError{exitUsage, settingError{"database", err}}
		}
		return filepath.Join(home, d.Database[2:]), nil
	case d.Database != "":
		return d.Database, nil
	}
	dir, err := dataFolder()
	if err != nil {
		return "", exitError{exitUsage, err}
	}
	return filepath.Join(dir, "settable.db"), nil
}

// open opens the database and returns it with its name.
func (d database) open(ctx context.Context, o sqlite.Options) (openDatabase, string, error) {
	return d.openEither(ctx, o, postgres.Options{ReadOnly: o.ReadOnly, Log: o.Log})
}

// share opens the database for a bot. Only one process can use a file, but several processes can share a PostgreSQL
// database.
func (d database) share(ctx context.Context, o sqlite.Options) (openDatabase, string, error) {
	return d.openEither(ctx, o, postgres.Options{Shared: true, Log: o.Log})
}

// openEither opens a SQLite file or a PostgreSQL database.
func (d database) openEither(ctx context.Context, file sqlite.Options, served postgres.Options) (
	openDatabase, string, error) {
	if !d.isPostgres() {
		st, path, err := d.openFile(ctx, file)
		if err != nil {
			return nil, path, err
		}
		return st, path, nil
	}
	name, err := d.name()
	if err != nil {
		return nil, "", err
	}
	db, err := postgres.Open(ctx, d.Database, served)
	if err != nil {
		return nil, name, exitError{exitDatabase, err}
	}
	return db, name, nil
}

// openFile opens the database for commands that require a SQLite file.
func (d database) openFile(ctx context.Context, o sqlite.Options) (st *sqlite.DB, path string, err error) {
	if d.isPostgres() {
		return nil, "", exitError{exitUsage, errors.New("this command is only for SQLite files: " +
			"for PostgreSQL, use pg_dump and pg_restore")}
	}
	if path, err = d.path(); err != nil {
		return nil, "", err
	}
	if st, err = sqlite.Open(ctx, path, o); err != nil {
		err = exitError{exitDatabase, err}
	}
	return st, path, err
}

type settings struct {
	LogLevel  string `help:"Log level: debug, info, warn or error." enum:"debug,info,warn,error" default:"${log_level}" env:"SETTABLE_LOG_LEVEL"`
	LogFormat string `help:"Log format: auto (text on a terminal, JSON elsewhere), text or json." enum:"auto,text,json" default:"auto" env:"SETTABLE_LOG_FORMAT"`
}

// configKeys are the keys that a configuration file may contain. The YAML decoder reports unknown keys with their
// line.
type configKeys struct {
	Token          *string         `yaml:"token"`
	TokenFile      *string         `yaml:"token_file"`
	Database       *string         `yaml:"database"`
	MessageContent *setting.YesNo  `yaml:"message_content"`
	PurgeDays      *setting.Count  `yaml:"purge_days"`
	KeepDays       *setting.Count  `yaml:"keep_days"`
	Backups        *setting.Count  `yaml:"backups"`
	Shards         *setting.Shards `yaml:"shards"`
	Fonts          *string         `yaml:"fonts"`
	Health         struct {
		Address *string `yaml:"address"`
	} `yaml:"health"`
	Log struct {
		Level  *string `yaml:"level"`
		Format *string `yaml:"format"`
	} `yaml:"log"`
	Sandbox struct {
		Address *string `yaml:"address"`
	} `yaml:"sandbox"`
}

// configured lists the commands that read the configuration file.
var configured = []string{
	"run", "sandbox", "audit", "export", "backup", "restore", "check", "config", "forget", "move"}

func hasSettings(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool { return slices.Contains(configured, a) })
}

// findConfig reads the file named by --config or SETTABLE_CONFIG. If neither is set, it reads config.yaml in the
// working folder, if that exists. Warnings go to errs.
func findConfig(args []string, errs io.Writer) (file source, err error) {
	name, asked := os.Getenv("SETTABLE_CONFIG"), os.Getenv("SETTABLE_CONFIG") != ""
	for i, a := range args {
		if v, ok := strings.CutPrefix(a, "--config="); ok {
			name, asked = v, true
		} else if a == "--config" && i+1 < len(args) {
			name, asked = args[i+1], true
		}
	}
	if !asked && !hasSettings(args) {
		return file, nil
	}
	if !asked {
		name = "config.yaml"
	}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && !asked {
		return file, nil
	}
	if err != nil {
		return file, exitError{Code: exitUsage, Err: fmt.Errorf("reading the configuration: %w", err)}
	}
	keys, err := parseConfig(text)
	if err != nil {
		return file, exitError{Code: exitUsage, Err: fmt.Errorf("%s: %w", name, err)}
	}
	if keys.Token != nil && *keys.Token != "" {
		warnExposed(errs, name)
	}
	return source{name, text, keys}, nil
}

// parseConfig parses a configuration file. An error names the line, the column and the key.
func parseConfig(text []byte) (configKeys, error) {
	var keys configKeys
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // some editors add a byte order mark
	if len(bytes.TrimSpace(text)) == 0 {
		return keys, nil
	}
	err := yaml.UnmarshalWithOptions(text, &keys, yaml.Strict())
	if err != nil {
		return keys, errors.New(rewriteDecoderError(oneLine(yaml.FormatError(err, false, false))))
	}
	return keys, nil
}

// rewriteDecoderError rewrites an error of the YAML decoder for hosts.
func rewriteDecoderError(said string) string {
	for _, known := range []struct{ theirs, ours string }{
		{"was used where mapping is expected", "each setting needs a name, a colon and a value, as in " +
			"config.example.yaml: purge_days: 30"},
		{"\t' that cannot start any token", "the line begins with a tab: use spaces"},
	} {
		if line, _, in := strings.Cut(said, ": "); in && strings.Contains(said, known.theirs) {
			return line + ": " + known.ours
		}
	}
	return said
}

// oneLine returns the first line of the decoder's message without the source excerpt, such as: [3:1] unknown field
// "x".
func oneLine(s string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	if pos, rest, ok := strings.Cut(first, "] "); ok && strings.HasPrefix(pos, "[") {
		line, _, _ := strings.Cut(pos[1:], ":")
		return "line " + line + ": " + rest
	}
	return first
}

// values returns the file's settings by flag name. If the environment contains a token or a token file, both are
// omitted from the file's settings.
func (k configKeys) values() map[string]any {
	values := map[string]any{}
	put := func(flag string, v *string) {
		if v != nil {
			values[flag] = *v
		}
	}
	if os.Getenv("SETTABLE_TOKEN") == "" && os.Getenv("SETTABLE_TOKEN_FILE") == "" {
		put("token", k.Token)
		put("token-file", k.TokenFile)
	}
	put("database", k.Database)
	put("fonts", k.Fonts)
	put("log-level", k.Log.Level)
	put("log-format", k.Log.Format)
	put("address", k.Sandbox.Address)
	put("health-address", k.Health.Address)
	if k.MessageContent != nil {
		values["message-content"] = bool(*k.MessageContent)
	}
	if k.Shards != nil {
		values["shards"] = k.Shards.String()
	}
	for flag, n := range map[string]*setting.Count{"purge-days": k.PurgeDays, "backups": k.Backups,
		"keep-days": k.KeepDays} {
		if n != nil {
			values[flag] = fmt.Sprint(*n)
		}
	}
	return values
}

// resolver provides the file's values for flags that are set neither on the command line nor in the environment.
func (k configKeys) resolver() kong.Resolver {
	values := k.values()
	return kong.ResolverFunc(func(_ *kong.Context, at *kong.Path, flag *kong.Flag) (any, error) {
		if flag.Name == "shards" && at.Node().Name == "sandbox" {
			return nil, nil // the file's number of shards is for Discord, not for the sandbox
		}
		for _, env := range flag.Envs {
			if os.Getenv(env) != "" {
				return nil, nil
			}
		}
		return values[flag.Name], nil
	})
}

// unsetEmpty removes our empty variables from the environment, because a line such as SETTABLE_TOKEN= in an
// environment file means that the setting isn't given.
func unsetEmpty() error {
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, "SETTABLE_") && strings.TrimSpace(value) == "" {
			if err := os.Unsetenv(name); err != nil {
				return fmt.Errorf("unsetting the empty variable %s: %w", name, err)
			}
		}
	}
	return nil
}

// dataFolder returns Settable's folder in the user's data folder. The folder may not exist yet.
func dataFolder() (string, error) {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "settable"), nil
	}
	if runtime.GOOS == "windows" {
		if dir := os.Getenv("LocalAppData"); dir != "" {
			return filepath.Join(dir, "Settable"), nil
		}
		return "", errors.New("%LocalAppData% is not set: choose a file with --database")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("finding your data folder: %w; choose a file with --database", err)
	}
	if runtime.GOOS == "darwin" {
		return filepath.Join(home, "Library", "Application Support", "Settable"), nil
	}
	return filepath.Join(home, ".local", "share", "settable"), nil
}

// mountedSecrets is where compose.yaml and packaging/kubernetes.yaml mount the token. It is a variable for tests.
var mountedSecrets = "/run/secrets/"

// warnExposed prints a warning if other users of the machine can read the file with the token. It doesn't print one on
// Windows, which has no such file modes, and below /run/secrets, where a container engine mounts files for this
// container alone.
func warnExposed(errs io.Writer, name string) {
	if strings.HasPrefix(filepath.Clean(name), mountedSecrets) {
		return
	}
	info, err := os.Stat(name)
	if err != nil || runtime.GOOS == "windows" || info.Mode().Perm()&0o044 == 0 {
		return // reading the file will report the error
	}
	fmt.Fprintf(errs, "settable: other users of this machine can read the token in %s: chmod 600 %s\n", name, name)
}
