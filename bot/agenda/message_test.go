package agenda

import (
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/message"
	"settable/games"
	"settable/render/words"
)

// The remark in brackets after a time uses the brackets that are customary in the language.
func TestMomentUsesTheLanguagesBrackets(t *testing.T) {
	catalogues, err := words.New(nil, nil)
	require.NoError(t, err)
	at := time.Unix(1_800_000_000, 0)
	require.Equal(t, "<t:1800000000:F> (<t:1800000000:R>)", Moment(catalogues.In("en"), at))
	require.Equal(t, "<t:1800000000:F>（<t:1800000000:R>）", Moment(catalogues.In("ja"), at))
}

// The calendar event names the night's game, which is played for chips.
func TestCalendarNamesTheGame(t *testing.T) {
	kind := func(name string, options ...games.Option) games.Kind {
		title := fstest.MapFS{"words/en.yaml": {Data: []byte(name + ".title: Toy " + name + "\n")}}
		return games.Kind{Rules: games.Plain(games.Manual{Game: name, Options: options}, nil), Words: title}
	}
	chips := games.Option{Name: message.StackOption, Default: "9", Max: 9}
	kinds := []games.Kind{kind("one"), kind("two", chips)}
	catalogues, err := words.New(nil, kinds, Words)
	require.NoError(t, err)
	require.Contains(t, description(catalogues.In("en"), kinds), "Toy two: everyone buys in for the same amount")
	require.Empty(t, description(catalogues.In("en"), kinds[:1]))
}
