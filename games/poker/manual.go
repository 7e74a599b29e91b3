package poker

import "settable/games"

var (
	offOn = []string{"false", "true"}
	onOff = []string{"true", "false"}
)

// Manual is what people are told about SET Poker.
func (Rules) Manual() games.Manual {
	return games.Manual{
		Title:    "SET Poker",
		Summary:  "Two cards in your hand, more and more in the centre, bets between: the most sets win the pot.",
		MinSeats: fewestPlayers, MaxSeats: mostPlayers, Hands: true,
		Options: []games.Option{
			{Name: "stack", Default: "20", Min: 1, Max: mostChips, Told: true, Help: "chips with which everybody buys in"},
			{Name: "limit", Default: "3", Min: 1, Max: mostChips, Told: true, Help: "the most chips of a bet, and of a raise beyond the call"},
			{Name: "raises", Default: "1", Min: 0, Max: 99, Told: true, Help: "raises of one player in one betting interval"},
			{Name: "ante", Default: "0", Min: 0, Max: mostChips, Told: true, Help: "chips everybody pays into the pot at the deal"},
			{Name: "turn", Default: "60", Min: 0, Max: 3600, Told: true, Help: "seconds to speak: then check if it is free, else drop; 0: no clock"},
			{Name: "pause", Default: "20", Min: 0, Max: 3600, Help: "seconds after a hand until the next is dealt; 0: when somebody says next"},
			{Name: "dealer", Default: "1", Min: 1, Max: mostPlayers, Help: "the seat that deals first; the deal passes to the left"},
			{Name: "open_counts", Default: "false", Values: offOn,
				Labels: []string{"opening is no raise", "opening is a raise"},
				Help:   "whether opening the betting counts as a raise"},
			{Name: "first", Default: "left_of_dealer", Values: []string{"left_of_dealer", "rotate"},
				Labels: []string{"left of the dealer", "one seat further each interval"},
				Help:   "who speaks first in a betting interval"},
			{Name: "short", Default: "side_pots", Values: []string{"side_pots", "drop"},
				Labels: []string{"all-in, with side pots", "one must drop"},
				Help:   "what happens with too few chips to call"},
			{Name: "show_needs_set", Default: "true", Values: onOff,
				Labels: []string{"only with a set", "also without a set"},
				Help:   "who may show when all are asked"},
			{Name: "count", Default: "all", Values: []string{"all", "disjoint"},
				Labels: []string{"all sets, also with common cards", "only sets without a common card"},
				Help:   "which sets count at a showdown"},
			{Name: "odd_tie", Default: "first", Values: []string{"first", "one_each"},
				Labels: []string{"all to the first left of the dealer", "one each from the dealer's left"},
				Help:   "chips that do not divide, when the poorest winners are equally poor"},
			{Name: "exhausted", Default: "forced_show", Values: []string{"forced_show", "split"},
				Labels: []string{"all must show", "the pot is split"},
				Help:   "what happens when the deck is used up and nobody shows"},
			{Name: "center_max", Default: "0", Min: 0, Max: 77, Help: "with so many centre cards all must show; 0: no limit"},
		},
		Verbs: []games.Verb{
			{Name: "check", Example: "check", Help: "Bet nothing, while nobody has bet."},
			{Name: "bet", Takes: games.Amount, Example: "bet 2", Help: "Open the betting with so many chips."},
			{Name: "call", Example: "call", Help: "Pay what the others have paid, or all you have."},
			{Name: "raise", Takes: games.Amount, Example: "raise 2", Help: "Call, and so many chips more."},
			{Name: "drop", Example: "drop", Help: "Leave this pot to the others (also: fold)."},
			{Name: "show", Example: "show", Help: "Show your sets; then all who are in must. Typed without a set it gets no answer: nobody shall know."},
			{Name: "pass", Example: "pass", Help: "Do not show yet."},
			{Name: "next", Example: "next", Help: "Deal the next hand."},
			{Name: "buy", Takes: games.Amount, Optional: true, Example: "buy 20", Help: "Buy in again when your chips are gone; alone: for a full stack."},
			{Name: "join", Example: "join", Help: "Sit down and buy in; you play from the next hand."},
			{Name: "leave", Example: "leave", Help: "Stand up: you drop, and your chips go back to your balance after the hand."},
			{Name: "start", Example: "start", Help: "Deal the first hand."},
		},
		Rules:   rulesText,
		Example: example(),
	}
}

const rulesText = `Everybody buys in with the same chips. You get two cards that only you see, and two lie in the centre. A set is three cards which in each of the four features are all equal or all different. Yours are those with at least one card of your hand: two and one of the centre, or one and two.

Then you bet in turn, from the dealer's left. ` + "`check`" + `: nothing, while nobody has bet. ` + "`bet 2`" + `: open, up to the limit of the table. ` + "`call`" + `: pay what the others have paid. ` + "`raise 2`" + `: call and two more. ` + "`drop`" + ` (or ` + "`fold`" + `): out of this pot. It ends when all who are in have spoken and paid the same. Who is last in takes the pot and shows nothing.

Then everybody is asked: does anyone wish to show? ` + "`show`" + `, if you have a set, or ` + "`pass`" + `. One show is enough: all hands still in are turned up, and the most sets win the pot; sets may share cards. If all pass, one more card comes to the centre, and you bet again.

Equal winners share. Chips that do not divide go to the winner with the fewest chips, then to the first left of the dealer.

With too few chips to call you are all-in: you go on for the pot you paid into and may still show; what the others bet beyond is a side pot. A bet that nobody can answer comes back. When the deck is used up, all must show.

The deal passes to the left. Without chips you are not dealt in; ` + "`buy`" + ` brings you back. Joining counts from the next hand. When your time is up, the clock checks for you if that is free, drops otherwise, and passes when you are asked to show. Leaving drops you; your chips return to your balance.`
