//go:build !race

package main

import "settable/games/gamestest"

// usualKills is how often the bot is killed where nobody says otherwise.
var usualKills = gamestest.Times(4, 16)
