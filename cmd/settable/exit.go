package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"settable/bot/discord/gateway"
	"settable/store"
)

// The program has these exit statuses. 0 means that the program was stopped as requested. The help and docs/hosting.md
// list them all.
const (
	exitFailed   = 1 // any other error
	exitUsage    = 2 // wrong usage or configuration
	exitRefused  = 3 // Discord refuses the token, an intent, the shards or the version
	exitDatabase = 4 // the database can't be opened or read
	exitInUse    = 5 // another Settable is using the database
	exitReplaced = 6 // the database was deleted, truncated or replaced while the bot was running
)

// streams are the program's input and output. Tests replace them.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// exitHelp describes the exit statuses in --help.
const exitHelp = "Exit status: 0 stopped as requested; 1 failed; 2 wrong usage or configuration; " +
	"3 Discord refuses the bot: its token, an intent, its shards or its version; " +
	"4 the database can't be opened; 5 another Settable uses it; " +
	"6 it was deleted, truncated or replaced while the bot was running. " +
	"If Discord can't be reached, the bot keeps trying."

// exitError is an error with the program's exit status.
type exitError struct {
	Code int
	Err  error
}

func (e exitError) Error() string { return e.Err.Error() }
func (e exitError) Unwrap() error { return e.Err }

// exitOf returns the exit status for an error.
func exitOf(err error) int {
	var known exitError
	var refused *gateway.Refused
	switch {
	case errors.Is(err, store.ErrReplaced):
		return exitReplaced
	case errors.Is(err, store.ErrLocked):
		return exitInUse
	case errors.As(err, &refused):
		return exitRefused
	case errors.As(err, &known):
		return known.Code
	case errors.Is(err, store.ErrTrouble):
		return exitDatabase
	}
	return exitFailed
}

// reasonFor returns the final error of a bot whose context has ended. If the database was lost, it returns that error,
// because others are only consequences.
func reasonFor(ctx context.Context, err error) error {
	if why := context.Cause(ctx); errors.Is(why, store.ErrReplaced) {
		return fmt.Errorf("%w: keep the damaged file, restore a backup with 'settable restore', and start again", why)
	}
	return err
}
