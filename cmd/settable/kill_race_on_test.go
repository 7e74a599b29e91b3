//go:build race

package main

// usualKills is fewer under the race detector, where everything takes longer.
var usualKills = 6
