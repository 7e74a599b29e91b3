package solitaire

import "settable/games"

// Manual is what people are told about the solitaire.
func (Rules) Manual() games.Manual {
	return games.Manual{
		Game:     name,
		MinSeats: fewestPlayers, MaxSeats: mostPlayers,
		WalkIn: true,
		Options: []games.Option{
			{Name: "who", Default: "together", Values: []string{"together", "alone"}},
			{Name: "peek", Default: "true", Values: []string{"true", "false"}},
			{Name: "must_clear", Default: "false", Values: []string{"false", "true"}},
		},
		Verbs: []games.Verb{
			{Name: "set", Takes: games.Three, Example: "set 1 5 9"},
			{Name: "deal", Example: "deal"},
			{Name: "move", Takes: games.Piles, Example: "move 4 1"},
			{Name: "look", Takes: games.Pile, Example: "look 4"},
			{Name: "undo", Example: "undo"},
			{Name: "done", Example: "done"},
			{Name: "join", Example: "join"},
			{Name: "leave", Example: "leave"},
			{Name: "start", Example: "start"},
		},
		Claim:   "set",
		Example: example(),
	}
}
