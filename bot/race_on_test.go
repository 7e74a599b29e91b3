//go:build race

package bot

// Racing reports whether the race detector is on, which makes tests about ten times slower.
const Racing = true
