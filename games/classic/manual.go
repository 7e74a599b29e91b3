package classic

import "settable/games"

// Manual is what people are told about classic SET.
func (Rules) Manual() games.Manual {
	return games.Manual{
		Title:    "Classic SET",
		Summary:  "Twelve cards lie on the table. Whoever sees a set takes it; most sets win.",
		MinSeats: fewestPlayers, MaxSeats: mostPlayers,
		WalkIn: true,
		Options: []games.Option{
			{Name: "deal", Default: "all", Values: []string{"all", "slow"},
				Labels: []string{"twelve at once", "one by one"},
				Help:   "all: twelve cards at once; slow: one by one, and you may call before twelve lie there"},
			{Name: "pace", Default: "3", Min: 1, Max: 60, Help: "seconds between two cards of a slow deal"},
			{Name: "call", Default: usualCall, Min: 0, Max: 60, Help: "seconds to name the cards after a bare set; 0: no calls"},
			{Name: "claim", Default: anyClaim, Values: []string{anyClaim, calledClaim},
				Labels: []string{"at once, or after a call", "only after a call"},
				Help:   "how a set is taken: by naming it at any time, or only by calling set first"},
			{Name: "extra", Default: "auto", Values: []string{"auto", "agree"},
				Labels: []string{"come by themselves", "come when all say none"},
				Help:   "auto: three more cards come when no set lies there; agree: when all players say none"},
			{Name: "penalty", Default: losePoint, Values: []string{losePoint, floor0, lockout, noPenalty},
				Labels: []string{"a point", "a point, but never below zero", "no claims until the table changes", "nothing"},
				Help:   "what a call or claim that is no set costs"},
		},
		Verbs: []games.Verb{
			{Name: "set", Takes: games.Three, Optional: true, Example: "set a b c",
				Help: "Take three cards that are a set. Alone it calls: nobody else may claim while you name them."},
			{Name: "none", Example: "none", Help: "Say that you see no set: when all players do, three more cards come."},
			{Name: "join", Example: "join", Help: "Sit down, at any time."},
			{Name: "leave", Example: "leave", Help: "Stand up; your sets stay counted."},
			{Name: "start", Example: "start", Help: "Begin the game."},
		},
		Rules:   rulesText,
		Example: example(),
	}
}

const rulesText = `Each of the 81 cards shows one, two or three symbols: diamonds, squiggles or ovals; solid, striped or open; red, green or purple. Every combination is there once.

A set is three cards which, in each of the four features, are all equal or all different. If you can say "two are … and one is …", it is no set. Two cards always fix the third.

Twelve cards lie on the table. There are no turns: as soon as you see a set, type "set" and its three letters, as in ` + "`set a b c`" + `. It is yours, counts one point, and new cards take its place. You may name cards by their codes, too: number, S(olid) s(T)riped ope(N), R G P, D(iamond) s(Q)uiggle o(V)al, so ` + "`2SRD`" + ` is two solid red diamonds.

You may also call: type ` + "`set`" + ` alone, and nobody else may claim while you name the three cards. Name them too late and you pay the penalty.

A wrong set costs the penalty of the table, usually a point. Cards that are not there cost nothing: try again. A claim that was beaten by a moment costs nothing either.

When no set lies there, three more cards come. After a set from fifteen the table goes back to twelve.

The game ends when the deck is used up and no set is left. Most points win, and equal players share. You may join at any time and leave at any time; what you took stays counted.`
