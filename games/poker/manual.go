package poker

import "settable/games"

var (
	offOn = []string{"false", "true"}
	onOff = []string{"true", "false"}
)

// Manual is what people are told about SET Poker.
func (Rules) Manual() games.Manual {
	return games.Manual{
		Game:     name,
		MinSeats: fewestPlayers, MaxSeats: mostPlayers, Hands: true,
		Options: []games.Option{
			{Name: "stack", Default: "20", Min: 1, Max: mostChips, Told: true},
			{Name: "limit", Default: "3", Min: 1, Max: mostChips, Told: true},
			{Name: "raises", Default: "1", Min: 0, Max: 99, Told: true},
			{Name: "ante", Default: "0", Min: 0, Max: mostChips, Told: true},
			{Name: "turn", Default: "60", Min: 0, Max: 3600, Told: true},
			{Name: "pause", Default: "20", Min: 0, Max: 3600},
			{Name: "dealer", Default: "1", Min: 1, Max: mostPlayers},
			{Name: "open_counts", Default: "false", Values: offOn},
			{Name: "first", Default: "left_of_dealer", Values: []string{"left_of_dealer", "rotate"}},
			{Name: "short", Default: "side_pots", Values: []string{"side_pots", "drop"}},
			{Name: "show_needs_set", Default: "true", Values: onOff},
			{Name: "count", Default: "all", Values: []string{"all", "disjoint"}},
			{Name: "odd_tie", Default: "first", Values: []string{"first", "one_each"}},
			{Name: "exhausted", Default: "forced_show", Values: []string{"forced_show", "split"}},
			{Name: "center_max", Default: "0", Min: 0, Max: 77},
		},
		Verbs: []games.Verb{
			{Name: "check", Example: "check"},
			{Name: "bet", Takes: games.Amount, Example: "bet 2"},
			{Name: "call", Example: "call"},
			{Name: "raise", Takes: games.Amount, Example: "raise 2"},
			{Name: "drop", Example: "drop"},
			{Name: "show", Example: "show"},
			{Name: "pass", Example: "pass"},
			{Name: "next", Example: "next"},
			{Name: "buy", Takes: games.Amount, Optional: true, Example: "buy 20"},
			{Name: "join", Example: "join"},
			{Name: "leave", Example: "leave"},
			{Name: "start", Example: "start"},
		},
		Example: example(),
	}
}
