package main

import (
	"os"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"
)

// parseCommandLine parses a command line. text is the content of the configuration file.
func parseCommandLine(t *testing.T, text string, args ...string) commandLine {
	t.Helper()
	keys, err := parseConfig([]byte(text))
	require.NoError(t, err)
	var cli commandLine
	parser, err := kong.New(&cli, helpVars, kong.Resolvers(keys.resolver()))
	require.NoError(t, err)
	_, err = parser.Parse(args)
	require.NoError(t, err)
	return cli
}

// Every key in the example configuration has the default value.
func TestExampleConfigurationIsTheDefault(t *testing.T) {
	text, err := os.ReadFile("../../config.example.yaml")
	require.NoError(t, err)
	for _, command := range []string{"run", "sandbox", "audit"} {
		byDefault := parseCommandLine(t, "", command)
		if command == "sandbox" {
			byDefault.Sandbox.LogLevel = "info" // by default, the sandbox logs only warnings and errors
		}
		require.Equal(t, byDefault, parseCommandLine(t, string(text), command), command)
	}
	keys, err := parseConfig(text)
	require.NoError(t, err)
	require.NotNil(t, keys.Token)
	require.NotNil(t, keys.TokenFile)
	require.NotNil(t, keys.Database)
	require.NotNil(t, keys.MessageContent)
	require.NotNil(t, keys.Log.Level)
	require.NotNil(t, keys.Log.Format)
	require.NotNil(t, keys.Health.Address)
	require.NotNil(t, keys.Sandbox.Address, "the example must have every key")
}

// Flags take precedence over the environment, the environment over the file, and the file over defaults.
func TestSettingPrecedence(t *testing.T) {
	file := "database: file.db\nlog: {level: warn}\ntoken: from-file\n"
	require.Equal(t, "file.db", parseCommandLine(t, file, "run").Run.Database)
	require.Equal(t, "warn", parseCommandLine(t, file, "run").Run.LogLevel)
	require.Equal(t, "flag.db", parseCommandLine(t, file, "run", "--database", "flag.db").Run.Database)
	t.Setenv("SETTABLE_DATABASE", "env.db")
	require.Equal(t, "env.db", parseCommandLine(t, file, "run").Run.Database)
	require.Equal(t, "flag.db", parseCommandLine(t, file, "run", "--database", "flag.db").Run.Database)
	require.Equal(t, "from-file", parseCommandLine(t, file, "run").Run.Token)
	t.Setenv("SETTABLE_TOKEN_FILE", "secret.txt")
	cli := parseCommandLine(t, file, "run")
	require.Empty(t, cli.Run.Token, "the environment's token file takes precedence over the file's token")
	require.Equal(t, "secret.txt", cli.Run.TokenFile)
}

// An address is rejected before anything is created, and the error doesn't contain its password.
func TestDatabaseMustBeAFile(t *testing.T) {
	for _, address := range []string{"mysql://settable:secret@localhost/settable", "file:///srv/settable.db"} {
		_, err := database{address}.path()
		require.ErrorContains(t, err, "must be a SQLite file")
		require.NotContains(t, err.Error(), "secret")
		var status exitError
		require.ErrorAs(t, err, &status)
		require.Equal(t, exitUsage, status.Code)
	}
	for _, address := range []string{"postgres://settable:secret@127.0.0.1:1/settable",
		"postgres://settable:secret@h:x/"} {
		d := database{address}
		_, name, err := d.open(t.Context(), readOnly)
		require.Error(t, err)
		require.NotContains(t, name+err.Error(), "secret")
		_, _, err = d.openFile(t.Context(), readOnly)
		require.ErrorContains(t, err, "pg_dump")
	}
	path, err := database{"postgres.db"}.path()
	require.NoError(t, err)
	require.Equal(t, "postgres.db", path)
}
