package games

import (
	"embed"
	"strconv"
	"time"
)

// Words contains the catalogues of the sentences that all games share, words/en.yaml and so on.
//
//go:embed words/*.yaml
var Words embed.FS

// A Phrase is a message that is not yet in any language: the key of a sentence in the catalogues and its arguments.
// Games return phrases, and render/words makes sentences of them in the reader's language. The zero Phrase says
// nothing.
type Phrase struct {
	Key  string // "classic.took"
	Args Args
}

// Args are the arguments of a phrase, by name: a Seat or []Seat, a card or cards, Labels, Chips, an int, a float64 (a
// mean), a time.Duration or a Margin, Typed, a string that is printed as it is, a Phrase or []Phrase. The argument
// named N is the number that chooses between singular and plural. If a sentence counts two things, the second has a
// phrase of its own.
type Args map[string]any

// Sentences is an argument written as consecutive sentences. A []Phrase is written as a list: "a, b and c".
type Sentences []Phrase

// Labels name cards or places as players type them: "B F K".
type Labels []string

// Typed is a move in the notation, written as players of that game type it in the reader's language.
type Typed struct{ Game, Words string }

func (t Typed) String() string { return t.Words }

// A Margin is the time between two close finishes, written in hundredths of a second.
type Margin time.Duration

// Say returns the phrase with that key; args alternate between names and values. It panics if a value is missing.
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

// NamesOf returns the name of each thing in a list, as given by the function name.
func NamesOf[T any](list []T, name func(T) string) []string {
	names := make([]string, len(list))
	for i, x := range list {
		names[i] = name(x)
	}
	return names
}

// NumberInWords returns a number as it is read out: one to ten in words, others in figures.
func NumberInWords(n int) Phrase {
	if n < 1 || n > 10 {
		return Say("games.numeral.more", "n", n)
	}
	return Say("games.numeral." + strconv.Itoa(n))
}

// Silent reports whether the phrase is empty.
func (p Phrase) Silent() bool { return p.Key == "" }
