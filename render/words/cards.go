package words

import (
	"strconv"
	"sync"

	"settable/games"
	"settable/games/cards"
)

// cardNames holds the names of all cards, as a screen reader reads them, and the names of suits and of ranks in the
// plural. Names are built only once per language, because pictures and buttons need them all the time.
type cardNames struct {
	words *lexicon
	once  sync.Once
	card  [afterLast]string
	brief [afterLast]string
	ranks [afterLast]string
	suit  [afterLast]string
}

// afterLast is the number of card values: the hidden card, 81 SET cards and 52 standard cards.
const afterLast = 1 + 81 + 52

// all returns the names. It builds them on first use.
func (n *cardNames) all() *cardNames {
	n.once.Do(func() {
		n.card[cards.Hidden] = n.words.Key("words.hidden")
		for _, c := range cards.SETPack().Cards() {
			symbols := int(c.Number()) + 1
			n.card[c] = n.setCard(c, n.words.Key(games.NumberInWords(symbols).Key))
			n.brief[c] = n.setCard(c, strconv.Itoa(symbols))
		}
		for _, c := range cards.StandardPack().Cards() {
			code := c.String()
			rank := "words.rank." + code[:1]
			n.ranks[c], n.suit[c] = n.words.counted(rank, 2), n.words.Key("words.suit."+code[1:])
			n.card[c] = n.words.texts("words.standard", "rank", n.words.counted(rank, 1), "suit", n.suit[c])
			n.brief[c] = n.card[c]
		}
	})
	return n
}

// These are the parts of keys for shapes, shadings and colours. Each shape has its own adjectives, because in some
// languages adjectives agree with the noun.
var (
	shapes   = [...]string{"words.diamonds.", "words.squiggles.", "words.ovals."}
	shadings = [...]string{"solid", "striped", "open"}
	colours  = [...]string{"red", "green", "purple"}
)

// setCard names a SET card, such as "two striped red diamonds". number is the card's number as a word or a digit.
func (n *cardNames) setCard(c cards.Card, number string) string {
	shape, symbols := shapes[c.Shape()], int(c.Number())+1
	return n.words.counted(shape+"card", symbols, "number", number,
		"shading", n.words.counted(shape+shadings[c.Shading()], symbols),
		"colour", n.words.counted(shape+colours[c.Colour()], symbols))
}

// Card returns a card's full name, such as "two striped red diamonds" or "ten of diamonds".
func (n *cardNames) Card(c cards.Card) string { return n.all().card[c] }

// Brief returns a shorter name of a card, such as "2 striped red diamonds".
func (n *cardNames) Brief(c cards.Card) string { return n.all().brief[c] }

// Ranks returns the plural of a standard card's rank, such as "sixes".
func (n *cardNames) Ranks(c cards.Card) string { return n.all().ranks[c] }

// Suit returns a standard card's suit, such as "spades".
func (n *cardNames) Suit(c cards.Card) string { return n.all().suit[c] }
