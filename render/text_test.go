package render

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
)

// longLimit is the maximum length of a table's text version without names.
const longLimit = 1900

func TestTexts(t *testing.T) {
	for name, v := range named() {
		t.Run(name, func(t *testing.T) {
			goldenText(t, name+".alt.txt", Alt(v, spoken)+"\n")
			goldenText(t, name+".long.txt", Long(v, spoken, nil, longLimit)+"\n")
		})
	}
}

// fullestTable returns a table with as much content as possible: 21 new cards, ten seats with many remarks, and the
// longest words.
func fullestTable() games.View {
	v := classicView(21)
	for i := range v.Areas[0].Cells {
		c := &v.Areas[0].Cells[i]
		c.Card, c.New = cards.SET(cards.Three, cards.Striped, cards.Purple, cards.Squiggle), true
	}
	v.Seats = nil
	for i := range 10 {
		v.Seats = append(v.Seats, games.SeatView{Seat: games.Seat(i + 1), Score: 100 + i, Locked: i < 3})
	}
	return v
}

func TestTextsKeepTheirLimits(t *testing.T) {
	views := named()
	views["crowded"] = fullestTable()
	wordy := fullestTable()
	wordy.Headline = verbatim(strings.Repeat("wörd 🂡 ", 400))
	views["wordy"] = wordy
	for name, v := range views {
		texts := map[int]string{altLimit: Alt(v, spoken), longLimit: Long(v, spoken, nil, longLimit)}
		for limit, text := range texts {
			require.LessOrEqual(t, Size(text), limit, name)
			require.LessOrEqual(t, utf8.RuneCountInString(text), limit, name)
			require.True(t, utf8.ValidString(text))
			require.NotContains(t, text, "  ")
		}
	}
	for _, text := range []string{Alt(wordy, spoken), Long(wordy, spoken, nil, longLimit)} {
		for word := range strings.FieldsSeq(text) {
			require.Regexp(t, `^(wörd|🂡|Classic|SET\.|…)$`, word, "a word was cut")
		}
	}
}

// The description of a crowded table mentions every card and every seat.
func TestCrowdedTableIsDescribedCompletely(t *testing.T) {
	v := fullestTable()
	for _, text := range []string{Alt(v, spoken), Long(v, spoken, nil, longLimit)} {
		for i := range 21 {
			require.Regexp(t, fmt.Sprintf(`\b%c: (3|three) striped purple squiggles`, 'A'+i), text)
		}
		for _, s := range v.Seats {
			require.Contains(t, text, fmt.Sprintf("%s: %d points", games.SeatLetter(s.Seat), s.Score))
		}
	}
}

// Both texts contain everything in the picture of an ordinary table.
func TestTextsSayWhatThePictureSays(t *testing.T) {
	v := classicView(12)
	for _, text := range []string{Alt(v, spoken), Long(v, spoken, nil, longLimit)} {
		for _, c := range v.Areas[0].Cells {
			require.Contains(t, text, c.Label+": "+spoken.Card(c.Card))
		}
		for _, words := range []string{
			"Classic SET", "Name a set: set A B C", "54 cards left",
			"Just taken by Q: one solid red diamond, one solid red squiggle, one solid red oval",
			"Seat P: 4 points", "Seat Q: 11 points, none", "Seat R: -1 point, locked", "New: A: ",
		} {
			require.Contains(t, text, words)
		}
	}
}

func TestLongHasALineForEachRowAndSeat(t *testing.T) {
	v := classicView(12)
	v.Offers = []games.Offer{{Words: "set", Takes: games.Three}, {Words: "none"},
		{Words: "bet", Takes: games.Amount, Min: 1, Max: 5}, {Words: "leave"}}
	lines := strings.Split(Long(v, spoken, nil, longLimit), "\n")
	require.Len(t, lines, 1+1+4+3+1)
	require.True(t, strings.HasPrefix(lines[2], "A: "))
	require.True(t, strings.HasPrefix(lines[5], "J: "))
	require.Equal(t, "Moves: set and three cards; none; bet and 1 to 5 chips.", lines[9], "leave alone counts as talk, so it isn't listed")

	v.Offers = []games.Offer{{Words: "none"}, {Words: "start"}}
	lines = strings.Split(Long(v, catalogues.In("fr"), nil, longLimit), "\n")
	require.Equal(t, "Coups\u202f: aucun\u202f; commencer.", lines[9], "moves as players type them in French")
}

func chartOf(n int) Chart {
	c := Chart{Title: "Sets, this month", Unit: "test.sets"}
	for i := range n {
		c.Rows = append(c.Rows, ChartRow{
			Rank: i + 1, Value: int64(2100 / (i + 1)), Mine: i == 3,
			Name: []string{"Ann", "Ωρίων", "Борис", "さくら", "Bartholomew the Unshortened of Nowhere"}[i%5]})
	}
	c.Rows[n-1].Value = -3
	return c
}

func TestAltChart(t *testing.T) {
	require.Equal(t, "Sets, this month. Rank 1, Ann: 2,100 sets. Rank 2, Ωρίων: -3 sets.",
		AltChart(chartOf(2), spoken))
	require.Contains(t, AltChart(chartOf(10), spoken), "Rank 4, さくら: 525 sets (the player who asked).")
	require.Equal(t, "Wins, today. Nothing to show yet.", AltChart(Chart{Title: "Wins, today"}, spoken))
	long := AltChart(chartOf(200), spoken)
	require.LessOrEqual(t, Size(long), altLimit)
	require.True(t, strings.HasSuffix(long, " …"))
}
