package words

import (
	"settable/games"
	"settable/games/cards"
)

// cardWords are the names of all cards as they are read aloud, and for standard cards the plural of
// the rank and the suit. They are made once per language, because pictures and buttons need them all
// the time.
type cardWords struct {
	card  [afterLast]string
	brief [afterLast]string
	ranks [afterLast]string
	suit  [afterLast]string
}

// afterLast is the number of cards: 81 of SET, 52 standard ones, and the hidden one.
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

// The keys for shapes, and for the shading and colour of a card with each shape. Each shape has
// adjectives of its own, because in some languages adjectives agree with it.
var (
	shapes   = [...]string{"words.diamonds.", "words.squiggles.", "words.ovals."}
	shadings = [...]string{"solid", "striped", "open"}
	colours  = [...]string{"red", "green", "purple"}
)

// setCard names what a SET card shows: "two striped red diamonds". number is how its number is given.
func (l *Language) setCard(c cards.Card, number any) string {
	shape, n := shapes[c.Shape()], int(c.Number())+1
	return l.say(shape+"card", "N", n, "number", number,
		"shading", games.Say(shape+shadings[c.Shading()], "N", n),
		"colour", games.Say(shape+colours[c.Colour()], "N", n))
}

// Card reads a card aloud: "two striped red diamonds", "ten of diamonds".
func (l *Language) Card(c cards.Card) string { return l.cards().card[c] }

// Brief names a card in fewer letters: "2 striped red diamonds".
func Brief(l *Language, c cards.Card) string { return l.cards().brief[c] }

// Ranks is the plural of the rank of a standard card: "sixes".
func (l *Language) Ranks(c cards.Card) string { return l.cards().ranks[c] }

// Suit is the suit of a standard card: "spades".
func (l *Language) Suit(c cards.Card) string { return l.cards().suit[c] }
