package games

import (
	"embed"
	"strconv"
	"time"
)

// Words contains the catalogues of the sentences that all games share: words/en.yaml and its translations.
//
//go:embed words/*.yaml
var Words embed.FS

// A Phrase is a message that is not yet in any language: the key of a sentence in the catalogues and its arguments.
// Games return phrases, and render/words turns them into sentences in the reader's language. The zero Phrase is empty.
type Phrase struct {
	Key  string // "classic.took"
	Args Args
}

// Args are the arguments of a phrase, by name. A value is a Seat or []Seat, a card or a list of cards, Labels, Chips,
// an int, a float64 (a mean), a time.Duration, a Margin, a Typed, a string that is printed as it is, or a Phrase or
// []Phrase. The argument named N is the number that chooses between singular and plural. If a sentence contains two
// numbers with plurals, the second needs a phrase of its own.
type Args map[string]any

// Sentences is an argument that is written as consecutive sentences. A []Phrase, in contrast, is written as a list: "a,
// b and c".
type Sentences []Phrase

// Labels name cards or places as players type them, such as "B F K".
type Labels []string

// Typed is a move in the notation. Sentences show it as players type it in their own language.
type Typed struct{ Game, Words string }

func (t Typed) String() string { return t.Words }

// A Margin is the time between two close finishes. Sentences show it in hundredths of a second.
type Margin time.Duration

// Say returns the phrase with the given key. The args alternate between names and values; Say panics if a value is
// missing.
func Say(key string, args ...any) Phrase {
	if len(args)%2 != 0 {
		panic("games.Say " + key + ": an arg without its value")
	}
	p := Phrase{Key: key}
	for i := 0; i < len(args); i += 2 {
		if p.Args == nil {
			p.Args = make(Args, len(args)/2)
		}
		p.Args[args[i].(string)] = args[i+1]
	}
	return p
}

// NamesOf returns the names of the items of a list.
func NamesOf[T any](list []T, name func(T) string) []string {
	names := make([]string, len(list))
	for i, x := range list {
		names[i] = name(x)
	}
	return names
}

// NumberInWords returns a number from one to ten in words, and any other number in figures.
func NumberInWords(n int) Phrase {
	if n < 1 || n > 10 {
		return Say("games.numeral.more", "n", n)
	}
	return Say("games.numeral." + strconv.Itoa(n))
}

// Silent reports whether the phrase is empty.
func (p Phrase) Silent() bool { return p.Key == "" }
