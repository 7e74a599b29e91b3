//go:build race

package discord

// Under the race detector everything takes some ten times as long.
const racing = true
