package twenty

import "settable/games"

// Manual is what people are told about 20/20 SET.
func (Rules) Manual() games.Manual {
	return games.Manual{
		Title:    "20/20 SET",
		Summary:  "Six cards of your own, six on the table: be the first to have played all yours in sets.",
		MinSeats: fewestPlayers, MaxSeats: mostPlayers, Hands: true,
		Options: []games.Option{
			{Name: "hands", Default: "secret", Values: []string{"secret", openHands},
				Labels: []string{"only you see your cards", "everybody sees all cards"},
				Help:   "who sees personal cards"},
			{Name: "stuck", Default: "sweep", Values: []string{"sweep", "none"},
				Labels: []string{"six new table cards when all say none", "the table cards stay"},
				Help:   "what happens when all players say that they see no set"},
			{Name: "pause", Default: "20", Min: 0, Max: 3600, Help: "seconds after a hand until the next is dealt; 0: when somebody says next"},
			{Name: "dealer", Default: "1", Min: 1, Max: mostPlayers, Help: "the seat that deals first; the deal passes to the left"},
		},
		Verbs: []games.Verb{
			{Name: "set", Takes: games.Three, Example: "set b 1 4",
				Help: "Claim three cards that are a set: letters of the table, numbers of your own, in any mix."},
			{Name: "draw", Example: "draw", Help: "Take one more card of your own; nine are the most."},
			{Name: "none", Example: "none", Help: "Say that you see no set: when all players do, six new cards come to the table."},
			{Name: "next", Example: "next", Help: "Deal the next hand."},
			{Name: "join", Example: "join", Help: "Sit down; you play from the next hand."},
			{Name: "leave", Example: "leave", Help: "Stand up; your cards go to the discard pile."},
			{Name: "start", Example: "start", Help: "Deal the first hand."},
		},
		Rules:   rulesText,
		Example: example(),
	}
}

const rulesText = `Everybody gets six cards that only they see, and six lie on the table. A set is three cards which, in each of the four features, are all equal or all different. If you can say "two are … and one is …", it is no set.

Get rid of your cards by making sets of them, with cards of the table or without. There are no turns: as soon as you see a set, name its three cards, letters for the table (A to F) and numbers for your own (1 to 9): ` + "`set b 1 4`" + `, or ` + "`set b14`" + `. Three of your own will do, and so will three of the table. Codes work, too: ` + "`2SRD`" + ` is two solid red diamonds. Table cards are replaced, yours are not.

No set? The cards stay where they are, and you get one more of your own, unless you have nine. Cards that are not there cost nothing: try again. A claim that was beaten by a moment costs nothing either.

With few cards left sets get rare. ` + "`draw`" + ` gives you one more, which is more choice and further to go. Nobody ever holds more than nine. A new card takes your lowest free number; the others keep theirs.

If nobody sees a set, say ` + "`none`" + `. When all players have said so since the last claim or draw, six new cards come to the table, and the old ones are shuffled into the deck. When the deck is used up, the discard pile becomes the new one.

Who is first without cards wins the hand at once, and scores a point for each card the others hold. The deal passes to the left. The game goes to ten points for each player there was at its start.

You may join at any time and play from the next hand. If you leave, your cards go to the discard pile. When fewer than two are left, the game is over and nobody wins.`
