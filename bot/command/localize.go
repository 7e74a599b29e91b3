package command

import (
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/render/words"
)

// Localized returns the commands in English, with translations of all names and descriptions. Discord shows users the
// texts in their own language, but always sends the English names to the bot.
func (r Register) Localized(kinds []games.Kind, catalogues *words.Catalogues) []discord.Command {
	english := catalogues.In("en")
	list := r.Shapes(Inventory{kinds, english, catalogues.Languages()})
	for _, locale := range discord.Locales {
		lang := catalogues.In(locale)
		if lang == english {
			continue
		}
		s := Inventory{kinds, lang, catalogues.Languages()}
		names := distinct(list, func(c discord.Command) (string, string) { return c.Name, s.Command(c.Name) })
		for i, c := range r.Shapes(s) {
			list[i].Named.Add(locale, names[i], c.Name)
			list[i].Translated.Add(locale, c.Description, list[i].Description)
			s.translate(list[i].Options, c.Options, locale)
		}
	}
	return list
}

// translate adds translations of the names and descriptions of options.
func (s Inventory) translate(list, said []discord.Option, locale string) {
	names := distinct(list, func(o discord.Option) (string, string) { return o.Name, s.nameOf(o.Name) })
	for i, o := range said {
		list[i].Named.Add(locale, names[i], o.Name)
		list[i].Translated.Add(locale, o.Description, list[i].Description)
		for j, c := range o.Choices {
			list[i].Choices[j].Translated.Add(locale, c.Name, list[i].Choices[j].Name)
		}
		s.translate(list[i].Options, o.Options, locale)
	}
}

// Command returns the name of a command in the inventory's language. The name of a move is the first of the words
// that players can type for it.
func (s Inventory) Command(name string) string {
	for _, whose := range s.verbCatalogues() {
		if key := whose + ".typed." + name; s.Language.Has(key) {
			return asName(s.Language.Synonyms(key)[0])
		}
	}
	return s.nameOf(name)
}

// verbCatalogues returns the names of the catalogues that contain verbs: the shared catalogue of all games, and the
// catalogue of each game.
func (s Inventory) verbCatalogues() []string {
	return append([]string{"games"}, games.NamesOf(s.Games, games.Kind.Name)...)
}

// nameOf returns the name of a subcommand or an option in the inventory's language. The names of games and their
// options are in the games' own catalogues.
func (s Inventory) nameOf(name string) string {
	keys := []string{"command.name." + name}
	for _, whose := range s.verbCatalogues() {
		keys = append(keys, whose+".name."+name)
	}
	for _, key := range keys {
		if s.Language.Has(key) {
			return asName(s.Language.Key(key))
		}
	}
	return name
}

// asName converts a phrase to a name that Discord accepts: "gehe mit" becomes "gehe-mit".
func asName(word string) string { return strings.ReplaceAll(strings.ToLower(word), " ", "-") }

// distinct returns the translated names of the commands, options or choices in a list. A name stays in English if
// Discord would refuse the translation or if another one already has it, because a single wrong name makes Discord
// refuse all commands.
func distinct[T any](list []T, called func(T) (name, translated string)) []string {
	names, taken := make([]string, len(list)), map[string]bool{}
	for _, one := range list {
		name, _ := called(one)
		taken[name] = true
	}
	for i, one := range list {
		name, translated := called(one)
		if names[i] = name; translated != name && !taken[translated] && discord.IsName(translated) {
			names[i], taken[translated] = translated, true
		}
	}
	return names
}

// Slash returns the slash command for a move of a game, formatted as code, such as "/always pass".
func (s Inventory) Slash(game, move string) string {
	verb, _, _ := strings.Cut(move, " ")
	_, behind, _ := strings.Cut(s.Language.Typing(game, "- "+strings.TrimPrefix(move, verb)), " ")
	return "`" + strings.TrimSpace("/"+s.Command(verb)+" "+behind) + "`"
}

// Play returns the slash command that opens a table of a game, formatted as code.
func (s Inventory) Play(game string) string {
	return "`/" + s.Command("play") + " " + s.nameOf(game) + "`"
}
