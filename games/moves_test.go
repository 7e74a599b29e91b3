package games

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseCommon(t *testing.T) {
	for _, words := range []string{"join", "leave", "start", "end", "", "deal 2SRD 1TGQ 3NPV", "deal TD AS"} {
		m, ok := ParseCommon(words)
		require.True(t, ok, "%q", words)
		require.Equal(t, words, m.String())
	}
	for _, words := range []string{
		" ", "join us", "let's start", "the end", "deal", "deal ", "deal with it", "deal 2SRD 2SRX",
		"deal 1\u017fRD", "Tick", "watcher", "join?", "join\x00",
	} {
		_, ok := ParseCommon(words)
		require.False(t, ok, "%q", words)
	}
}

func classicLabel(s string) bool { return len(s) == 1 && s[0] >= 'A' && s[0] <= 'U' }

func TestParseClaim(t *testing.T) {
	for typed, want := range map[string]string{
		"set a b c":          "set a b c",
		"set abc":            "set a b c",
		"SET C,A,B":          "set c a b",
		"set 2srd 1TGQ 3npv": "set 2SRD 1TGQ 3NPV",
		"set a 1TGQ u":       "set a 1TGQ u",
		"set a a b":          "set a a b", // refused at the table, with a sentence
	} {
		c, ok := ParseClaim(Fields(typed), classicLabel)
		require.True(t, ok, "%q", typed)
		require.Equal(t, want, c.String())
		again, ok := ParseClaim(Fields(c.String()), classicLabel)
		require.True(t, ok)
		require.Equal(t, c, again)
	}
	for _, talk := range []string{
		"set", "set a", "SET a b", "set ab", "set abcd", "set aab", "set a b c d", "set a reminder",
		"set the table",
		"set a b reminder", "i set a b c", "set a b z", "sets a b c", "set xyz", "set ????  a b",
		"set 2SRD1TGQ3NPV",
	} {
		_, ok := ParseClaim(Fields(talk), classicLabel)
		require.False(t, ok, "%q", talk)
	}
}

func TestSeatLetters(t *testing.T) {
	require.Equal(t, "P", SeatLetter(1))
	require.Equal(t, "Z", SeatLetter(11))
	require.Equal(t, "12", SeatLetter(12))
	require.Equal(t, "dealer", SeatLetter(Dealer))
	require.Equal(t, "watcher", SeatLetter(Watcher))
	seen := map[string]bool{}
	for s := Seat(1); s <= mostSeats; s++ {
		require.False(t, seen[SeatLetter(s)])
		seen[SeatLetter(s)] = true
	}
}
