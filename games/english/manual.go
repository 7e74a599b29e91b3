package english

import "settable/games"

// Manual is what people are told about English Sets.
func (Rules) Manual() games.Manual {
	return games.Manual{
		Title:    "English Sets",
		Summary:  "Hands lie open. Turn card after card and collect four of a rank: most sets win.",
		MinSeats: fewestPlayers, MaxSeats: mostPlayers,
		Options: []games.Option{
			{Name: "auto", Default: "0", Min: 0, Max: 3600, On: "5", Help: "seconds until the clock turns the next starter; 0: when somebody says turn"},
			{Name: "replenish", Default: bySeat, Values: []string{bySeat, byRounds, alternate},
				Labels: []string{"seat by seat", "each draws what is missing, again and again", "one card each in turn"},
				Help:   "in which order hands are filled up to four"},
			{Name: "discount", Default: "false", Values: []string{"false", "true"},
				Labels: []string{"never", "when all agree"},
				Help:   "whether all may agree in a stalemate that the hands do not count"},
			{Name: "last_rank", Default: "discount", Values: []string{"discount", "majority"},
				Labels: []string{"counts for nobody", "goes to whoever holds most"},
				Help:   "what becomes of a last rank in several hands when the pack is empty"},
		},
		Verbs: []games.Verb{
			{Name: "turn", Example: "turn", Help: "Turn the next starter: anybody who plays may do it."},
			{Name: "exchange", Example: "exchange", Help: "In a stalemate: change cards until each has a complete set."},
			{Name: "reshuffle", Example: "reshuffle", Help: "In a stalemate: all hands go back into the pack, and new ones are drawn."},
			{Name: "discount", Example: "discount", Help: "In a stalemate: the hands do not count and the game ends, if the table allows it."},
			{Name: "join", Example: "join", Help: "Sit down, before the game starts."},
			{Name: "leave", Example: "leave", Help: "Stand up: your complete sets stay counted, your other cards go back into the pack."},
			{Name: "start", Example: "start", Help: "Deal the hands."},
		},
		Rules:   rulesText,
		Example: example(),
	}
}

const rulesText = `Four cards of one rank are a set; suits do not matter. Everybody has four cards, and all hands lie open. In your graveyard two or three equal cards lie and wait for the rest; four stand upright and count.

First, whoever holds two or more of a rank lays them, and hands are filled to four again. Two players with the same pair give these four cards back. A card that matches cards lying anywhere joins them, whoever draws it, and another is drawn. So it goes on until nothing changes.

Then anybody says ` + "`turn`" + `, and the top card of the pack is the starter.
1. Cards of its rank lie somewhere: it joins them.
2. Only one hand has its rank: that player lays these cards with it.
3. Several hands have one each: all go back, and the pack is shuffled.
4. One hand has two, another one: who has two takes all four.
5. No hand has it: it goes under the pack.
Then hands are filled to four. Pairs that come so stay in the hand and wait for a starter.

When no card of the pack can match any more, the hands hold as many whole ranks as there are players: a stalemate. All must choose the same, and you may change your choice: ` + "`exchange`" + ` (cards change hands until each has a set), ` + "`reshuffle`" + ` (while there is a pack: all hands go back, and new ones are drawn), or ` + "`discount`" + ` where the table allows it (the hands do not count, and the game ends).

The game ends when all cards are in sets. A last rank that lies in several hands when the pack is empty counts for nobody. Most sets win, and equal players share. You cannot join after the start. When you leave, your sets stay counted and your other cards go back into the pack; with one player left the game is over.`
