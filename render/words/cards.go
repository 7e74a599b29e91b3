package words

import (
	"settable/games"
	"settable/games/cards"
)

// cardWords are all cards as they are read aloud, and of standard ones their ranks in
// the plural and their suits. They are made once: pictures and buttons ask all the time.
type cardWords struct {
	card  [afterLast]string
	ranks [afterLast]string
	suit  [afterLast]string
}

// afterLast is beyond all cards: 81 of SET, 52 standard ones, and the hidden one.
const afterLast = 1 + 81 + 52

func (l *Language) cards() *cardWords {
	l.once.Do(func() {
		all := &cardWords{}
		all.card[cards.Hidden] = l.say("words.hidden")
		for _, c := range cards.SETPack().Cards() {
			all.card[c] = l.setCard(c)
		}
		for _, c := range cards.StandardPack().Cards() {
			code := c.String()
			rank := "words.rank." + code[:1]
			all.ranks[c], all.suit[c] = l.say(rank, "N", 2), l.say("words.suit."+code[1:])
			all.card[c] = l.say("words.standard", "rank", l.say(rank, "N", 1), "suit", all.suit[c])
		}
		l.known = all
	})
	return l.known
}

// setCard is what a SET card shows: "two striped red diamonds".
func (l *Language) setCard(c cards.Card) string {
	key := [...]string{"words.diamonds", "words.squiggles", "words.ovals"}[c.Shape()]
	number, shading, colour := games.Features(c)
	return l.say(key, "N", int(c.Number())+1, "number", number, "shading", shading, "colour", colour)
}

// Card reads a card aloud: "two striped red diamonds", "ten of diamonds".
func (l *Language) Card(c cards.Card) string { return l.cards().card[c] }

// Ranks is the rank of a standard card, of which there are several: "sixes".
func (l *Language) Ranks(c cards.Card) string { return l.cards().ranks[c] }

// Suit is the suit of a standard card: "spades".
func (l *Language) Suit(c cards.Card) string { return l.cards().suit[c] }
