package message

import (
	"fmt"
	"strings"

	"settable/games"
)

// Why explains how the pots of the last hand were shared, layer by layer: who
// could win each, what they had, and by which rule it went.
func Why(pots []games.PotShare, name func(games.Seat) string) string {
	if len(pots) == 0 {
		return "No hand has been decided yet."
	}
	var lines []string
	for i, p := range pots {
		title := "**The pot**"
		if len(pots) > 1 {
			title = "**The main pot**, which everybody paid into"
			if i > 0 {
				title = fmt.Sprintf("**Side pot %d**, paid by those with more chips", i)
			}
		}
		lines = append(lines, fmt.Sprintf("%s: %s.", title, Chips(p.Amount)))
		lines = append(lines, "Who could win it: "+eligible(p, name)+".")
		lines = append(lines, rule(p, name))
		if p.Odd > 0 {
			lines = append(lines, fmt.Sprintf("%d do not divide by %d: %s to %s%s.", p.Amount, len(p.Winners), odd(p), join(p.OddTo, name), oddBy(p.OddBy)))
		}
	}
	return strings.Join(lines, "\n")
}

func eligible(p games.PotShare, name func(games.Seat) string) string {
	parts := make([]string, len(p.Eligible))
	for i, s := range p.Eligible {
		parts[i] = name(s)
		if i < len(p.Sets) {
			parts[i] += " with " + sets(p.Sets[i])
		}
	}
	return strings.Join(parts, ", ")
}

func rule(p games.PotShare, name func(games.Seat) string) string {
	winners := join(p.Winners, name)
	switch p.Won {
	case games.MostSets:
		return "The most sets win: " + winners + "."
	case games.NoSets:
		return "Nobody of them has a set, so all are tied: " + winners + "."
	case games.LastLeft:
		return "All others had dropped: " + winners + "."
	}
	return "The deck is used up and nobody showed, so it is split: " + winners + "."
}
