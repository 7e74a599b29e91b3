package command

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/games"
	"settable/games/every"
	"settable/render/words"
)

// The names of a game and its options come from the game's own catalogue, the names of shared options from the
// catalogue of all games, and the names of the bot's commands from the catalogue of this package.
func TestNamesAreInTheRightCatalogue(t *testing.T) {
	of := map[string][]string{} // the games with an option of this name
	for _, k := range every.Game {
		of[k.Name()] = append(of[k.Name()], k.Name())
		for _, o := range k.Manual().Options {
			of[o.Name] = append(of[o.Name], k.Name())
		}
	}
	own := map[string]bool{}
	var note func(list []discord.Option)
	note = func(list []discord.Option) {
		for _, o := range list {
			own[o.Name] = true
			note(o.Options)
		}
	}
	for _, c := range All().Shapes(inventory(t)) { // without any games
		own[c.Name] = true
		note(c.Options)
	}
	english := inventory(t, every.Game...).Language
	for _, k := range every.Game {
		for _, o := range k.Manual().Options {
			require.True(t, english.Has(k.Name()+".name."+o.Name) || english.Has("games.name."+o.Name) ||
				english.Has("command.name."+o.Name), "the option %s of %s has no name to be translated", o.Name, k.Name())
		}
	}
	for _, line := range strings.Split(catalogue(t), "\n") {
		key, _, _ := strings.Cut(line, ":")
		if name, is := strings.CutPrefix(key, "command.name."); is && !own[name] && of[name] != nil {
			t.Errorf("%s names what is of %s alone", key, strings.Join(of[name], " and "))
		}
	}
}

// A game defines its name and the names of its options in every language.
func TestGameDefinesItsNames(t *testing.T) {
	further := games.Kind{
		Rules: games.Plain(games.Manual{Game: "toy", MinSeats: 2, MaxSeats: 2, Options: []games.Option{
			{Name: "size", Default: "big", Values: []string{"big", "small"}},
		}}, nil),
		Words: fstest.MapFS{
			"words/en.yaml": {Data: []byte("toy.title: Toy\ntoy.name.toy: toy\ntoy.name.size: size\n")},
			"words/nl.yaml": {Data: []byte("toy.name.toy: speelgoed\ntoy.name.size: maat\n")},
		},
	}
	catalogues, err := words.New(nil, []games.Kind{further}, Words)
	require.NoError(t, err)
	for _, c := range All().Localized([]games.Kind{further}, catalogues) {
		if c.Name == "play" {
			require.Equal(t, "speelgoed", c.Options[0].Named["nl"])
			require.Equal(t, "maat", c.Options[0].Options[0].Named["nl"])
		}
	}
	require.Equal(t, "`/play speelgoed`", Inventory{[]games.Kind{further}, catalogues.In("nl"), nil}.Play("toy"))
}
