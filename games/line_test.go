package games

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestParseLine(t *testing.T) {
	for text, want := range map[string]TextLine{
		"ann set a b c":              {NoGap, "ann", "set a b c"},
		"+2 ann set a b c":           {2 * time.Second, "ann", "set a b c"},
		"+0.25 clock":                {250 * time.Millisecond, "clock", ""},
		"+0 dealer deal 2SRD":        {0, "dealer", "deal 2SRD"},
		"  Åsa-2   set   a  b\tc ":   {NoGap, "Åsa-2", "set a b c"},
		"+1.0004 ann join":           {time.Second, "ann", "join"}, // journals keep milliseconds
		"+31622400 p1 leave":         {mostGap, "p1", "leave"},
		"ann set a b c! and so on …": {NoGap, "ann", "set a b c! and so on …"},
	} {
		line, err := ParseLine(text)
		require.NoError(t, err, text)
		require.Equal(t, want, line)
		again, err := ParseLine(line.String())
		require.NoError(t, err)
		require.Equal(t, line, again)
	}
}

func TestMalformedLines(t *testing.T) {
	for text, reason := range map[string]string{
		"":                      "the player is missing",
		"+2":                    "the player is missing",
		"+ ann join":            "+ isn't a number of seconds up to 31622400",
		"+-1 ann join":          "+-1 isn't a number of seconds up to 31622400",
		"+1e3 ann join":         "+1e3 isn't a number of seconds up to 31622400",
		"+NaN ann join":         "+NaN isn't a number of seconds up to 31622400",
		"+1.2.3 ann join":       "+1.2.3 isn't a number of seconds up to 31622400",
		"+99999999999 ann join": "+99999999999 isn't a number of seconds up to 31622400",
		"ann: join":             `"ann:" isn't a name: use only letters, digits and . _ -, and don't start with . or -`,
		"<@123> join":           `"<@123>" isn't a name: use only letters, digits and . _ -, and don't start with . or -`,
		"-ann join":             `"-ann" isn't a name: use only letters, digits and . _ -, and don't start with . or -`,
		"\xff join":             `"\xff" isn't a name: use only letters, digits and . _ -, and don't start with . or -`,
	} {
		_, err := ParseLine(text)
		require.EqualError(t, err, reason, "%q", text)
	}
}

func FuzzParseLine(f *testing.F) {
	for _, seed := range []string{"ann set a b c", "+2 ann x", "+0.25 clock", "+.5 a", "+5. a", "", "+",
		"dealer deal 2SRD"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		line, err := ParseLine(text)
		if err != nil {
			return
		}
		again, err := ParseLine(line.String())
		if err != nil || again != line {
			t.Fatalf("%q is %#v, written %q, read %#v, %v", text, line, line, again, err)
		}
	})
}
