package solitaire

import (
	"embed"

	"settable/games"
)

//go:embed words/*.yaml
var catalogue embed.FS

// Game is all of it: its rules, its player of the house and its figures.
var Game = games.Kind{
	Rules:   Rules{},
	Words:   catalogue,
	Player:  play,
	Figures: games.Figures{Play: trials, Means: means, Shares: shares},
}
