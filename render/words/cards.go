package words

import (
	"settable/games"
	"settable/games/cards"
)

// cardWords are all cards as they are read aloud, and of standard ones their ranks in
// the plural and their suits. They are made once: pictures and buttons ask all the time.
type cardWords struct {
	card  [afterLast]string
	brief [afterLast]string
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
			n := int(c.Number()) + 1
			all.card[c], all.brief[c] = l.setCard(c, games.Numeral(n)), l.setCard(c, n)
		}
		for _, c := range cards.StandardPack().Cards() {
			code := c.String()
			rank := "words.rank." + code[:1]
			all.ranks[c], all.suit[c] = l.say(rank, "N", 2), l.say("words.suit."+code[1:])
			all.card[c] = l.say("words.standard", "rank", l.say(rank, "N", 1), "suit", all.suit[c])
			all.brief[c] = all.card[c]
		}
		l.known = all
	})
	return l.known
}

// The shapes, and how a card of one is shaded and coloured: each shape has adjectives of
// its own, for there are languages in which they agree with it.
var (
	shapes   = [...]string{"words.diamonds.", "words.squiggles.", "words.ovals."}
	shadings = [...]string{"solid", "striped", "open"}
	colours  = [...]string{"red", "green", "purple"}
)

// setCard is what a SET card shows, with its number in words or as one: "two striped red diamonds".
func (l *Language) setCard(c cards.Card, number any) string {
	shape, n := shapes[c.Shape()], int(c.Number())+1
	return l.say(shape+"card", "N", n, "number", number,
		"shading", games.Say(shape+shadings[c.Shading()], "N", n),
		"colour", games.Say(shape+colours[c.Colour()], "N", n))
}

// Card reads a card aloud: "two striped red diamonds", "ten of diamonds".
func (l *Language) Card(c cards.Card) string { return l.cards().card[c] }

// Brief is the same in fewer letters: "2 striped red diamonds".
func Brief(l *Language, c cards.Card) string { return l.cards().brief[c] }

// Ranks is the rank of a standard card, of which there are several: "sixes".
func (l *Language) Ranks(c cards.Card) string { return l.cards().ranks[c] }

// Suit is the suit of a standard card: "spades".
func (l *Language) Suit(c cards.Card) string { return l.cards().suit[c] }
