package classic

import "settable/games"

// Manual is what people are told about classic SET.
func (Rules) Manual() games.Manual {
	return games.Manual{
		Game:     name,
		MinSeats: fewestPlayers, MaxSeats: mostPlayers,
		WalkIn: true,
		Options: []games.Option{
			{Name: "deal", Default: "all", Values: []string{"all", "slow"}},
			{Name: "pace", Default: "3", Min: 1, Max: 60},
			{Name: "call", Default: usualCall, Min: 0, Max: 60},
			{Name: "claim", Default: anyClaim, Values: []string{anyClaim, calledClaim}},
			{Name: "extra", Default: "auto", Values: []string{"auto", "agree"}},
			{Name: "penalty", Default: losePoint, Values: []string{losePoint, floor0, lockout, noPenalty}},
		},
		Verbs: []games.Verb{
			{Name: "set", Takes: games.Three, Optional: true, Example: "set a b c"},
			{Name: "none", Example: "none"},
			{Name: "join", Example: "join"},
			{Name: "leave", Example: "leave"},
			{Name: "start", Example: "start"},
		},
		Claim:   "set",
		Example: example(),
	}
}
