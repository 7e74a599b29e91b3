package message

import (
	"slices"
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/render/words"
)

// rows returns the table's buttons: first the moves that are possible now, then the buttons that every table has.
func (s Scene) rows() []discord.Row {
	v := s.View
	press := func(kind, words, label string, style discord.Style) discord.Button {
		return discord.Button{Label: label, Style: style, CustomID: s.Sign(ID{kind, s.Table, s.Sight, words})}
	}
	var why []discord.Button
	if len(v.Why) > 0 {
		why = append(why, press(WhyButton, "", s.say("message.button.why"), discord.Grey))
	}
	switch {
	case s.Past && why == nil:
		return nil
	case s.Past:
		return []discord.Row{{Buttons: why}}
	case v.Phase == games.Finished:
		again := []discord.Button{press(AgainButton, "", s.say("message.button.again"), discord.Green)}
		if s.Match.Continues {
			again = append(again, press(AgainButton, NextOfMatch, s.matchButton(), discord.Green))
		}
		return []discord.Row{{Buttons: slices.Concat(again, []discord.Button{
			press(ReplayButton, "", s.say("message.button.replay"), discord.Grey),
		}, why, []discord.Button{press(TextButton, "", s.say("message.button.text"), discord.Grey)})}}
	}
	var moves, always []discord.Button
	seatStyle := discord.Grey
	if v.Phase == games.Gathering {
		seatStyle = discord.Green
	}
	for _, words := range []string{"join", "start"} {
		if o, may := v.FindOffer(words); may {
			always = append(always, press(MoveButton, words, s.label(o), seatStyle))
		}
	}
	for _, o := range v.Offers {
		switch {
		case o.Words == "join" || o.Words == "start" || o.Words == "leave": // added above, or rarely needed: `/leave`
		case o.Words == "house easy" || o.Words == "house sharp": // for other strengths `/house` is enough
		case o.Words == "house steady" && s.Night: // house players can't play at a night's tables
		case len(moves) == maxMoves:
		case o.Takes == games.Amount || o.Takes == games.Three && s.Manual.Hands:
			moves = append(moves, press(FormButton, o.Words, s.label(o), discord.Blue))
		case o.Takes != games.Bare: // needed less often, or the cards themselves are buttons
			moves = append(moves, press(FormButton, o.Words, s.label(o), discord.Grey))
		default:
			moves = append(moves, press(MoveButton, o.Words, s.label(o), discord.Grey))
		}
	}
	if s.Manual.Hands && v.Phase != games.Gathering { // no player has a hand before the start
		always = append(always, press(HandButton, "", s.say("message.button.hand"), discord.Green))
	}
	always = append(append(always, why...),
		press(HelpButton, "", s.say("message.button.help"), discord.Grey),
		press(TextButton, "", s.say("message.button.text"), discord.Grey)) // last, because `/table` shows the same
	if buttons, may := NewCardButtons(v, nil); may && !s.Manual.Hands {
		card := func(card string) string { return s.Sign(ID{CardButton, s.Table, s.Sight, card}) }
		first := min(len(moves), 3) // if there is little room, commands such as `/cover` remain for the other moves
		if len(moves)+len(always) <= buttons.Room() {
			first = len(moves)
		}
		return buttons.Rows(card, slices.Concat(moves[:first], always, moves[first:]))
	}
	return append(InRows(moves, rowSize), discord.Row{Buttons: always[:min(len(always), rowSize)]})
}

// NextOfMatch marks an AgainButton that starts the next hand of a match.
const NextOfMatch = "match"

// InRows arranges buttons in rows of at most width buttons. Discord allows at most five buttons in a row.
func InRows(buttons []discord.Button, width int) (rows []discord.Row) {
	for row := range slices.Chunk(buttons, width) {
		rows = append(rows, discord.Row{Buttons: row})
	}
	return rows
}

// maxMoves is how many moves can have a button: two full rows.
const maxMoves = 2 * rowSize

func (s Scene) label(o games.Offer) string {
	if move, _ := games.ParseCommon(o.Words); move != nil {
		if c, covers := move.(games.Cover); covers {
			return s.say("message.button.cover", "seat", games.SeatLetter(c.Seat))
		}
	}
	return Label(s.Lang, s.Manual.Game, o)
}

// Label returns the text on a move's button: the game's own text if it has one, otherwise the text that all games
// share, and otherwise the move as typed.
func Label(lang *words.Language, game string, o games.Offer) string {
	ending := ".button." + dotted.Replace(o.Words)
	if o.Takes != games.Bare {
		ending += ".with"
	}
	for _, who := range []string{game, "games"} {
		if key := who + ending; lang.Has(key) {
			return lang.Text(key, "n", o.Min)
		}
	}
	return o.Words
}

// dotted turns a typed move into part of a catalogue key.
var dotted = strings.NewReplacer(" ", ".", "=", ".")
