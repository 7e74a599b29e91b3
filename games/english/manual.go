package english

import "settable/games"

// Manual is what people are told about English Sets.
func (Rules) Manual() games.Manual {
	return games.Manual{
		Game:     name,
		MinSeats: fewestPlayers, MaxSeats: mostPlayers,
		Options: []games.Option{
			{Name: "auto", Default: "0", Min: 0, Max: 3600, On: "5"},
			{Name: "replenish", Default: bySeat, Values: []string{bySeat, byRounds, alternate}},
			{Name: "discount", Default: "false", Values: []string{"false", "true"}},
			{Name: "last_rank", Default: "discount", Values: []string{"discount", "majority"}},
		},
		Verbs: []games.Verb{
			{Name: "turn", Example: "turn"},
			{Name: "exchange", Example: "exchange"},
			{Name: "reshuffle", Example: "reshuffle"},
			{Name: "discount", Example: "discount"},
			{Name: "join", Example: "join"},
			{Name: "leave", Example: "leave"},
			{Name: "start", Example: "start"},
		},
		Example: example(),
	}
}
