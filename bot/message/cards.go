package message

import (
	"slices"
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/render/words"
)

// Cards are the cards that a claim may take, as buttons in front of one player: a press
// chooses a card or gives it back, and the third card plays the claim. What is chosen
// stands in the sealed ids of the buttons and nowhere else, so nothing is kept between
// two presses.
type Cards struct {
	Table  int64
	Line   int // the newest line that the buttons show
	View   games.View
	Verb   string
	Chosen []string // cards in the notation: "1srd"
	Told   []string // is read first
	Lang   *words.Language
	Sign   Sign
}

const (
	// wanted is how many cards a claim takes.
	wanted = 3
	// mostCards is how many cards are buttons; more of them are named in the form.
	mostCards = 20
)

// May says whether its viewer may claim now, and the cards fit on buttons.
func (c Cards) May() bool {
	lie := len(choosable(c.Lang, c.View))
	return lie >= wanted && lie <= mostCards && slices.ContainsFunc(c.View.Offers, func(o games.Offer) bool {
		return o.Takes == games.Three && o.Words == c.Verb
	})
}

// Message shows the cards that lie there now. A chosen one that was taken in between is
// chosen no more, which is said.
func (c Cards) Message() discord.Message {
	told := c.Told
	if !c.May() {
		told = append(told, say(c.Lang, "message.cards.none"))
		return discord.Message{Content: Cut(strings.Join(told, "\n"), MostText)}
	}
	lie := choosable(c.Lang, c.View)
	var chosen, named []string
	for _, card := range c.Chosen {
		i := slices.IndexFunc(lie, func(o discord.SelectOption) bool { return o.Value == card })
		if i < 0 {
			told = append(told, say(c.Lang, "message.cards.gone"))
			continue
		}
		chosen, named = append(chosen, card), append(named, lie[i].Label)
	}
	if told = append(slices.Compact(told), say(c.Lang, "message.cards.press")); named != nil {
		told = append(told, say(c.Lang, "message.cards.chosen", "cards", strings.Join(named, "; ")))
	}
	return discord.Message{Content: Cut(strings.Join(told, "\n"), MostText), Rows: c.rows(lie, chosen)}
}

// rows are the cards, three in a row as they lie, or four where that would be too many rows.
func (c Cards) rows(lie []discord.SelectOption, chosen []string) (rows []discord.Row) {
	var buttons []discord.Button
	for _, o := range lie {
		b := discord.Button{Label: o.Label, Style: discord.Grey}
		then := append(slices.Clone(chosen), o.Value)
		if i := slices.Index(chosen, o.Value); i >= 0 {
			b.Label, b.Style, then = "✓ "+o.Label, discord.Green, slices.Delete(slices.Clone(chosen), i, i+1)
		}
		b.CustomID = c.Sign(ID{CardButton, c.Table, c.Line, strings.Join(append([]string{c.Verb}, then...), " ")})
		buttons = append(buttons, b)
	}
	wide := 3
	if len(buttons) > 15 {
		wide = 4
	}
	for row := range slices.Chunk(buttons, wide) {
		rows = append(rows, discord.Row{Buttons: row})
	}
	return rows
}

// Chosen are the verb and the cards of a CardButton, and whether they are as many as
// the claim takes.
func Chosen(words string) (verb string, cards []string, all bool) {
	fields := strings.Fields(words)
	if len(fields) == 0 {
		return "", nil, false
	}
	return fields[0], fields[1:], len(fields)-1 == wanted
}
