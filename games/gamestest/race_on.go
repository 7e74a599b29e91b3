//go:build race

package gamestest

// Under the race detector everything takes some ten times as long.
const racing = true
