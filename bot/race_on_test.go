//go:build race

package bot

// Racing reports whether the race detector is on, which makes everything about ten times slower.
const Racing = true
