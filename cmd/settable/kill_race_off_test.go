//go:build !race

package main

import "settable/games/gamestest"

// usualKills is the default number of kills.
var usualKills = gamestest.Times(4, 16)
