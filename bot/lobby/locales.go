package lobby

import (
	"sync"

	"settable/bot/discord"
	"settable/bot/table"
	"settable/render/words"
	"settable/store"
)

// maxLocales is how many people's locales are remembered.
const maxLocales = 10_000

// Locales remembers the locales of users. Only presses and commands carry a locale, but typed moves may be in the
// user's language, too.
type Locales struct {
	mu  sync.Mutex
	all map[store.PlayerID]string
}

// Remember records the locale that came with an interaction.
func (l *Locales) Remember(i discord.Interaction) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil || len(l.all) >= maxLocales { // begins anew: people tell their locale again
		l.all = map[store.PlayerID]string{}
	}
	l.all[i.User.ID] = i.Locale
}

// Of returns a person's locale, or "" if it is not known.
func (l *Locales) Of(who store.PlayerID) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all[who]
}

// A listener knows the languages of a table: its own, and those of the people who speak to it.
type listener struct {
	replier  replier
	known    *Locales
	language *words.Language // the table's language: its server's when the table was opened
}

// reader returns the language of an answer: the player's own for a private answer, the table's for a public one.
func (e listener) reader(w table.Word) *words.Language {
	if w.Private() {
		return e.replier.Reader(w)
	}
	return e.language
}

// withVocabulary adds the vocabulary of the speaker's language to a word, if that language is known.
func (e listener) withVocabulary(game string, w table.Word) table.Word {
	if own := e.known.Of(w.Who.ID); own != "" {
		w.Vocabulary = e.replier.words.In(own).Vocabulary(game)
	}
	return w
}
