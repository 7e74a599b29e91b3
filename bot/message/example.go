package message

import (
	"settable/games"
	"settable/render/words"
)

// Example returns the table shown beside the rules of a game. If the example is a recap, its players have names,
// because the picture of a recap shows names.
func Example(m games.Manual, lang *words.Language) games.View {
	v := m.Example()
	if !v.Recap {
		return v
	}
	names := []string{sentence(lang, "message.example.first"), sentence(lang, "message.example.second")}
	return v.WithNames(func(s games.Seat) string { return names[(int(s)-1)%len(names)] })
}
