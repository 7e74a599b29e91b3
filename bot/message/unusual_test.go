package message

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/every"
	"settable/render/words"
)

// In every language, the post of an empty table lists all rules that differ from the defaults, and says if the game
// is played for play chips (Poker 2, docs/spec/rules.md). It still has room for the players, the invited players and
// a sentence.
func TestEmptyTableShowsItsRules(t *testing.T) {
	all, err := words.New(nil, every.Game, Words)
	require.NoError(t, err)
	for _, lang := range all.Languages() {
		for _, k := range every.Game {
			m := k.Manual()
			for _, unusual := range []bool{false, true} {
				options, err := m.Fill(farFromDefault(m, unusual))
				require.NoError(t, err)
				g, err := k.Open(options)
				require.NoError(t, err)
				for _, practice := range []bool{false, true} {
					s := Scene{View: g.View(games.Watcher), Manual: m, Options: options, Lang: lang,
						Night: !practice && m.Hands, Name: games.SeatLetter}
					s.View.Practice = practice
					for range 6 {
						s.Invited = append(s.Invited, strings.Repeat("W", 32))
					}
					s.View.Seats = []games.SeatView{{Seat: 1}}
					s.Name = func(games.Seat) string { return strings.Repeat("p", 250) }
					text := s.Text([]string{strings.Repeat("s", 300)})
					require.LessOrEqual(t, Size(text), MostText)
					for _, rule := range lang.Each(m.AnnouncedOptions(options)) {
						require.Contains(t, text, rule, "%s, %s", lang.Locale(), k.Name())
					}
					if practice && HasChips(m) {
						require.Contains(t, text, lang.Key("message.play_chips"))
					}
				}
			}
		}
	}
}

// farFromDefault returns non-default values for all options if unusual is set, and otherwise no values.
func farFromDefault(m games.Manual, unusual bool) games.Options {
	options := games.Options{}
	for _, o := range m.Options {
		if unusual && o.Values == nil && o.Name != StackOption && o.Name != "limit" {
			options[o.Name] = strconv.Itoa(o.Max)
		}
		for _, v := range o.Values {
			if unusual && v != o.Default {
				options[o.Name] = v
			}
		}
	}
	return options
}
