package message

import (
	"slices"
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/render/words"
)

// Suggest lists legal completions of a typed move. v is the view of the player who types it; only that player sees the
// list.
func Suggest(lang *words.Language, v games.View, verb, typed string) (list []discord.Choice) {
	for _, o := range v.Offers {
		choice, chooses := strings.CutPrefix(o.Words, verb+" ")
		switch {
		case chooses:
			list = append(list, discord.Choice{Name: Clip(Label(lang, v.Game, o)), Value: choice})
		case o.Words != verb:
		case o.Takes == games.Three:
			tops := labelledCells(v, games.Face)
			return suggestCells(lang, typed, tops, tops, tops)
		case o.Takes == games.Pile:
			return suggestCells(lang, typed, labelledCells(v, games.Face))
		case o.Takes == games.Piles:
			return suggestCells(lang, typed, labelledCells(v, games.Face), labelledCells(v, games.Empty))
		case o.Takes == games.Amount:
			return suggestAmounts(o)
		}
	}
	return list
}

func suggestAmounts(o games.Offer) (list []discord.Choice) {
	for n := o.Min; n <= o.Max && len(list) < maxOptions; n++ {
		list = append(list, discord.Choice{Name: decimal(int64(n)), Value: decimal(int64(n))})
	}
	return list
}

// suggestCells suggests the next cell of a move, each with its label and a description. from lists the possible cells
// for each argument of the move. The suggestions contain only what the player can see, and don't reveal which three
// cards form a set.
func suggestCells(lang *words.Language, typed string, from ...[]games.Cell) []discord.Choice {
	fields := games.Fields(typed)
	if len(fields) == 1 && len(fields[0]) > 1 && len(fields[0]) <= len(from) { // "ab" means "a b"
		fields = strings.Split(fields[0], "")
	}
	var chosen, read []string
	for i, f := range fields {
		if i == len(from) {
			return nil
		}
		j := slices.IndexFunc(from[i], func(c games.Cell) bool { return strings.ToLower(c.Label) == f })
		if j < 0 {
			return nil
		}
		chosen, read = append(chosen, f), append(read, aloud(lang, from[i][j]))
	}
	if len(chosen) == len(from) {
		return []discord.Choice{{Name: Clip(lang.Row(read)), Value: strings.Join(chosen, " ")}}
	}
	var list []discord.Choice
	for _, c := range from[len(chosen)] {
		label := strings.ToLower(c.Label)
		if slices.Contains(chosen, label) || len(list) == maxOptions {
			continue
		}
		next := append(slices.Clone(chosen), label)
		name := lang.Labelled(strings.ToUpper(strings.Join(next, " ")), contentsOf(lang, c))
		list = append(list, discord.Choice{Name: Clip(name), Value: strings.Join(next, " ")})
	}
	return list
}

func aloud(lang *words.Language, c games.Cell) string { return c.Label + " " + contentsOf(lang, c) }

func contentsOf(lang *words.Language, c games.Cell) string {
	switch {
	case c.Kind != games.Face:
		return sentence(lang, "message.empty")
	case c.Depth > 1:
		return sentence(lang, "message.on_pile", "card", c.Card, "n", c.Depth)
	}
	return lang.Card(c.Card)
}
