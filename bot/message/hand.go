package message

import (
	"fmt"
	"slices"
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/render"
	"settable/render/words"
)

// An OwnHand is the message that shows a player their own view of the table and their moves.
type OwnHand struct {
	Table        int64
	Line         int
	View         games.View
	Over         bool     // the table has ended
	Last         bool     // the bot won't edit the message again
	Told         []string // sentences above the hand
	Picked       []games.Cell
	ShownPicture string // the description of the message's current picture; "": none
	Name         func(games.Seat) string
	Style        render.Style
	Lang         *words.Language
	Sign         Sign
}

// Message draws the view. If the picture can't be drawn, the message says everything in words, and the error says why.
func (o OwnHand) Message() (discord.Message, error) {
	v := o.View
	yours := games.Say("message.your_cards", "seat", games.SeatLetter(v.Viewer), "now", v.Headline)
	head := o.Lang.Say(yours, o.Name)
	told := append(o.Told, head)
	if o.Last && !o.Over {
		told = append(told, sentence(o.Lang, "message.hand_stops", "button", games.Say("message.button.hand")))
	}
	content := Cut(strings.Join(told, "\n"), MostText)
	m := discord.Message{Content: content}
	switch {
	case o.Over:
	case o.Last:
		show := discord.Button{Label: sentence(o.Lang, "message.button.hand"), Style: discord.Green,
			CustomID: o.Sign(ID{OwnShow, o.Table, o.Line, ""})}
		m.Rows = []discord.Row{{Buttons: []discord.Button{show}}}
	default:
		m.Rows = o.rows()
	}
	m.InWords = func() string {
		return Cut(content+"\n"+render.Long(v, o.Lang, o.Name, MostText-Size(content)-1), MostText)
	}
	alt := render.Alt(v, o.Lang)
	if m.KeepFiles = alt == o.ShownPicture; m.KeepFiles {
		return m, nil
	}
	png, err := Draw(nil, v, o.Style, o.Lang)
	if err != nil {
		return m.Plain(), err
	}
	m.Files = []discord.File{{Name: "hand.png", Description: alt, Content: png}}
	return m, nil
}

func (o OwnHand) rows() (rows []discord.Row) {
	sign := func(kind, words string) string { return o.Sign(ID{kind, o.Table, o.Line, words}) }
	var row discord.Row
	for _, offer := range o.View.Offers {
		label, kind := Label(o.Lang, o.View.Game, offer), OwnForm
		if offer.Takes == games.Bare {
			kind = OwnMove
		}
		switch {
		case offer.Words == "leave" || offer.Words == "join":
		case len(row.Buttons) < 5:
			row.Buttons = append(row.Buttons, discord.Button{Label: label, CustomID: sign(kind, offer.Words)})
		}
	}
	text := discord.Button{Label: sentence(o.Lang, "message.button.text"), CustomID: sign(OwnText, "")}
	if cards, may := NewCardButtons(o.View, o.Picked); may {
		return cards.Rows(func(card string) string { return sign(OwnCard, card) }, append(row.Buttons, text))
	}
	if len(row.Buttons) == 5 {
		return append(rows, row, discord.Row{Buttons: []discord.Button{text}})
	}
	row.Buttons = append(row.Buttons, text)
	return append(rows, row)
}

// maxOptions is how many options Discord allows in a select menu or an autocomplete list.
const maxOptions = 25

// cardOptions returns the cards that a viewer can choose in a form. Each option's value is the card itself, because
// its label may belong to another card by the time the form is submitted.
func cardOptions(lang *words.Language, v games.View) (list []discord.SelectOption) {
	for _, a := range v.Areas {
		whose := "" // without a hand, all cards are on the table
		if hand := slices.ContainsFunc(v.Areas, func(a games.Area) bool { return a.Seat != games.Watcher }); hand {
			whose = sentence(lang, "message.on_table")
		}
		if a.Seat != games.Watcher && a.Seat == v.Viewer {
			whose = sentence(lang, "message.yours")
		}
		for _, c := range labelledCells(games.View{Viewer: v.Viewer, Areas: []games.Area{a}}, games.Face) {
			if len(list) < maxOptions {
				label := lang.Labelled(c.Label, lang.Card(c.Card))
				list = append(list, discord.SelectOption{Label: label, Value: c.Card.String(), Description: whose})
			}
		}
	}
	return list
}

// labelledCells returns the labelled cells of this kind that the viewer can choose: the viewer's own cells and the
// shared ones.
func labelledCells(v games.View, kind games.CellKind) (list []games.Cell) {
	for _, a := range v.Areas {
		for i := range a.Cells {
			if lies(v, a, i, kind) {
				list = append(list, a.Cells[i])
			}
		}
	}
	return list
}

// countCells returns the length of labelledCells.
func countCells(v games.View, kind games.CellKind) (n int) {
	for _, a := range v.Areas {
		for i := range a.Cells {
			if lies(v, a, i, kind) {
				n++
			}
		}
	}
	return n
}

func lies(v games.View, a games.Area, cell int, kind games.CellKind) bool {
	c := &a.Cells[cell]
	return (a.Seat == games.Watcher || a.Seat == v.Viewer) && c.Kind == kind && c.Label != ""
}

// Draw calls render.Append and turns a panic into an error. The caller then describes the view in words.
func Draw(dst []byte, v games.View, s render.Style, lang *words.Language) (png []byte, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("panic while drawing: %v", broken)
		}
	}()
	return AppendPicture(dst, v, s, lang)
}

// AppendPicture draws a view. It is a variable because tests that don't examine pictures replace it with a faster
// function.
var AppendPicture = render.Append
