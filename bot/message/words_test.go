package message

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/games"
	"settable/games/cards"
	"settable/games/twenty"
	"settable/render/words"
)

func TestSentencesAreNeverDroppedAndMessagesNeverTooLong(t *testing.T) {
	var all []string
	for range 60 {
		all = append(all, strings.Repeat("x", 90))
	}
	var told []string
	for rest := all; len(rest) > 0; {
		var now []string
		now, rest = Fit(rest)
		require.NotEmpty(t, now)
		shown := Latest(append(append([]string(nil), told...), now...), len(now))
		require.GreaterOrEqual(t, len(shown), len(now))
		require.LessOrEqual(t, len(strings.Join(shown, "\n> ")), sentencesSize+200)
		told = append(told, now...)
	}
	require.Equal(t, all, told)
	require.Len(t, Latest([]string{"1", "2", "3", "4", "5", "6", "7"}, 1), keptSentences)
	now, later := Fit([]string{strings.Repeat("y", 2*sentencesSize), "z"})
	require.Len(t, now, 2, "a long sentence is shortened only when it is shown")
	require.Empty(t, later)
	require.Equal(t, SentenceSize-1, Size(Cut(now[0], SentenceSize)))
}

func TestSuggestionsRevealNothing(t *testing.T) {
	cell := func(label, code string) games.Cell {
		c, ok := cards.Parse(code)
		require.True(t, ok)
		return games.Cell{Label: label, Kind: games.Face, Card: c}
	}
	v := games.View{
		Areas: []games.Area{{Name: "table",
			Cells: []games.Cell{cell("A", "2SRD"), cell("B", "1TGQ"), cell("C", "3NPV"), cell("D", "1SRD")}}},
		Offers: []games.Offer{{Words: "set", Takes: games.Three}, {Words: "set"}, {Words: "none"}},
	}
	first := Suggest(english, v, "set", "")
	require.Len(t, first, 4)
	require.Equal(t, "A: two solid red diamonds", first[0].Name)
	require.Equal(t, "a", first[0].Value)
	next := Suggest(english, v, "set", "b ")
	require.Len(t, next, 3, "all other cards, whether they make a set or not")
	require.Equal(t, "b a", next[0].Value)
	whole := Suggest(english, v, "set", "abd")
	require.Len(t, whole, 1)
	require.Equal(t, "a b d", whole[0].Value)
	require.Empty(t, Suggest(english, v, "set", "x"))
	require.Empty(t, Suggest(english, v, "none", ""))
}

func TestSuggestionsAreForTheViewer(t *testing.T) {
	cell := func(label, code string) games.Cell {
		c, ok := cards.Parse(code)
		require.True(t, ok)
		return games.Cell{Label: label, Kind: games.Face, Card: c}
	}
	v := games.View{
		Viewer: 2,
		Areas: []games.Area{
			{Name: "table", Cells: []games.Cell{cell("A", "2SRD"), cell("B", "1TGQ")}},
			{Name: "hand", Seat: 1, Cells: []games.Cell{cell("1", "3NPV")}}, // hands=open
			{Name: "hand", Seat: 2, Cells: []games.Cell{cell("1", "1SRD"), {Label: "2"}, cell("3", "3SRD")}},
		},
		Offers: []games.Offer{{Words: "set", Takes: games.Three}, {Words: "draw"}},
	}
	var values []string
	for _, c := range Suggest(english, v, "set", "a 1") {
		values = append(values, c.Value+" "+c.Name)
	}
	require.Equal(t, []string{"a 1 b A 1 B: one striped green squiggle",
		"a 1 3 A 1 3: three solid red diamonds"}, values)
	var own []string
	for _, o := range cardOptions(english, v) {
		own = append(own, o.Label+" "+o.Value+" "+o.Description)
	}
	require.Equal(t, []string{"A: two solid red diamonds 2SRD on the table",
		"B: one striped green squiggle 1TGQ on the table",
		"1: one solid red diamond 1SRD yours", "3: three solid red diamonds 3SRD yours"}, own)
	rows := OwnHand{Table: 3, Line: 9, View: v, Lang: english, Sign: ID.String}.rows()
	require.Equal(t, "ownpick:3:9:2SRD", rows[0].Buttons[0].CustomID)
	require.Equal(t, "ownpick:3:9:1SRD", rows[1].Buttons[0].CustomID)
	require.True(t, rows[1].Buttons[1].Disabled, "the cell is empty")
	require.Equal(t, "ownform:3:9:set", rows[2].Buttons[0].CustomID)
	require.Equal(t, "own:3:9:draw", rows[2].Buttons[1].CustomID)

	pile := func(label, code string, depth int) games.Cell {
		c := cell(label, code)
		c.Depth = depth
		return c
	}
	v = games.View{
		Areas: []games.Area{{Name: "piles",
			Cells: []games.Cell{pile("1", "2SRD", 3), {Label: "2"}, pile("3", "1TGQ", 1), {Label: "4"}}}},
		Offers: []games.Offer{{Words: "move", Takes: games.Piles}, {Words: "look", Takes: games.Pile}},
	}
	name := func(list []discord.Choice) (all []string) {
		for _, c := range list {
			all = append(all, c.Value+" "+c.Name)
		}
		return all
	}
	require.Equal(t, []string{"1 1: two solid red diamonds, on a pile of 3 cards", "3 3: one striped green squiggle"},
		name(Suggest(english, v, "look", "")))
	require.Equal(t, []string{"1 1 two solid red diamonds, on a pile of 3 cards"},
		name(Suggest(english, v, "look", "1")))
	require.Equal(t, []string{"3 2 3 2: empty", "3 4 3 4: empty"}, name(Suggest(english, v, "move", "3")))
	require.Empty(t, Suggest(english, v, "move", "2"), "the source pile is empty")
	require.Empty(t, Suggest(english, v, "move", "3 1"), "the target is not empty")
	require.Empty(t, Suggest(english, v, "move", "3 2 4"))
}

// Rules that differ from the defaults are listed elsewhere in the message, so the heading doesn't repeat them.
func TestSingleHandRuleIsShownOnce(t *testing.T) {
	catalogues, err := words.New(nil, []games.Kind{twenty.Game}, Words)
	require.NoError(t, err)
	for _, lang := range catalogues.Languages() {
		beside := Scene{Manual: twenty.Game.Manual(), Lang: lang, Options: games.Options{"length": "hand"}}.houseRulesText()
		decides := strings.TrimPrefix(beside, "\n-# ")
		require.NotEmpty(t, decides)
		require.NotContains(t, lang.Plain(games.Say("twenty.head.play.hand")), decides)
	}
}
