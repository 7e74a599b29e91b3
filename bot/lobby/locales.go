package lobby

import (
	"sync"

	"settable/bot/discord"
	"settable/bot/table"
	"settable/render/words"
	"settable/store"
)

// mostLocales is of how many people a bot knows which language they read.
const mostLocales = 10_000

// Locales are the locales of people, as their presses and commands have told: what is typed
// does not say in which language its writer reads how moves are typed.
type Locales struct {
	mu  sync.Mutex
	all map[store.PlayerID]string
}

// Met notes what somebody has told of themselves.
func (l *Locales) Met(i discord.Interaction) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil || len(l.all) >= mostLocales { // they tell again
		l.all = map[store.PlayerID]string{}
	}
	l.all[PlayerID(i.User.ID)] = i.Locale
}

// of is the locale of who said a word; "": nobody knows.
func (l *Locales) of(w table.Word) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all[w.Who.ID]
}

// A listener is what a table understands: its own language and that of who speaks.
type listener struct {
	replier replier
	known   *Locales
	speaks  *words.Language // that of its server when it was opened
}

// reader is the language of whoever reads the answer to a word: the table's where all do.
func (e listener) reader(w table.Word) *words.Language {
	if w.Private() {
		return e.replier.Reader(w)
	}
	return e.speaks
}

// in is a word with the language of who said it.
func (e listener) in(game string, w table.Word) table.Word {
	if own := e.known.of(w); own != "" {
		w.Vocabulary = words.Vocabulary(e.replier.words.In(own), game)
	}
	return w
}
