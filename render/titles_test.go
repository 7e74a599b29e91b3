package render

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/render/words"
)

// In every language, charts and plots have room for the longest title that the bot uses, the longest values and the
// longest names that Discord allows. No title is cut off, and nothing overlaps.
func TestEveryChartHasRoomForItsTitle(t *testing.T) {
	for _, l := range catalogues.Languages() {
		t.Run(l.Locale(), func(t *testing.T) {
			s, err := sheetOf(Style{})
			require.NoError(t, err)
			showTitles(l, func(title string, c *canvas) {
				defer s.returnCanvas(c)
				var lines []string
				for _, k := range c.strokes {
					if head := chartHead + chartLine + 8; k.what.word != nil && k.box.Max.Y < head {
						lines = append(lines, textOf(k.what.word))
					}
				}
				whole := strings.NewReplacer(" ", "").Replace
				require.Contains(t, whole(strings.Join(lines, "")), whole(title), "the title must not be cut off")
				require.Empty(t, misplaced(games.View{}, c), title)
				require.GreaterOrEqual(t, measure(title, c).least(), 1.0, "%s: too small", title)
			})
		})
	}
}

// showTitles calls show with charts and plots that have the bot's titles and the longest content.
func showTitles(l *words.Language, show func(string, *canvas)) {
	s, err := sheetOf(Style{})
	if err != nil {
		panic(err)
	}
	chart := func(title string, rows ...ChartRow) { show(title, s.chart(Chart{Title: title, Rows: rows}, l)) }
	plot := func(title string, lines ...Curve) { show(title, s.plot(Plot{Title: title, Curves: lines}, l)) }
	wide := strings.Repeat("W", 32)
	chart(longestBoard(l))
	chart(longestBoard(l), ChartRow{Rank: 996, Value: 27, Name: wide, Mine: true,
		Says: say(l, "command.leaderboard.in", "n", 27, "took", 59*time.Minute+59*time.Second)},
		ChartRow{Rank: 997, Value: 1_000_000, Name: "דנה"},
		ChartRow{Rank: 998, Value: 3_599_000, Says: l.Duration(3599 * time.Second), Name: wide},
		ChartRow{Rank: 999, Value: -1_000_000, Name: wide})
	ten := make([]Curve, 10)
	for i := range ten {
		ten[i] = Curve{Rank: i + 1, Name: wide, Values: []int64{0, 1_000_000, -1_000_000},
			Says: "+" + l.Number(1_000_000)}
	}
	for _, what := range []string{"chips", "wins", "sets"} {
		title := say(l, "command.night.chart."+what, "night", 1000)
		chart(title, ChartRow{Rank: 1, Value: 1_000_000, Name: wide},
			ChartRow{Rank: 10, Value: -1_000_000, Name: wide})
		plot(title, ten...)
	}
	for _, n := range []int{3, 60, 1000} {
		plot(say(l, "command.profile.plot", "N", n), Curve{Values: []int64{100, 1_000_000, 0, 1_000_000}})
	}
}

// longestBoard returns the longest title of a leaderboard in a language, for all counts, periods and games.
func longestBoard(l *words.Language) string {
	whats := keysUnder("command.about.leaderboard.board.")
	sinces := keysUnder("command.about.leaderboard.period.")
	if len(whats) < 8 || len(sinces) < 4 {
		panic("no titles of boards")
	}
	longest, h := "", headFonts[len(headFonts)-1]
	for _, what := range whats {
		for _, since := range sinces {
			for _, game := range []string{"classic", "twenty", "poker", "solitaire", "english"} {
				title := say(l, "command.leaderboard.title_of", "what", l.Key(what), "since", l.Key(since),
					"game", l.Key(game+".title"))
				if h.width(title) > h.width(longest) {
					longest = title
				}
			}
		}
	}
	return longest
}

func keysUnder(start string) (keys []string) {
	for _, key := range catalogues.Keys() {
		if strings.HasPrefix(key, start) {
			keys = append(keys, key)
		}
	}
	return keys
}
