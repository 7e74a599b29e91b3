//go:build race

package bot

// Racing says that the race detector looks on: everything takes some ten times as long.
const Racing = true
