package solitaire

import "settable/games"

// Manual is what people are told about the solitaire.
func (Rules) Manual() games.Manual {
	return games.Manual{
		Title:    title,
		Summary:  "Nine piles, nine rounds: take sets from the tops, alone or together. Nine cards or fewer left is a win.",
		MinSeats: fewestPlayers, MaxSeats: mostPlayers,
		WalkIn: true,
		Options: []games.Option{
			{Name: "who", Default: "together", Values: []string{"together", "alone"},
				Labels: []string{"anyone at the table", "only who opened the table"},
				Help:   "who may move: together, anyone at the table; alone, the one who opened it"},
			{Name: "peek", Default: "true", Values: []string{"true", "false"},
				Labels: []string{"may be looked at", "are hidden, and nothing is taken back"},
				Help:   "whether the cards under the tops may be looked at; false is the harder variation, without undo"},
			{Name: "must_clear", Default: "false", Values: []string{"false", "true"},
				Labels: []string{"sets may stay", "every set is taken first"},
				Help:   "whether every set must be taken before the next deal"},
		},
		Verbs: []games.Verb{
			{Name: "set", Takes: games.Three, Example: "set 1 5 9", Help: "Take the tops of three piles that are a set."},
			{Name: "deal", Example: "deal", Help: "Deal the next round: one card on every pile."},
			{Name: "move", Takes: games.Piles, Example: "move 4 1", Help: "Move the top of a pile to an empty pile."},
			{Name: "look", Takes: games.Pile, Example: "look 4", Help: "See what lies under the top of a pile. It is no move."},
			{Name: "undo", Example: "undo", Help: "Take back the last set or move, as far as the last deal."},
			{Name: "done", Example: "done", Help: "End the game, once the deck is empty."},
			{Name: "join", Example: "join", Help: "Sit down, at any time."},
			{Name: "leave", Example: "leave", Help: "Stand up; the sets you made stay made."},
			{Name: "start", Example: "start", Help: "Lay the first nine cards."},
		},
		Rules:   rulesText,
		Example: example(),
	}
}

const rulesText = `The 81 cards come in nine rounds. Each round lays one card on every one of nine piles, and only the top of a pile is in play. A set is three cards which in each of the four features are all equal or all different: if you can say "two are … and one is …", it is no set.

Take three tops that are a set with ` + "`set 1 5 9`" + `, by the numbers of their piles or by the codes of the cards. What lies below shows at once and is in play. Of two sets that share a card only one can go, so choose. What is no set is refused and costs nothing.

While a pile is empty, ` + "`move 4 1`" + ` brings the top of pile 4 there, to get at the card below. You need not: an empty pile stays empty until the next deal, which lays one card on it like on any other.

` + "`look 4`" + ` shows what lies under a top; it is no move. ` + "`undo`" + ` takes back the last set or move, one at a time, as far as the last deal. It is counted in the result.

` + "`deal`" + ` brings the next round. You need not have taken every set, and nobody tells you whether one is left. After the ninth round go on as long as you like, then say ` + "`done`" + `. When the last card goes, the game ends by itself.

As many sets as possible is the aim: 27 would be all. Nine cards or fewer left is a win.

Empty piles are worth much: they open the way to what lies further down. Before you take one of two sets, look at what each would uncover.

Usually everybody at the table plays together. Tables may differ: played alone, every set taken before the next deal, or no looking under the tops, which is harder and has no undo.`
