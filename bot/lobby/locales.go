package lobby

import (
	"sync"

	"settable/bot/discord"
	"settable/bot/settings"
	"settable/bot/table"
	"settable/render/words"
	"settable/store/ids"
)

// maxLocales is the maximum number of locales that are remembered.
const maxLocales = 10_000

// Locales remembers the locales of users. Only presses and commands contain a locale, but users may also type moves
// in their own language.
type Locales struct {
	mu  sync.Mutex
	all map[ids.User]string
}

// Remember records the locale that came with an interaction.
func (l *Locales) Remember(i discord.Interaction) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil || len(l.all) >= maxLocales { // starts again: users' next interactions bring their locales back
		l.all = map[ids.User]string{}
	}
	l.all[i.User.ID] = i.Locale
}

// Of returns a user's locale, or "" if it is not known.
func (l *Locales) Of(who ids.User) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all[who]
}

// Languages chooses the language of answers and of new tables.
type Languages struct {
	words    *words.Catalogues
	settings *settings.Cache
}

// Of returns the language of a server and of its new tables.
func (l Languages) Of(g ids.Guild) *words.Language { return l.words.In(l.settings.Language(g)) }

// ForAnswer returns the language for the answer to a Word. Private answers use the player's own language, and public
// ones the server's.
func (l Languages) ForAnswer(w table.Word) *words.Language {
	if w.Private() {
		return l.words.In(localeOf(w))
	}
	return l.Of(w.Guild)
}

// A listener chooses the languages that a table uses for its answers and understands.
type listener struct {
	servers  Languages
	known    *Locales
	language *words.Language // the table's language: the server's language when the table was opened
}

// reader returns the language of an answer. Private answers use the player's own language, and public ones the table's.
func (e listener) reader(w table.Word) *words.Language {
	if w.Private() {
		return e.servers.ForAnswer(w)
	}
	return e.language
}

// withVocabulary adds the vocabulary of the author's language to a Word, if that language is known.
func (e listener) withVocabulary(game string, w table.Word) table.Word {
	if own := e.known.Of(w.Who.ID); own != "" {
		w.Vocabulary = e.servers.words.In(own).Vocabulary(game)
	}
	return w
}
