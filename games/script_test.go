package games

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestReadScript(t *testing.T) {
	s, err := ReadScript("x.game", `# a comment
option dealer=bob limit=5    # before the players are named
game poker
players ann bob
stacks bob=20 ann=4
deck 1SRD 2srd
deck 3SRD
shuffle TD AS

ann bet 2 # at once
----
what happened
  and more # kept

+2.5 clock
----
bob is next
`)
	require.NoError(t, err)
	require.Equal(t, "poker", s.Game)
	require.Equal(t, []string{"ann", "bob"}, s.Players)
	require.Equal(t, Options{"dealer": "2", "limit": "5", "stacks": "4,20"}, s.Options)
	require.Equal(t, codes(t, "1SRD", "2SRD"), s.Stacked.Decks[0])
	require.Len(t, s.Stacked.Decks, 2)
	require.Equal(t, codes(t, "TD", "AS"), s.Stacked.Shuffles[0])
	require.Equal(t, []ScriptLine{
		{No: 10, Text: "ann bet 2", TextLine: TextLine{NoGap, "ann", "bet 2"}},
		{No: 15, Text: "+2.5 clock", TextLine: TextLine{2500 * time.Millisecond, "clock", ""}},
	}, s.Lines)
	require.Equal(t, []Block{
		{No: 11, After: 1, Want: []string{"what happened", "  and more # kept"}},
		{No: 16, After: 2, Want: []string{"bob is next"}},
	}, s.Blocks)
}

func TestScriptsMayUseWindowsLineEndings(t *testing.T) {
	s, err := ReadScript("x.game", "\ufeffgame classic\r\nplayers ann\r\n\r\nann set a b c\r\n")
	require.NoError(t, err)
	require.Equal(t, "ann set a b c", s.Lines[0].Text)
}

// The error for a wrong script gives the file, the line and the reason (notation, Replaying 1).
func TestWrongScripts(t *testing.T) {
	for text, want := range map[string]string{
		"": "x.game:1: no game: the header needs a line " +
			"like game classic",
		"ann join\n": "x.game:1: no game: the header needs a line " +
			"like game classic",
		"game\n":                             "x.game:1: game needs a value",
		"game classic\ngame poker\n":         "x.game:2: a script has exactly one game",
		"game classic poker\n":               "x.game:1: a script has exactly one game",
		"game classic\nplayers a b a\n":      "x.game:2: a is named twice",
		"game classic\nplayers a dealer\n":   `x.game:2: "dealer" isn't a valid player name`,
		"game classic\nplayers a b,c\n":      `x.game:2: "b,c" isn't a valid player name`,
		"game classic\nplayers a\nplayers b": "x.game:3: the players are already named",
		"game classic\noption call=\n":       `x.game:2: "call=" is not NAME=VALUE`,
		"game classic\noption a=1 a=2\n":     "x.game:2: option a is given twice",
		"game x\nplayers a\noption dealer=b": `x.game:3: the dealer "b" isn't one of the players`,
		"game x\nplayers a b\nstacks a=1":    "x.game:3: some players have no stack",
		"game x\nplayers a b\nstacks a=1 c=": `x.game:3: stacks must be NAME=CHIPS, once for each player, not "c="`,
		"game x\nplayers a\nstacks a=-1":     `x.game:3: stacks must be NAME=CHIPS, once for each player, not "a=-1"`,
		"game x\nstacks a=1":                 `x.game:2: stacks must be NAME=CHIPS, once for each player, not "a=1"`,
		"game x\ndeck 1SRD XX\n":             `x.game:2: "XX" isn't a card`,
		"game x\ndeck 1SRD 1srd\n":           "x.game:2: 1SRD occurs twice",
		"game x\ndeck 1SRD AS\n":             "x.game:2: 1SRD and AS are from different packs",
		"game x\nshuffle AS 1SRD\n":          "x.game:2: AS and 1SRD are from different packs",
		"game x\n\n\n!\n":                    `x.game:4: "!" isn't a name: use only letters, digits and . _ -, and don't start with . or -`,
		"game x\na join\n+z a b":             "x.game:3: +z isn't a number of seconds up to 31622400",
		"game x\na join\ndeck 1SRD\n":        "x.game:3: deck must come before the first line",
		"game x\n----\na join\n----\n":       "x.game:2: an empty line must follow ---- and its results, before any further lines",
		"game x\n----\n\noption a=1\n":       "x.game:4: option must come before the first line",
	} {
		_, err := ReadScript("x.game", text)
		require.EqualError(t, err, want, "%q", text)
	}
}

func FuzzReadScript(f *testing.F) {
	f.Add("game classic\nplayers a b\noption call=1\ndeck 1SRD\n\na set\n----\nx\n\n+1 clock\n")
	f.Add("game poker\nplayers a b\nstacks a=1 b=2\noption dealer=b\nshuffle AS\n")
	f.Add("----\n----\n\n#")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadScript("x", text)
		if err != nil {
			require.ErrorAs(t, err, new(*ScriptError))
			return
		}
		require.NotEmpty(t, s.Game)
		for _, l := range s.Lines {
			again, err := ParseLine(l.Text)
			require.NoError(t, err)
			require.Equal(t, l.TextLine, again)
		}
	})
}
