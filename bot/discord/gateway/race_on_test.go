//go:build race

package gateway

// Under the race detector everything takes some ten times as long.
const racing = true
