package command

import (
	"settable/bot/lobby"
	"settable/games"
)

// A House is the parts that commands work with.
type House struct {
	lobby.Parts
	Tables *lobby.Lobby
	Me     func() string // how the bot is mentioned; empty where it reads plain messages
}

// game is the kind of game of that name.
func (h *House) game(name string) (games.Kind, bool) {
	for _, k := range h.Games {
		if k.Name() == name {
			return k, true
		}
	}
	return games.Kind{}, false
}
