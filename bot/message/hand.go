package message

import (
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/render"
	"settable/render/words"
)

// Hand is one's own view of the table with the moves one has, below what there
// is to say. Where the picture can't be drawn, words say it all, and the error why.
func Hand(v games.View, table int64, line int, told []string, style render.Style, lang *words.Language, sign Sign) (discord.Message, error) {
	head := say(lang, "message.your_cards", "seat", v.Viewer, "now", v.Headline)
	m := discord.Message{Content: Cut(strings.Join(append(told, head), "\n"), MostText)}
	png, err := Draw(nil, v, style, lang)
	if err != nil {
		m.Content = Cut(m.Content+"\n"+render.Long(v, lang), MostText)
	} else {
		m.Files = []discord.File{{Name: "hand.png", Description: render.Alt(v, lang), PNG: png}}
	}
	m.Rows = ownRows(v, lang, func(kind, words string) string { return sign(ID{kind, table, line, words}) })
	return m, err
}

// ownRows are the moves one has: cards to choose from, and buttons.
func ownRows(v games.View, lang *words.Language, sign func(kind, words string) string) (rows []discord.Row) {
	var row discord.Row
	options := choosable(v, lang)
	for _, o := range v.Offers {
		switch {
		case o.Words == "leave" || o.Words == "join":
		case o.Takes == games.Three && len(options) >= 3:
			rows = append(rows, discord.Row{Select: &discord.Select{
				CustomID: sign(OwnPick, o.Words), Placeholder: Label(lang, v.Game, o), Options: options, Min: 3, Max: 3,
			}})
		case len(row.Buttons) == 5:
		case o.Takes == games.Bare:
			row.Buttons = append(row.Buttons, discord.Button{Label: Label(lang, v.Game, o), CustomID: sign(OwnMove, o.Words)})
		default:
			row.Buttons = append(row.Buttons, discord.Button{Label: Label(lang, v.Game, o), CustomID: sign(OwnForm, o.Words)})
		}
	}
	if len(row.Buttons) > 0 {
		rows = append(rows, row)
	}
	return rows
}

// mostOptions is how many Discord lets a select or a suggestion have.
const mostOptions = 25

// choosable are the cards that a viewer can name. They are chosen as cards and
// not by their labels, under which others may lie by then.
func choosable(v games.View, lang *words.Language) (list []discord.SelectOption) {
	for _, a := range v.Areas {
		whose := say(lang, "message.on_table")
		if a.Seat == v.Viewer {
			whose = say(lang, "message.yours")
		}
		for _, c := range lying(games.View{Viewer: v.Viewer, Areas: []games.Area{a}}, games.Face) {
			if len(list) < mostOptions {
				list = append(list, discord.SelectOption{Label: c.Label + ": " + lang.Card(c.Card), Value: c.Card.String(), Description: whose})
			}
		}
	}
	return list
}

// lying are the cells with a label in which such a thing lies, of the viewer and
// of everybody: what the viewer can point at.
func lying(v games.View, kind games.CellKind) (list []games.Cell) {
	for _, a := range v.Areas {
		if a.Seat != games.Watcher && a.Seat != v.Viewer {
			continue
		}
		for _, c := range a.Cells {
			if c.Kind == kind && c.Label != "" {
				list = append(list, c)
			}
		}
	}
	return list
}
