package games_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/classic"
)

const twelve = "1SRD 2SRD 3SRD 3SGD 2NRV 2SGD 1SGQ 2NGQ 2TGD 2NRD 3TGD 3NPV"

var known = []games.Rules{classic.Rules{}}

// playScript plays a script and returns the refusals by line.
func playScript(t *testing.T, text string) (*games.Replay, map[string]string) {
	t.Helper()
	script, err := games.ReadScript("x.game", text)
	require.NoError(t, err)
	replay, _, err := games.NewReplay(known, script)
	require.NoError(t, err)
	refused := map[string]string{}
	for _, line := range script.Lines {
		out, err := replay.Play(line)
		require.NoError(t, err)
		if !out.Refused.Silent() {
			refused[line.Text] = out.Refused.Facts(replay.Name)
		}
	}
	return replay, refused
}

// A journal contains the dealer's lines instead of a deck (notation, Scripts 1).
func TestReplayJournal(t *testing.T) {
	replay, refused := playScript(t, `game classic
ann join
+3.25 eve set a b c
eve join
eve start
dealer deal `+twelve+`
eve set a b c
dealer deal 1NGD 1NRV 1NPQ
`)
	require.Equal(t, map[string]string{"+3.25 eve set a b c": `games.stranger name="eve"`}, refused)
	require.Equal(t, games.Seat(2), replay.Seat("eve"))
	require.Equal(t, "eve", replay.Name(2))
	require.Equal(t, games.Watcher, replay.Seat("bob"))
	view := replay.Game().View(games.Watcher)
	require.Equal(t, 1, view.Seats[1].Score)
	require.Equal(t, 66, view.CardsLeft)
}

// Without a deck, no cards are dealt automatically, even if the header names players.
func TestNoCardsAreDealtWithoutADeck(t *testing.T) {
	replay, _ := playScript(t, "game classic\nplayers ann\n")
	owed, ok := replay.Game().Owed()
	require.True(t, ok)
	require.Equal(t, 12, owed.Count)
}

func TestBrokenScripts(t *testing.T) {
	for text, want := range map[string]string{
		"game whist\n": `x.game:1: there is no game "whist"`,
		"game classic\noption call=5\noption pace=x\n":  `x.game:3: games.option_range max=60 min=1 option="pace" value="x"`,
		"game classic\nplayers ann\ndealer deal 1SRX\n": `x.game:3: "deal 1SRX" isn't a move of the dealer`,
		"game classic\nplayers ann\nclock now\n":        `x.game:3: "now" isn't a move of the clock`,
		"game classic\nplayers ann\ndeck " + twelve +
			"\n\nann set abc": "x.game:5: the prepared deck has too few cards: 3 cards are needed, but deck line " +
			"1 has 0 left",
		"game classic\n\nplayers a b c d e f g h i j k l m n o p q r s t u\n": "x.game:3: u join: games.full N=20",
		"game classic\nplayers ann\ndeck AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S\n": "x.game:3: ann start: the " +
			"prepared deck has too few cards: " +
			"12 cards are needed, but deck line 1 has 0 left",
	} {
		script, err := games.ReadScript("x.game", text)
		require.NoError(t, err)
		replay, _, err := games.NewReplay(known, script)
		for i := 0; err == nil && i < len(script.Lines); i++ {
			_, err = replay.Play(script.Lines[i])
		}
		require.EqualError(t, err, want)
		require.ErrorAs(t, err, new(*games.ScriptError))
	}
}

// An exported journal replays to the same final state, even if players' names can't be used in scripts.
func TestJournalsAreWrittenAndRead(t *testing.T) {
	at := time.Date(2026, 11, 20, 20, 0, 0, 123e6, time.UTC)
	options := games.Options{"call": "5", "extra": "agree"}
	var lines []games.Line
	say := func(after time.Duration, seat games.Seat, words string) {
		at = at.Add(after)
		lines = append(lines, games.Line{At: at, Seat: seat, Words: words})
	}
	say(0, 1, "join")
	say(1500*time.Millisecond, 2, "join")
	say(time.Second, 3, "join")
	say(time.Second, 1, "start")
	say(0, games.Dealer, "deal "+twelve)
	say(4*time.Second, 2, "set")
	say(90*time.Second, games.Clock, "away 88")
	say(3*time.Second, games.Clock, "")
	say(-200*time.Millisecond, 3, "none")
	say(time.Second, 3, "set a b c")
	say(0, games.Dealer, "deal 1NGD 1NRV 1NPQ")
	names := map[games.Seat]string{1: "Ann Lee", 2: "clock", 3: "Żaneta"}
	name := func(s games.Seat) string { return names[s] }

	text := games.Journal(classic.Rules{}, options, lines, name)
	require.Equal(t, `game classic
option call=5
option extra=agree

p1 join
+1.5 p2 join
+1 Żaneta join
+1 p1 start
+0 dealer deal `+twelve+`
+4 p2 set
+90 clock away 88
+3 clock
+0 Żaneta none
+0.8 Żaneta set a b c
+0 dealer deal 1NGD 1NRV 1NPQ
`, text)
	replay, refused := playScript(t, text)
	require.Empty(t, refused)
	again, err := games.ReplayLines(classic.Rules{}, options, lines)
	require.NoError(t, err)
	require.Equal(t, again.Game.State(games.Seat.String), replay.Game().State(games.Seat.String))
}

func TestBrokenJournalIsReported(t *testing.T) {
	for want, lines := range map[string][]games.Line{
		`line 2: "dance" is not a valid move in classic`: {{Seat: 1, Words: "join"}, {Seat: 1, Words: "dance"}},
		`line 1: 1 "start": games.join_first`:            {{Seat: 1, Words: "start"}},
		// The error must not quote cards, because they may be hidden.
		`line 1: the dealer's line was refused`:                      {{Seat: games.Dealer, Words: "deal 1SRD 2SRD"}},
		`line 1: the dealer's words are not a valid move in classic`: {{Seat: games.Dealer, Words: "deal 1SRD QQQQ"}},
		`line 2: 1 "set": games.not_started`: {
			{Seat: 1, Words: "join"}, {Seat: 1, Words: "set 1SRD 2SRD 3SRD"}},
	} {
		_, err := games.ReplayLines(classic.Rules{}, nil, lines)
		require.EqualError(t, err, want)
	}
	_, err := games.ReplayLines(classic.Rules{}, games.Options{"call": "x"}, nil)
	require.ErrorContains(t, err, "open classic: games.option_range")
}
