package discord

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A single command that Discord refuses would prevent the registration of all others.
func TestInvalidChoicesAreFound(t *testing.T) {
	with := func(kind OptionKind, choices ...Choice) error {
		return Command{Name: "play", Description: "d", Options: []Option{
			{Kind: kind, Name: "game", Description: "d", Choices: choices},
		}}.Check()
	}
	long := strings.Repeat("ä", 101)
	in := func(locale, name string) Translation { return Translation{locale: name} }
	for what, choices := range map[string][]Choice{
		"duplicate name":            {{Name: "A", Value: "a"}, {Name: "A", Value: "b"}},
		"duplicate value":           {{Name: "A", Value: "a"}, {Name: "B", Value: "a"}},
		"no name":                   {{Value: "a"}},
		"no value":                  {{Name: "A"}},
		"a name that is too long":   {{Name: long, Value: "a"}},
		"a value that is too long":  {{Name: "A", Value: long}},
		"an unsupported locale":     {{Name: "A", Translated: in("xx", "B"), Value: "a"}},
		"one name in German":        {{Name: "A", Translated: in("de", "X"), Value: "a"}, {Name: "X", Value: "b"}},
		"one name in German, twice": {{"A", in("de", "X"), "a"}, {"B", in("de", "X"), "b"}},
	} {
		require.ErrorIs(t, with(Text, choices...), ErrInvalid, what)
	}
	require.NoError(t, with(Text, Choice{"A", in("de", "B"), "a"}, Choice{"B", in("de", "A"), "b"}))
	require.NoError(t, with(Text, Choice{Name: long[:200], Value: long[:200]}))
	require.NoError(t, with(Integer, Choice{Name: "one", Value: "1"}, Choice{Name: "two", Value: "2"}))
}

func TestUnsupportedLocalesAreFound(t *testing.T) {
	c := Command{Name: "play", Description: "d"}
	require.NoError(t, c.Check())
	c.Named = Translation{"xx": "spielen"}
	require.ErrorIs(t, c.Check(), ErrInvalid)
	c.Named, c.Translated = nil, Translation{"xx": "was"}
	require.ErrorIs(t, c.Check(), ErrInvalid)
}

// No two commands may have the same name in any language.
func TestDuplicateCommandNamesAreFound(t *testing.T) {
	play, end := Command{Name: "play", Description: "d"}, Command{Name: "end", Description: "d"}
	require.NoError(t, CheckCommands([]Command{play, end}))
	require.ErrorIs(t, CheckCommands([]Command{play, play}), ErrInvalid)
	play.Named, end.Named = Translation{"de": "spiel"}, Translation{"de": "spiel"}
	require.ErrorContains(t, CheckCommands([]Command{play, end}), `two commands have the name "spiel" in de`)
	end.Named = Translation{"fr": "play"}
	require.ErrorContains(t, CheckCommands([]Command{play, end}), `two commands have the name "play" in fr`)
	require.ErrorIs(t, CheckCommands([]Command{{Name: "Play", Description: "d"}}), ErrInvalid)
}
