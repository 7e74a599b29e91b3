package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord/gateway"
	"settable/store"
)

// The exit status tells a supervisor whether a restart makes sense.
func TestExitStatuses(t *testing.T) {
	for status, err := range map[int]error{
		exitFailed:   errors.New("something else"),
		exitUsage:    exitError{exitUsage, errors.New("no token")},
		exitRefused:  fmt.Errorf("connecting: %w", &gateway.Refused{Code: 401, Text: "no"}),
		exitDatabase: fmt.Errorf("reading: %w", store.ErrTrouble),
		exitReplaced: fmt.Errorf("playing: %w", store.ErrReplaced),
		exitInUse:    exitError{exitDatabase, fmt.Errorf("opening: %w", store.ErrLocked)},
	} {
		require.Equal(t, status, exitOf(fmt.Errorf("settable: %w", err)), err)
	}
	folder := t.TempDir()
	t.Setenv("SETTABLE_TOKEN", "")
	code, _, errs := settable(t, "", "run", "--database", filepath.Join(folder, "settable.db"))
	require.Equal(t, exitUsage, code, errs)
	code, _, errs = settable(t, "", "run", "--token", "x.y.z", "--database", folder)
	require.Equal(t, exitDatabase, code, errs)
	code, _, errs = settable(t, "", "sandbox", "--data", "/dev/null/x")
	require.Equal(t, exitDatabase, code, errs)
}
