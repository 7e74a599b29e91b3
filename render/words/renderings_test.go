package words_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
)

// counts lists the numbers with which sentences that have plural forms are rendered. Each number selects a different
// form in at least one language.
var counts = []int{0, 1, 2, 21, 1_000_000}

// mostRenderings is the maximum number of renderings of a sentence with different arguments.
const mostRenderings = 16

// TestEachSentenceReadsWell renders every sentence about the games in each language that has it. It uses each kind of
// value that occurs in the scripts, such as numbers, articles of cards, one seat or several, and empty values. The
// renderings are stored in testdata, in one file per language, for review.
func TestEachSentenceReadsWell(t *testing.T) {
	catalogues, met := allCatalogues(t), scriptPhrases(t)
	for _, l := range catalogues.Languages() {
		never := neverSaid(t, l.Locale())
		var all strings.Builder
		for _, key := range catalogues.Keys() {
			if !l.Translates(key) || !aboutGames(key) || notSaid.MatchString(key) || strings.Contains(key, ".name.") {
				continue
			}
			args, _ := catalogues.Placeholders(key)
			var said []string
			for _, p := range renderings(key, args, met[key]) {
				text := l.Say(p, seatNames)
				for _, word := range never {
					require.NotRegexp(t, word, typedWords.ReplaceAllString(text, "x"), "%s: %s", l.Locale(), key)
				}
				if !slices.Contains(said, text) {
					said = append(said, text)
				}
			}
			fmt.Fprintf(&all, "%s\n", key)
			for _, text := range said {
				fmt.Fprintf(&all, "    %s\n", strings.ReplaceAll(text, "\n", "\n    "))
			}
		}
		golden := filepath.Join("testdata", "renderings."+l.Locale()+".txt")
		if *update {
			require.NoError(t, os.WriteFile(golden, []byte(all.String()), 0o644))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		require.Equal(t, string(want), all.String(), "if this is intended, run go test ./render/words -run ReadsWell -update")
	}
}

// seatNames returns a name for each of up to eight seats.
func seatNames(s games.Seat) string {
	return [...]string{"Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Guy", "Hal"}[(int(s)+7)%8]
}

// aboutGames reports whether a key belongs to the catalogues of games or pictures.
func aboutGames(key string) bool {
	room, _, _ := strings.Cut(key, ".")
	return room == "games" || room == "render" || room == "words" ||
		slices.ContainsFunc(kinds, func(k games.Kind) bool { return k.Name() == room })
}

// scriptPhrases returns the phrases that occur in the scripts of all games, by key. Of phrases whose arguments have the
// same shape, it returns only one.
func scriptPhrases(t *testing.T) map[string][]games.Phrase {
	met, shapes := map[string][]games.Phrase{}, map[string]bool{}
	var hear func(p games.Phrase)
	hear = func(p games.Phrase) {
		if p.Silent() {
			return
		}
		if shape := shapeOf(p); !shapes[shape] {
			shapes[shape] = true
			met[p.Key] = append(met[p.Key], p)
		}
		for _, arg := range slices.Sorted(maps.Keys(p.Args)) {
			switch arg := p.Args[arg].(type) {
			case games.Phrase:
				hear(arg)
			case []games.Phrase:
				for _, part := range arg {
					hear(part)
				}
			case games.Sentences:
				for _, part := range arg {
					hear(part)
				}
			}
		}
	}
	for _, kind := range kinds {
		files, err := filepath.Glob("../../games/" + kind.Name() + "/testdata/*.game")
		require.NoError(t, err)
		for _, file := range files {
			follow(t, file, func(p games.Phrase, _ func(games.Seat) string) { hear(p) })
		}
	}
	return met
}

// shapeOf describes the properties of an argument that affect the wording of a sentence: keys, whether a list has one
// or more elements, and the ranks and shapes of cards. It ignores numbers.
func shapeOf(arg any) string {
	switch arg := arg.(type) {
	case games.Phrase:
		shape := arg.Key
		if strings.HasPrefix(shape, "games.numeral.") {
			return "numeral"
		}
		for _, name := range slices.Sorted(maps.Keys(arg.Args)) {
			shape += " " + name + "=" + shapeOf(arg.Args[name])
		}
		return "(" + shape + ")"
	case []games.Phrase:
		return listShape(arg)
	case games.Sentences:
		return listShape(arg)
	case []games.Seat:
		return fmt.Sprint(min(len(arg), 3))
	case cards.Card:
		if arg.IsSET() {
			return fmt.Sprint("SET ", arg.Shape(), min(arg.Number(), 1))
		}
		return fmt.Sprint("rank ", arg.Rank())
	case string:
		return fmt.Sprint(arg == "")
	}
	return fmt.Sprintf("%T", arg)
}

func listShape(list []games.Phrase) string {
	shape := fmt.Sprint(min(len(list), 3))
	for _, p := range list[:min(len(list), 3)] {
		shape += " " + p.Key
	}
	return shape
}

// renderings returns the phrases with which a sentence is rendered. They come from the scripts or, if the scripts don't
// contain the sentence, are invented. A sentence with plural forms has a phrase for each count.
func renderings(key string, args []string, met []games.Phrase) (all []games.Phrase) {
	if len(met) == 0 {
		met = []games.Phrase{inventedPhrase(key, args)}
	}
	for _, p := range met[:min(len(met), mostRenderings)] {
		if !countsIn(p) || countsSeats(p) {
			all = append(all, p)
			continue
		}
		for _, n := range counts {
			all = append(all, withCount(p, n))
		}
	}
	return all
}

// inventedPhrase returns a phrase whose arguments are placeholders, except for seats and counts.
func inventedPhrase(key string, args []string) games.Phrase {
	p := games.Phrase{Key: key, Args: games.Args{}}
	for _, arg := range args {
		switch arg {
		case "N":
			p.Args[arg] = 1
		case "who", "whom":
			p.Args[arg] = games.Seat(1)
			if strings.Contains(key, "together") || strings.Contains(key, "share") || strings.Contains(key, "tie") {
				p.Args[arg] = []games.Seat{1, 2}
			}
		default:
			p.Args[arg] = "‹…›"
		}
	}
	if _, given := p.Args["N"]; !given {
		p.Args["N"] = 1 // N may select a plural form without being printed
	}
	return p
}

// countsIn reports whether a phrase, or a phrase among its arguments, has a number that selects a plural form.
func countsIn(p games.Phrase) bool {
	for name, arg := range p.Args {
		if nested, ok := arg.(games.Phrase); name == "N" || ok && !isPlural(nested) && countsIn(nested) {
			return true
		}
	}
	return false
}

// isPlural reports whether a phrase is a plural noun without a number, such as "the eights".
func isPlural(p games.Phrase) bool { return strings.HasPrefix(p.Key, "english.rank.") }

// countsSeats reports whether a phrase's number is the number of seats in one of its arguments.
func countsSeats(p games.Phrase) bool {
	for _, arg := range p.Args {
		if seats, ok := arg.([]games.Seat); ok && p.Args["N"] == len(seats) {
			return true
		}
	}
	return false
}

// withCount returns a copy of a phrase whose number is n.
func withCount(p games.Phrase, n int) games.Phrase {
	counted := games.Phrase{Key: p.Key, Args: maps.Clone(p.Args)}
	_, counting := p.Args["N"]
	for name, arg := range p.Args {
		nested, ok := arg.(games.Phrase)
		switch {
		case name == "N":
			counted.Args[name] = n
		case ok && counting && strings.HasPrefix(nested.Key, "games.numeral."):
			counted.Args[name] = games.NumberInWords(n)
		case ok && (counting || !isPlural(nested)):
			counted.Args[name] = withCount(nested, n)
		}
	}
	return counted
}
