package twenty

import "settable/games"

// Manual is what people are told about 20/20 SET.
func (Rules) Manual() games.Manual {
	return games.Manual{
		Game:     name,
		MinSeats: fewestPlayers, MaxSeats: mostPlayers, Hands: true,
		Options: []games.Option{
			{Name: "hands", Default: "secret", Values: []string{"secret", openHands}},
			{Name: "stuck", Default: "sweep", Values: []string{"sweep", "none"}},
			{Name: "pause", Default: "20", Min: 0, Max: 3600},
			{Name: "dealer", Default: "1", Min: 1, Max: mostPlayers},
		},
		Verbs: []games.Verb{
			{Name: "set", Takes: games.Three, Example: "set b 1 4"},
			{Name: "draw", Example: "draw"},
			{Name: "none", Example: "none"},
			{Name: "next", Example: "next"},
			{Name: "join", Example: "join"},
			{Name: "leave", Example: "leave"},
			{Name: "start", Example: "start"},
		},
		Claim:   "set",
		Example: example(),
	}
}
