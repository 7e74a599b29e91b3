//go:build race

package poker

// Under the race detector everything takes some ten times as long.
const racing = true
