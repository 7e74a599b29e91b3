package message

import (
	"embed"

	"settable/games"
	"settable/render/words"
)

// Words are the catalogues of what stands in messages beside what happened.
//
//go:embed words/*.yaml
var Words embed.FS

// say is a sentence that names no seats.
func say(lang *words.Language, key string, args ...any) string {
	return lang.Say(games.Say(key, args...), games.SeatLetter)
}
