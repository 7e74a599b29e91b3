//go:build !race

package main

// usualKills is how often the bot is killed where nobody says otherwise.
const usualKills = 50
