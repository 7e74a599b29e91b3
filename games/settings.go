package games

import (
	"strconv"
	"time"
)

// Settings are the options of a game, each with the field of S in which its rules read it. A game declares them
// once: its manual, the slash command, the checks of values and the pages of the documentation follow from them.
type Settings[S any] []Setting[S]

// A Setting is an option together with the field of S that it sets.
type Setting[S any] struct {
	Option
	set func(settings *S, value string) // value was checked by Manual.Fill
}

// Options are the options for the manual.
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

// Number is an option that takes a whole number from least to most.
func Number[S any, N ~int | ~int64](name string, usual, least, most int, field func(*S) *N) Setting[S] {
	return Setting[S]{
		Option: Option{Name: name, Default: strconv.Itoa(usual), Min: least, Max: most},
		set:    func(s *S, value string) { *field(s) = N(number(name, value)) },
	}
}

// Seconds is an option that takes a whole number of seconds up to an hour; 0 usually means that there is no
// clock.
func Seconds[S any](name string, usual, least, most int, field func(*S) *time.Duration) Setting[S] {
	s := Number(name, usual, least, most, field)
	s.set = func(s *S, value string) { *field(s) = time.Duration(number(name, value)) * time.Second }
	return s
}

// OneOf is an option that takes one of the given words; the first is the default.
func OneOf[S any](name string, words []string, field func(*S) *string) Setting[S] {
	return Setting[S]{
		Option: Option{Name: name, Default: words[0], Values: words},
		set:    func(s *S, value string) { *field(s) = value },
	}
}

// Either is an option with two words: usual, which is the default, and other, with which the field is true.
func Either[S any](name, usual, other string, field func(*S) *bool) Setting[S] {
	return Setting[S]{
		Option: Option{Name: name, Default: usual, Values: []string{usual, other}},
		set:    func(s *S, value string) { *field(s) = value == other },
	}
}

// Flag is an option that is true or false.
func Flag[S any](name string, usual bool, field func(*S) *bool) Setting[S] {
	return Setting[S]{
		Option: Option{Name: name, Default: strconv.FormatBool(usual),
			Values: []string{strconv.FormatBool(usual), strconv.FormatBool(!usual)}},
		set: func(s *S, value string) { *field(s) = value == "true" },
	}
}

// Announced is the setting with its value told at every table before anybody sits down, even if it's the default.
func (s Setting[S]) Announced() Setting[S] {
	s.Told = true
	return s
}

// InLobby is the setting with buttons for these values before the start.
func (s Setting[S]) InLobby(values ...string) Setting[S] {
	s.Lobby = values
	return s
}

// MeaningTrue is the setting with the value that a script means by "true".
func (s Setting[S]) MeaningTrue(value string) Setting[S] {
	s.On = value
	return s
}
