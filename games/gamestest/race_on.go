//go:build race

package gamestest

// The race detector makes everything about ten times slower.
const racing = true
