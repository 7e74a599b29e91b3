// Package poker is SET Poker as the seed tells it: two cards in the hand, more
// and more in the centre, bets between, and most sets win the pot (RULES.md,
// SET Poker).
package poker

import (
	"strconv"
	"strings"
	"time"

	"settable/games"
)

// Rules are the rules of SET Poker.
type Rules struct{}

// Name is the word in `game poker`.
func (Rules) Name() string { return name }

// Open is a table with nobody at it. Beside the options of the manual it reads
// `stacks`, the first buy-ins in the order of seats (NOTATION.md: "chips at
// the start of the first hand"), which are for scripts. The error is Illegal:
// an option that does not exist or a value it cannot have.
func (Rules) Open(chosen games.Options) (games.Game, error) {
	stacks, chosen, err := readStacks(chosen)
	if err != nil {
		return nil, err
	}
	o, err := Rules{}.Manual().Fill(chosen)
	if err != nil {
		return nil, err
	}
	chips := func(name string) games.Chips { return games.Chips(o.Int(name)) }
	seconds := func(name string) time.Duration { return time.Duration(o.Int(name)) * time.Second }
	return &game{
		house: house{
			stack: chips("stack"), stacks: stacks, limit: chips("limit"), ante: chips("ante"), raises: o.Int("raises"),
			openCounts: o["open_counts"] == "true", rotate: o["first"] == "rotate", mustDrop: o["short"] == "drop",
			needSet: o["show_needs_set"] == "true", disjoint: o["count"] == "disjoint",
			oneEach: o["odd_tie"] == "one_each",
			split:   o["exhausted"] == "split", centerMax: o.Int("center_max"), dealer: games.Seat(o.Int("dealer")),
			turn: seconds("turn"), pause: seconds("pause"),
		},
		phase: gathering,
	}, nil
}

// readStacks takes the option `stacks` out of the others.
func readStacks(chosen games.Options) ([]games.Chips, games.Options, error) {
	text, given := chosen["stacks"]
	if !given {
		return nil, chosen, nil
	}
	var stacks []games.Chips
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > mostChips {
			return nil, nil, games.Refuse("poker.stacks", "most", mostChips, "word", word)
		}
		stacks = append(stacks, games.Chips(n))
	}
	others := games.Options{}
	for name, value := range chosen {
		if name != "stacks" {
			others[name] = value
		}
	}
	return stacks, others, nil
}
