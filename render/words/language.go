package words

import (
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"settable/games"
	"settable/games/cards"
)

// A Language turns phrases into sentences. Each embedded part handles one aspect: punctuation, numbers, names of cards,
// and typed words for moves.
type Language struct {
	*lexicon
	marks
	figures
	cardNames
	typing
}

func languageOf(x *lexicon) *Language {
	return &Language{lexicon: x, marks: marks{x}, figures: figures{words: x}, cardNames: cardNames{words: x},
		typing: typing{words: x}}
}

// Silent is a language without words, for pictures without text.
var Silent = languageOf(&lexicon{silent: true, me: new(atomic.Pointer[string])})

// Say returns a phrase's sentence, or "" for an empty phrase. names returns the printable name of a seat. If the
// sentence is missing, Say returns the same substitute as put.
func (l *Language) Say(p games.Phrase, names func(games.Seat) string) string {
	if p.Silent() {
		return ""
	}
	return l.say(p.Key, func(arg string) any { return p.Args[arg] }, names)
}

// Plain returns a phrase's sentence, in which seats are named by their letters.
func (l *Language) Plain(p games.Phrase) string { return l.Say(p, games.SeatLetter) }

// Text is like Plain for a phrase with the given key. args alternate between names and values; for so few arguments, a
// map would be slower.
func (l *Language) Text(key string, args ...any) string {
	return l.say(key, func(arg string) any {
		for i := 0; i < len(args); i += 2 {
			if args[i] == arg {
				return args[i+1]
			}
		}
		return nil
	}, games.SeatLetter)
}

// say is like put but takes arguments of any type. given returns nil for a missing argument.
func (l *Language) say(key string, given func(string) any, names func(games.Seat) string) string {
	return l.put(key, given("N"), func(name string) (string, bool) {
		arg := given(name)
		if arg == nil {
			return "", false
		}
		return l.arg(arg, names), true
	})
}

func (l *Language) arg(arg any, names func(games.Seat) string) string {
	switch arg := arg.(type) {
	case string:
		return isolate(arg)
	case int:
		return l.Number(int64(arg))
	case games.Chips:
		return l.Number(int64(arg))
	case float64:
		return l.decimal(arg, 1)
	case games.Phrase:
		return l.Say(arg, names)
	case []games.Phrase:
		return l.join("words.and_clause", l.each(arg, names))
	case games.Sentences:
		return l.Prose(l.each(arg, names)...)
	case games.Seat:
		return isolate(names(arg))
	case []games.Seat:
		return l.List(games.NamesOf(arg, func(s games.Seat) string {
			return l.texts("words.one_of_them", "who", names(s))
		}))
	case cards.Card:
		return l.Card(arg)
	case []cards.Card:
		return l.Row(games.NamesOf(arg, l.Card))
	case []string:
		return l.Row(games.NamesOf(arg, isolate))
	case games.Typed:
		return l.Typing(arg.Game, arg.Words)
	case games.Labels:
		return strings.Join(arg, " ")
	case time.Duration:
		return l.Duration(arg)
	case games.Margin:
		return l.margin(time.Duration(arg))
	}
	return fmt.Sprint(arg)
}

// Each returns the sentences of several phrases.
func (l *Language) Each(list []games.Phrase) []string { return l.each(list, games.SeatLetter) }

func (l *Language) each(list []games.Phrase, names func(games.Seat) string) []string {
	return games.NamesOf(list, func(p games.Phrase) string { return l.Say(p, names) })
}
