package message

import (
	"slices"
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/render/words"
)

// rows are the buttons: what may be done now first, then what is always there.
func (s Scene) rows(sign Sign) []discord.Row {
	v := s.View
	press := func(kind, words, label string, style discord.Style) discord.Button {
		return discord.Button{Label: label, Style: style, CustomID: sign(ID{kind, s.Table, s.Sight, words})}
	}
	if v.Phase == games.Finished {
		return []discord.Row{{Buttons: []discord.Button{
			press(AgainButton, "", s.say("message.button.again"), discord.Green),
			press(ReplayButton, "", s.say("message.button.replay"), discord.Grey),
			press(TextButton, "", s.say("message.button.text"), discord.Grey),
		}}}
	}
	var moves, always []discord.Button
	seatStyle := discord.Grey
	if v.Phase == games.Gathering {
		seatStyle = discord.Green
	}
	for _, words := range []string{"join", "start"} {
		if o, may := v.Offered(words); may {
			always = append(always, press(MoveButton, words, s.label(o), seatStyle))
		}
	}
	for _, o := range v.Offers {
		switch {
		case o.Words == "join" || o.Words == "start" || o.Words == "leave": // `/leave` is enough for what is rare
		case o.Words == "house easy" || o.Words == "house sharp": // as is `/house` for another strength
		case o.Words == "house steady" && s.Night: // there nobody plays for the house
		case len(moves) == mostMoves:
		case o.Takes == games.Three || o.Takes == games.Amount:
			moves = append(moves, press(FormButton, o.Words, s.label(o), discord.Blue))
		case o.Takes != games.Bare: // a pile is looked at or moved now and then
			moves = append(moves, press(FormButton, o.Words, s.label(o), discord.Grey))
		default:
			moves = append(moves, press(MoveButton, o.Words, s.label(o), discord.Grey))
		}
	}
	if i := slices.IndexFunc(v.Offers, s.pointed); i >= 0 {
		cards := press(ChooseButton, v.Offers[i].Words, s.say("message.button.cards"), discord.Blue)
		moves = slices.Insert(moves, 0, cards)
	}
	if s.Manual.Hands && v.Phase != games.Gathering { // before, nobody has one
		always = append(always, press(HandButton, "", s.say("message.button.hand"), discord.Green))
	}
	if len(v.Why) > 0 {
		always = append(always, press(WhyButton, "", s.say("message.button.why"), discord.Grey))
	}
	always = append(always,
		press(TextButton, "", s.say("message.button.text"), discord.Grey),
		press(HelpButton, "", s.say("message.button.help"), discord.Grey))
	if len(always) > 5 {
		always = append(always[:4:4], always[5:]...) // `/table` shows the text, too
	}
	return append(InRows(moves, 5), discord.Row{Buttons: always})
}

// InRows are buttons in rows of so many, at most five.
func InRows(buttons []discord.Button, wide int) (rows []discord.Row) {
	for row := range slices.Chunk(buttons, wide) {
		rows = append(rows, discord.Row{Buttons: row})
	}
	return rows
}

// mostMoves is how many moves have a button, so that with the cards they are two rows.
const mostMoves = 9

// pointed says whether the cards that a claim takes can be pressed instead of named.
func (s Scene) pointed(o games.Offer) bool {
	return o.Takes == games.Three && Choice{View: s.View, Verb: o.Words, Lang: s.Lang}.May()
}

func (s Scene) label(o games.Offer) string {
	if move, _ := games.ParseCommon(o.Words); move != nil {
		if c, covers := move.(games.Cover); covers {
			return s.say("message.button.cover", "seat", games.SeatLetter(c.Seat))
		}
	}
	return Label(s.Lang, s.Manual.Game, o)
}

// Label is what stands on the button of a move: what the game says, or what all
// games do, or the word itself.
func Label(lang *words.Language, game string, o games.Offer) string {
	ending := ".button." + dotted.Replace(o.Words)
	if o.Takes != games.Bare {
		ending += ".with"
	}
	for _, who := range []string{game, "games"} {
		if key := who + ending; lang.Has(key) {
			return words.Plain(lang, key, "n", o.Min)
		}
	}
	return o.Words
}

// dotted are words as a key of the catalogue has them.
var dotted = strings.NewReplacer(" ", ".", "=", ".")
