package lobby

import (
	"sync"

	"settable/bot/discord"
	"settable/bot/settings"
	"settable/bot/table"
	"settable/render/words"
	"settable/store/ids"
)

// maxLocales is how many people's locales are remembered.
const maxLocales = 10_000

// Locales remembers the locales of users. Only presses and commands carry a locale, but typed moves may be in the
// user's language, too.
type Locales struct {
	mu  sync.Mutex
	all map[ids.User]string
}

// Remember records the locale that came with an interaction.
func (l *Locales) Remember(i discord.Interaction) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil || len(l.all) >= maxLocales { // begins anew: people tell their locale again
		l.all = map[ids.User]string{}
	}
	l.all[i.User.ID] = i.Locale
}

// Of returns a person's locale, or "" if it is not known.
func (l *Locales) Of(who ids.User) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all[who]
}

// Languages finds the languages of servers and answers.
type Languages struct {
	words    *words.Catalogues
	settings *settings.Cache
}

// Of returns the language of a server and of its new tables.
func (l Languages) Of(g ids.Guild) *words.Language { return l.words.In(l.settings.Language(g)) }

// ForAnswer returns the language in which a word is answered: the player's own for private answers, the server's for
// public ones.
func (l Languages) ForAnswer(w table.Word) *words.Language {
	if w.Private() {
		return l.words.In(localeOf(w))
	}
	return l.Of(w.Guild)
}

// A listener knows the languages of a table: its own, and those of the people who speak to it.
type listener struct {
	servers  Languages
	known    *Locales
	language *words.Language // the table's language: its server's when the table was opened
}

// reader returns the language of an answer: the player's own for a private answer, the table's for a public one.
func (e listener) reader(w table.Word) *words.Language {
	if w.Private() {
		return e.servers.ForAnswer(w)
	}
	return e.language
}

// withVocabulary adds the vocabulary of the speaker's language to a word, if that language is known.
func (e listener) withVocabulary(game string, w table.Word) table.Word {
	if own := e.known.Of(w.Who.ID); own != "" {
		w.Vocabulary = e.servers.words.In(own).Vocabulary(game)
	}
	return w
}
