package games

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An Option is a choice made when a table is opened.
type Option struct {
	Name       string
	Default    string
	Values     []string // the words it accepts; nil: whole numbers from Min to Max
	Min, Max   int
	ScriptTrue string   // the number that "true" stands for in a script; empty: none
	Clock      bool     // the number is a time in seconds
	Announced  bool     // announced at every table before anyone sits down, even if it has its default
	Lobby      []string // the values offered as buttons before the start; nil: it can't be changed there
}

// Options maps the options chosen for a table to their values. A missing option has its default value.
type Options map[string]string

// A RuleSet is a named set of options.
type RuleSet string

// With ByBook, all options have their defaults.
const (
	House  RuleSet = "house"
	ByBook RuleSet = "book"
)

// RuleSets lists the rule sets that players can choose from. The first is the default.
var RuleSets = []RuleSet{House, ByBook}

// Name returns the name of a rule set, such as "House rules".
func (r RuleSet) Name() Phrase { return Say("games.rules." + string(r)) }

// Here returns the sentence that tells players which rule set their table uses.
func (r RuleSet) Here() Phrase { return Say("games.rules_here." + string(r)) }

// OptionsBy returns the options of a table that uses a rule set. The given options override those of the set.
func (m Manual) OptionsBy(set RuleSet, given Options) Options {
	all := Options{}
	if set != ByBook {
		maps.Copy(all, m.HouseRules)
	}
	maps.Copy(all, given)
	return all
}

// RuleSetOf returns the rule set that a table's options match, or "" if they match neither set or if the game has no
// house rules. Options that house rules don't set are ignored.
func (m Manual) RuleSetOf(chosen Options) RuleSet {
	house, book := len(m.HouseRules) > 0, len(m.HouseRules) > 0
	for name, value := range m.HouseRules {
		o, _ := m.Option(name)
		now := strings.ToLower(cmp.Or(chosen[name], o.Default))
		house, book = house && now == value, book && now == o.Default
	}
	switch {
	case house:
		return House
	case book:
		return ByBook
	}
	return ""
}

// With returns a copy of the options with one choice changed.
func (o Options) With(c Choose) Options {
	all := maps.Clone(o)
	if all == nil {
		all = Options{}
	}
	all[c.Option] = c.Value
	return all
}

// Change returns the options after a player's choice and adds an event to step. It refuses a choice after the start. It
// also refuses a change to an option without Lobby values, because players agreed to such options when they sat down.
func (m Manual) Change(now Options, gathering bool, s Seat, c Choose, step *Step) (Options, error) {
	if !gathering {
		return nil, Refuse("games.option_late")
	}
	o, _ := m.Option(c.Option)
	if o.Lobby == nil {
		return nil, Refuse("games.option_stays", "option", c.Option)
	}
	if now[c.Option] == c.Value {
		return nil, Refuse("games.option_so")
	}
	changed, err := m.Fill(now.With(c))
	if err == nil {
		step.Tell(NewEvent("games.chose_option", "who", s, "told", m.OptionSentence(o, c.Value)))
	}
	return changed, err
}

// AddChoices adds the option changes that players may make before the start. The argument now holds the table's current
// options.
func (o *Offers) AddChoices(m Manual, now Options) {
	for _, option := range m.Options {
		for _, value := range option.Lobby {
			o.AddForAll(value != now[option.Name], Choose{option.Name, value}.String())
		}
	}
}

// Fill returns a value for every option of the manual: the chosen one, in lower case, or the default. It returns an
// Illegal for unknown options and invalid values. It does not change the chosen map.
func (m Manual) Fill(chosen Options) (Options, error) {
	full := make(Options, len(m.Options))
	for _, o := range m.Options {
		full[o.Name] = o.Default
	}
	for name, value := range chosen {
		if name == languageOption || name == matchOption {
			full[name] = value
			continue
		}
		o, is := m.Option(name)
		if !is {
			if len(m.Options) == 0 {
				return nil, Refuse("games.no_options", "option", name)
			}
			return nil, Refuse("games.no_option", "option", name, "has",
				NamesOf(m.Options, func(o Option) string { return o.Name }))
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

// FromScript converts the options of a script to the form that Fill takes. A script may give a value alone (`together`)
// or a name alone (`auto`). It may give `dealer=NAME` in every game, even in games in which the dealer makes no
// difference. FromScript returns an Illegal for a bare word that is neither a name nor a value.
func (m Manual) FromScript(o Options) (Options, error) {
	spelled := make(Options, len(o))
	for name, value := range o {
		option, is := m.Option(name)
		switch {
		case is:
			value = cmp.Or(value, "true")
			if option.ScriptTrue != "" {
				value = cmp.Or(map[string]string{"true": option.ScriptTrue, "false": option.Default}[value], value)
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

// AnnouncedOptions returns what players should know before they sit down: the rule set, the options that differ from
// their defaults, and those that are always announced. Each is a sentence, such as "At most one raise a player in a
// round." The sentences are in the order of the manual.
func (m Manual) AnnouncedOptions(chosen Options) []Phrase {
	return m.optionSentences(chosen, true, func(Option) bool { return true })
}

// LobbyOptions is like AnnouncedOptions but leaves out the clocks if the options match a rule set. The text above a
// table should be short, and `/rules` lists the clocks.
func (m Manual) LobbyOptions(chosen Options) []Phrase {
	return m.optionSentences(chosen, true, func(o Option) bool { return !o.Clock })
}

// PlayOptions returns the rule set and the options that differ from it, for players who are already playing.
func (m Manual) PlayOptions(chosen Options) []Phrase {
	return m.optionSentences(chosen, false, func(Option) bool { return false })
}

// optionSentences lists the rule set and the options that differ from it. With always, it adds the options that are
// always announced. If the options match a rule set, ofSet selects which of that set's options to list.
func (m Manual) optionSentences(chosen Options, always bool, ofSet func(Option) bool) (list []Phrase) {
	set := m.RuleSetOf(chosen)
	if set != "" {
		list = append(list, set.Here())
	}
	for _, o := range m.Options {
		if _, belongs := m.HouseRules[o.Name]; belongs && set != "" && !ofSet(o) {
			continue
		}
		value, ok := chosen[o.Name]
		if !ok {
			value = o.Default
		}
		if strings.EqualFold(value, o.Default) && !(o.Announced && always) {
			continue
		}
		list = append(list, m.OptionSentence(o, strings.ToLower(value)))
	}
	return list
}

// OptionSentence returns the sentence that explains the value of an option at a table. The number 0 has its own
// sentence, because "No clock" reads better than "0 s a turn".
func (m Manual) OptionSentence(o Option, value string) Phrase {
	key := m.Game + ".house." + o.Name
	if n, err := strconv.Atoi(value); o.Values == nil && err == nil && n != 0 {
		return Say(key, "N", n)
	}
	return Say(key + "." + value)
}

// languageOption stores the language in which a table was opened. Every table has this option, and it doesn't affect
// the rules.
const languageOption = "language"

// matchOption marks a table that plays the second or a later hand of a best-of-three match. It doesn't affect the
// rules.
const matchOption = "match"

// IsMatch reports whether a table with these options plays the second or a later hand of a match.
func (o Options) IsMatch() bool { return o[matchOption] != "" }

// InMatch returns a copy of the options that says whether the table continues a match.
func (o Options) InMatch(is bool) Options {
	o = maps.Clone(o)
	delete(o, matchOption)
	if is {
		o = o.With(Choose{matchOption, "3"})
	}
	return o
}

// IsHand reports whether a table with these options plays a single hand, which can begin a match.
func (m Manual) IsHand(chosen Options) bool {
	for name, value := range m.Hand {
		o, _ := m.Option(name)
		if cmp.Or(chosen[name], o.Default) != value {
			return false
		}
	}
	return len(m.Hand) > 0
}

// Language returns the locale in which a table was opened, or "en" if none is stored.
func (o Options) Language() string { return cmp.Or(o[languageOption], "en") }

// InLanguage returns the options of a table opened in the given locale. English is the default and is not stored.
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

// Int returns the value of an option that Fill has accepted as a whole number. It panics otherwise.
func (o Options) Int(name string) int { return number(name, o[name]) }

func number(option, value string) int {
	n, err := strconv.Atoi(value)
	if err != nil {
		panic(fmt.Sprintf("option %s=%q was not validated", option, value))
	}
	return n
}

// Settings lists the options of a game, each with the field of S that stores its value. A game declares its settings
// once. Its manual, slash command, validation and documentation are derived from them.
type Settings[S any] []Setting[S]

// A Setting is an option together with the field of S that it sets.
type Setting[S any] struct {
	Option
	set func(settings *S, value string) // Manual.Fill has checked value
}

// Options returns the options for the manual.
func (list Settings[S]) Options() []Option {
	options := make([]Option, len(list))
	for i, s := range list {
		options[i] = s.Option
	}
	return options
}

// Read returns the settings for options that Manual.Fill has completed.
func (list Settings[S]) Read(full Options) (settings S) {
	for _, s := range list {
		s.set(&settings, full[s.Name])
	}
	return settings
}

// Number returns an option whose value is a whole number from least to most.
func Number[S any, N ~int | ~int64](name string, usual, least, most int, field func(*S) *N) Setting[S] {
	return Setting[S]{
		Option: Option{Name: name, Default: strconv.Itoa(usual), Min: least, Max: most},
		set:    func(s *S, value string) { *field(s) = N(number(name, value)) },
	}
}

// Seconds returns an option whose value is a whole number of seconds, up to an hour. The value 0 usually means that the
// game has no clock.
func Seconds[S any](name string, usual, least, most int, field func(*S) *time.Duration) Setting[S] {
	s := Number(name, usual, least, most, field)
	s.Clock = true
	s.set = func(s *S, value string) { *field(s) = time.Duration(number(name, value)) * time.Second }
	return s
}

// OneOf returns an option whose value is one of the given words. The first word is the default.
func OneOf[S any](name string, words []string, field func(*S) *string) Setting[S] {
	return Setting[S]{
		Option: Option{Name: name, Default: words[0], Values: words},
		set:    func(s *S, value string) { *field(s) = value },
	}
}

// Either returns an option with two possible words. The field is false for usual, which is the default, and true for
// other.
func Either[S any](name, usual, other string, field func(*S) *bool) Setting[S] {
	return Setting[S]{
		Option: Option{Name: name, Default: usual, Values: []string{usual, other}},
		set:    func(s *S, value string) { *field(s) = value == other },
	}
}

// Flag returns an option that is true or false.
func Flag[S any](name string, usual bool, field func(*S) *bool) Setting[S] {
	return Setting[S]{
		Option: Option{Name: name, Default: strconv.FormatBool(usual),
			Values: []string{strconv.FormatBool(usual), strconv.FormatBool(!usual)}},
		set: func(s *S, value string) { *field(s) = value == "true" },
	}
}

// AlwaysAnnounced returns the setting with Announced set: every table announces it before anyone sits down, even if it
// has its default value.
func (s Setting[S]) AlwaysAnnounced() Setting[S] {
	s.Announced = true
	return s
}

// InLobby returns the setting with buttons that choose the given values before the start.
func (s Setting[S]) InLobby(values ...string) Setting[S] {
	s.Lobby = values
	return s
}

// MeaningTrue returns the setting with value as the number that "true" stands for in a script.
func (s Setting[S]) MeaningTrue(value string) Setting[S] {
	s.ScriptTrue = value
	return s
}
