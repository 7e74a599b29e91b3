package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// dataFolder is where this user's programs keep what they must not lose:
// Settable's own folder in it. It is made by whoever writes there.
func dataFolder() (string, error) {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "settable"), nil
	}
	switch runtime.GOOS {
	case "windows":
		if dir := os.Getenv("LocalAppData"); dir != "" {
			return filepath.Join(dir, "Settable"), nil
		}
		return "", errors.New("%LocalAppData% is not set: name the file with --database")
	case "darwin":
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("finding your data folder: %w; name the file with --database", err)
		}
		return filepath.Join(home, "Library", "Application Support", "Settable"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("finding your data folder: %w; name the file with --database", err)
	}
	return filepath.Join(home, ".local", "share", "settable"), nil
}
