package games

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Manual is what people are told about a game, without its sentences. Those are in the catalogues of
// the game under keys that begin with its name; the methods of Manual return the phrases.
type Manual struct {
	Game               string // Rules.Name
	MinSeats, MaxSeats int
	Options            []Option
	Verbs              []Verb      // the verb used most comes first
	Claim              string      // the verb decided by speed, which cards named alone also mean; "": none
	Example            func() View // a table shown beside the rules to explain them; nil: none
	WalkIn             bool        // a claim by somebody who does not sit here yet sits them down first
	Hands              bool        // players hold cards that only they may see
	Together           bool        // all share one goal, so house players would play it for you
	Luck               bool        // the cards alone decide the game: boards of all games leave it out
}

// Usual is an example of the move that is made most often, as it is typed: "set a b c".
func (m Manual) Usual() string { return m.Verbs[0].Example }

// An Option is a choice made when a table is opened.
type Option struct {
	Name     string
	Default  string
	Values   []string // the words it accepts; nil: a whole number from Min to Max
	Min, Max int
	On       string   // the number that a script means by "true"; empty: none
	Told     bool     // told at every table before anybody sits down, even if it has its default
	Lobby    []string // the values offered as buttons before the start; nil: it cannot be changed there
}

// A Verb is a kind of move players have.
type Verb struct {
	Name     string // "set"
	Takes    Takes
	Optional bool     // the verb may also stand alone
	Example  string   // "set a b c"
	Private  bool     // nobody else may read the move, so it is not typed in the channel
	Choices  []string // for Choice: the words that may follow, where no option lists them
}

// WithSeats appends the verbs that all games have to those of one game.
func WithSeats(verbs []Verb) []Verb {
	for _, name := range []string{"join", "leave", "start", "away", "back"} {
		verbs = append(verbs, Verb{Name: name, Example: name})
	}
	return append(verbs, Verb{Name: "house", Takes: Choice, Example: "house steady", Choices: Levels})
}

// Title is what the game is called: "Classic SET".
func (m Manual) Title() Phrase { return TitleOf(m.Game) }

// TitleOf is what a game is called, by its name.
func TitleOf(game string) Phrase { return Say(game + ".title") }

// DailyTitle is the title of the daily deal of a game, given the name of the game. DailyAbout
// describes it in one line.
func DailyTitle(game string) Phrase { return Say(game + ".daily.title") }
func DailyAbout(game string) Phrase { return Say(game + ".daily.about") }

// Summary describes the game in one line.
func (m Manual) Summary() Phrase { return Say(m.Game + ".summary") }

// Text are the rules in short paragraphs, at most 1,800 characters.
func (m Manual) Text() Phrase { return Say(m.Game + ".rules") }

// Coach is what a newcomer is told beside the first table: three lines.
func (m Manual) Coach() Phrase { return Say(m.Game + ".coach") }

// About says what an option is for, in at most 100 characters, the limit of Discord for a
// description.
func (m Manual) About(o Option) Phrase { return Say(m.Game + ".option." + o.Name) }

// Meaning says what one of an option's words means.
func (m Manual) Meaning(o Option, value string) Phrase {
	return Say(m.Game + ".option." + o.Name + "." + value)
}

// Help says what a verb does, in at most 100 characters.
func (m Manual) Help(v Verb) Phrase { return Say(m.Game + ".verb." + v.Name) }

// Fill gives every option of the manual a value: the one chosen, in lower
// case, or its default. It refuses, as Illegal, an option the game does not
// have and a value the option cannot take. The chosen map is not changed.
func (m Manual) Fill(chosen Options) (Options, error) {
	full := make(Options, len(m.Options))
	for _, o := range m.Options {
		full[o.Name] = o.Default
	}
	for name, value := range chosen {
		if name == languageOption {
			full[name] = value
			continue
		}
		o, is := m.Option(name)
		if !is {
			if len(m.Options) == 0 {
				return nil, Refuse("games.no_options", "option", name)
			}
			return nil, Refuse("games.no_option", "option", name, "has",
				Named(m.Options, func(o Option) string { return o.Name }))
		}
		value = strings.ToLower(value)
		if err := o.check(value); err != nil {
			return nil, err
		}
		full[name] = value
	}
	return full, nil
}

func (m Manual) Option(name string) (o Option, is bool) {
	i := slices.IndexFunc(m.Options, func(o Option) bool { return o.Name == name })
	if i < 0 {
		return o, false
	}
	return m.Options[i], true
}

func (m Manual) Verb(name string) (v Verb, is bool) {
	i := slices.IndexFunc(m.Verbs, func(v Verb) bool { return v.Name == name })
	if i < 0 {
		return v, false
	}
	return m.Verbs[i], true
}

// Spelled are the options of a script as Fill takes them. A script may name an
// option by its value alone (`together` or `alone`) or by its name alone (`auto`); `dealer=NAME` may stand in a
// script of any game, also of one in which it makes no difference who deals.
// The error is Illegal: a bare word that is neither.
func (m Manual) Spelled(o Options) (Options, error) {
	spelled := make(Options, len(o))
	for name, value := range o {
		option, is := m.Option(name)
		switch {
		case is:
			value = cmp.Or(value, "true")
			if option.On != "" {
				value = cmp.Or(map[string]string{"true": option.On, "false": option.Default}[value], value)
			}
		case value == "":
			i := slices.IndexFunc(m.Options, func(o Option) bool { return slices.Contains(o.Values, name) })
			if i < 0 {
				return nil, Refuse("games.not_name_value", "word", name)
			}
			name, value = m.Options[i].Name, name
		case name == "dealer":
			continue
		}
		spelled[name] = value
	}
	return spelled, nil
}

// House are the options that whoever sits down should know: those that differ from their defaults,
// and those that are always told. Each is a sentence, in the order of the manual: "At most one raise
// a player in a round."
func (m Manual) House(chosen Options) []Phrase { return m.house(chosen, true) }

// Unusual are only the options that differ from their defaults, as House tells them.
func (m Manual) Unusual(chosen Options) []Phrase { return m.house(chosen, false) }

func (m Manual) house(chosen Options, always bool) (list []Phrase) {
	for _, o := range m.Options {
		value, ok := chosen[o.Name]
		if !ok {
			value = o.Default
		}
		if strings.EqualFold(value, o.Default) && !(o.Told && always) {
			continue
		}
		list = append(list, m.Told(o, strings.ToLower(value)))
	}
	return list
}

// Told is the sentence that tells what a value of an option means at a table. A number of 0 has a
// sentence of its own: "No clock" reads better than "0 s a turn".
func (m Manual) Told(o Option, value string) Phrase {
	key := m.Game + ".house." + o.Name
	if n, err := strconv.Atoi(value); o.Values == nil && err == nil && n != 0 {
		return Say(key, "N", n)
	}
	return Say(key + "." + value)
}

// languageOption is an option that every table has: the language in which it was opened. No rule
// depends on it.
const languageOption = "language"

// Language is the locale in which a table was opened; "en" where none is kept.
func (o Options) Language() string { return cmp.Or(o[languageOption], "en") }

// InLanguage are the options of a table opened in that locale. English is the default and is not
// kept.
func (o Options) InLanguage(locale string) Options {
	o = maps.Clone(o)
	if delete(o, languageOption); locale == "en" {
		return o
	}
	if o == nil {
		o = Options{}
	}
	o[languageOption] = locale
	return o
}

func (o Option) check(value string) error {
	if o.Values != nil {
		if slices.Contains(o.Values, value) {
			return nil
		}
		return Refuse("games.option_values", "option", o.Name, "values", o.Values, "value", value)
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < o.Min || n > o.Max || strconv.Itoa(n) != value {
		return Refuse("games.option_range", "option", o.Name, "min", o.Min, "max", o.Max, "value", value)
	}
	return nil
}

// Int is the value of an option that Fill has found to be a whole number. It panics otherwise.
func (o Options) Int(name string) int { return number(name, o[name]) }

// number is the value of an option that Fill has found to be a whole number. It panics otherwise.
func number(option, value string) int {
	n, err := strconv.Atoi(value)
	if err != nil {
		panic(fmt.Sprintf("option %s=%q was never checked", option, value))
	}
	return n
}
