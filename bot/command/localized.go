package command

import (
	"settable/bot/discord"
	"settable/games"
	"settable/render/words"
)

// Localized are the shapes in English, with how they are described in all the other
// languages of the book: Discord shows each reader their own. Names are the same in
// all of them, because they are what is typed and written in a journal.
func (r Register) Localized(kinds []games.Kind, book *words.Book) []discord.Command {
	english := book.In("en")
	list := r.Shapes(Shelf{kinds, english})
	for _, locale := range discord.Locales {
		if lang := book.In(locale); lang != english {
			for i, c := range r.Shapes(Shelf{kinds, lang}) {
				list[i].Translated.Add(locale, c.Description, list[i].Description)
				translate(list[i].Options, c.Options, locale)
			}
		}
	}
	return list
}

// translate adds to options how they are described in one more language.
func translate(list, said []discord.Option, locale string) {
	for i, o := range said {
		list[i].Translated.Add(locale, o.Description, list[i].Description)
		for j, c := range o.Choices {
			list[i].Choices[j].Translated.Add(locale, c.Name, list[i].Choices[j].Name)
		}
		translate(list[i].Options, o.Options, locale)
	}
}
