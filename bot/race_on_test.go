//go:build race

package bot

// Racing reports whether the race detector is on. The detector makes everything about ten times slower.
const Racing = true
