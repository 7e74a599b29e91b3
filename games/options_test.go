package games

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestFillOptions(t *testing.T) {
	m := Manual{Game: "test", Options: []Option{
		{Name: "extra", Default: "auto", Values: []string{"auto", "agree"}},
		{Name: "call", Default: "10", Max: 60},
	}}
	chosen := Options{"extra": "AGREE"}
	full, err := m.Fill(chosen)
	require.NoError(t, err)
	require.Equal(t, Options{"extra": "agree", "call": "10"}, full)
	require.Equal(t, Options{"extra": "AGREE"}, chosen)
	for want, bad := range map[string]Options{
		`games.no_option has=extra,call option="foo"`:                     {"foo": "1"},
		`games.option_values option="extra" value="no" values=auto,agree`: {"extra": "no"},
		`games.option_range max=60 min=0 option="call" value="61"`:        {"call": "61"},
		`games.option_range max=60 min=0 option="call" value="-1"`:        {"call": "-1"},
		`games.option_range max=60 min=0 option="call" value="ten"`:       {"call": "ten"},
		`games.option_range max=60 min=0 option="call" value="010"`:       {"call": "010"},
		`games.option_range max=60 min=0 option="call" value="99999999999999999999"`: {
			"call": "99999999999999999999"},
	} {
		_, err := m.Fill(bad)
		require.EqualError(t, err, want)
		require.IsType(t, Illegal{}, err)
	}
	_, err = Manual{}.Fill(Options{"foo": "1"})
	require.EqualError(t, err, `games.no_options option="foo"`)
}

func TestSettingsAreReadFromOptions(t *testing.T) {
	type settings struct {
		stack   Chips
		turn    time.Duration
		penalty string
		rotates bool
		peek    bool
	}
	list := Settings[settings]{
		Number("stack", 20, 1, 100, func(s *settings) *Chips { return &s.stack }).AlwaysAnnounced(),
		Seconds("turn", 60, 0, 3600, func(s *settings) *time.Duration { return &s.turn }).InLobby("0", "5").MeaningTrue("5"),
		OneOf("penalty", []string{"point", "none"}, func(s *settings) *string { return &s.penalty }),
		Either("first", "left", "rotate", func(s *settings) *bool { return &s.rotates }),
		Flag("peek", true, func(s *settings) *bool { return &s.peek }),
	}
	m := Manual{Game: "test", Options: list.Options()}
	require.Equal(t, []Option{
		{Name: "stack", Default: "20", Min: 1, Max: 100, Announced: true},
		{Name: "turn", Default: "60", Clock: true, Max: 3600, ScriptTrue: "5", Lobby: []string{"0", "5"}},
		{Name: "penalty", Default: "point", Values: []string{"point", "none"}},
		{Name: "first", Default: "left", Values: []string{"left", "rotate"}},
		{Name: "peek", Default: "true", Values: []string{"true", "false"}},
	}, m.Options)
	usual, err := m.Fill(nil)
	require.NoError(t, err)
	require.Equal(t, settings{stack: 20, turn: time.Minute, penalty: "point", peek: true}, list.Read(usual))
	other, err := m.Fill(Options{"stack": "7", "turn": "0", "penalty": "NONE", "first": "rotate", "peek": "false"})
	require.NoError(t, err)
	require.Equal(t, settings{stack: 7, penalty: "none", rotates: true}, list.Read(other))
	require.Panics(t, func() { list.Read(nil) }, "options that Fill has not completed")
}

func TestAnnouncedOptions(t *testing.T) {
	m := Manual{Game: "test", Options: []Option{
		{Name: "stack", Default: "20", Max: 100, Announced: true},
		{Name: "odd_tie", Default: "first", Values: []string{"first", "one_each"}},
		{Name: "call", Default: "10", Max: 60},
	}}
	facts := func(chosen Options) (told []string) {
		for _, p := range m.AnnouncedOptions(chosen) {
			told = append(told, p.Facts(SeatLetter))
		}
		return told
	}
	require.Equal(t, []string{"test.house.stack N=20"}, facts(nil))
	require.Equal(t, []string{"test.house.stack N=7", "test.house.odd_tie.one_each", "test.house.call.0"},
		facts(Options{"stack": "7", "odd_tie": "ONE_EACH", "call": "0"}))
}

// Scripts may set an option by its value alone (`alone`) or by its name alone (`auto`). The option dealer=NAME names
// the first dealer (notation, Scripts).
func TestScriptOptions(t *testing.T) {
	m := Manual{Game: "test", Options: []Option{
		{Name: "who", Default: "together", Values: []string{"together", "alone"}},
		{Name: "clear", Default: "false", Values: []string{"false", "true"}},
		{Name: "auto", Default: "0", ScriptTrue: "5", Max: 60},
	}}
	for _, as := range []struct{ spelled, want Options }{
		{Options{"alone": ""}, Options{"who": "alone"}},
		{Options{"clear": "", "auto": ""}, Options{"clear": "true", "auto": "5"}},
		{Options{"auto": "true", "who": "together"}, Options{"auto": "5", "who": "together"}},
		{Options{"auto": "false"}, Options{"auto": "0"}},
		{Options{"auto": "9", "dealer": "2"}, Options{"auto": "9"}},
		{Options{"joker": "1"}, Options{"joker": "1"}}, // left for Fill to refuse
	} {
		got, err := m.FromScript(as.spelled)
		require.NoError(t, err)
		require.Equal(t, as.want, got)
	}
	_, err := m.FromScript(Options{"joker": ""})
	require.EqualError(t, err, `games.not_name_value word="joker"`)
	m.Options = append(m.Options, Option{Name: "dealer", Default: "1", Min: 1, Max: 8})
	got, err := m.FromScript(Options{"dealer": "2"})
	require.NoError(t, err)
	require.Equal(t, Options{"dealer": "2"}, got)
}

// Chosen options override house rules, and RuleSetOf tells which rule set a table's options match.
func TestRuleSets(t *testing.T) {
	m := Manual{Game: "test", Options: []Option{
		{Name: "ante", Default: "0", Max: 9},
		{Name: "length", Default: "match", Values: []string{"match", "hand"}},
		{Name: "limit", Default: "3", Max: 9},
	}, HouseRules: Options{"ante": "1", "length": "hand"}}
	given := Options{"length": "match", "limit": "5"}
	require.Equal(t, Options{"ante": "1", "length": "match", "limit": "5"}, m.OptionsBy(House, given))
	require.Equal(t, given, m.OptionsBy(ByBook, given))
	require.Equal(t, Options{"length": "match", "limit": "5"}, given, "the given map is not changed")
	require.Equal(t, Options{"ante": "1", "length": "hand"}, m.HouseRules)
	for _, c := range []struct {
		chosen Options
		want   RuleSet
	}{
		{nil, ByBook},
		{Options{"limit": "5", "length": "match"}, ByBook},
		{m.HouseRules, House},
		{Options{"ante": "1", "length": "HAND", "limit": "5"}, House},
		{Options{"ante": "1"}, ""},
		{Options{"ante": "2", "length": "hand"}, ""},
	} {
		require.Equal(t, c.want, m.RuleSetOf(c.chosen), "%v", c.chosen)
	}
	require.Empty(t, Manual{}.RuleSetOf(nil), "both sets are the same")
	require.Equal(t, "games.rules_here.house", m.AnnouncedOptions(m.HouseRules)[0].Key)
}
