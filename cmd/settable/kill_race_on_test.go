//go:build race

package main

// usualKills is smaller under the race detector, because everything takes longer.
var usualKills = 6
