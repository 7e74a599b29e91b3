package games

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"settable/games/cards"
)

// Words are the catalogues of what all games say, words/en.yaml and so on.
//
//go:embed words/*.yaml
var Words embed.FS

// A Phrase is something to be said to people, without its sentence: a key of a
// catalogue and what goes into the sentence. Games say phrases, and render/words
// makes sentences of them in the language of whoever reads. The zero Phrase says
// nothing.
type Phrase struct {
	Key  string // "classic.took"
	Args Args
}

// Args are what goes into a phrase, by name: a Seat or []Seat, a card or cards,
// Labels, Chips, an int, a float64 (a mean), a time.Duration or a Margin, Typed, a string that is printed as
// it stands, a Phrase or []Phrase. The arg named N is the one that
// is counted: it chooses between singular and plural. What else is counted in the
// same sentence is a phrase of its own.
type Args map[string]any

// Sentences are told one after the other; a []Phrase is a list: "a, b and c".
type Sentences []Phrase

// Labels name cards or places as people type them: "B F K".
type Labels []string

// Typed are words of the notation, said as they are typed at a game in the language of whoever reads.
type Typed struct{ Game, Words string }

func (t Typed) String() string { return t.Words }

// A Margin is a close finish, told in hundredths of a second.
type Margin time.Duration

// Say is the phrase with that key; args are names and values in turn.
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

// Named are the names of things, as name gives them.
func Named[T any](list []T, name func(T) string) []string {
	names := make([]string, len(list))
	for i, x := range list {
		names[i] = name(x)
	}
	return names
}

// Numeral is a small number as it is read out.
func Numeral(n int) Phrase {
	if n < 1 || n > 10 {
		return Say("games.numeral.more", "n", n)
	}
	return Say("games.numeral." + strconv.Itoa(n))
}

// Silent tells whether there is nothing to say.
func (p Phrase) Silent() bool { return p.Key == "" }

// Facts is the phrase in plain facts, for scripts, replay and logs: its key, then
// its args by name. A sentence that is put differently changes no facts.
func (p Phrase) Facts(name func(Seat) string) string {
	var b strings.Builder
	b.WriteString(p.Key)
	for _, arg := range slices.Sorted(maps.Keys(p.Args)) {
		fmt.Fprintf(&b, " %s=%s", arg, fact(p.Args[arg], name))
	}
	return b.String()
}

func fact(arg any, name func(Seat) string) string {
	switch arg := arg.(type) {
	case Seat:
		return name(arg)
	case []Seat:
		return facts(arg, name)
	case []cards.Card:
		return facts(arg, name)
	case Labels:
		return strings.Join(arg, ",")
	case []string:
		return strings.Join(arg, ",")
	case Phrase:
		return "(" + arg.Facts(name) + ")"
	case []Phrase:
		return facts(arg, name)
	case Sentences:
		return facts(arg, name)
	case Margin:
		return time.Duration(arg).String()
	case string:
		return fmt.Sprintf("%q", arg)
	case Typed:
		return fmt.Sprintf("%q", arg.Words)
	}
	return fmt.Sprint(arg)
}

func facts[T any](list []T, name func(Seat) string) string {
	return strings.Join(Named(list, func(x T) string { return fact(x, name) }), ",")
}
