//go:build race

package poker

// The race detector makes everything about ten times slower.
const racing = true
