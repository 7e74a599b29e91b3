package render

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/english"
	"settable/games/every"
	"settable/games/solitaire"
	"settable/games/twenty"
	"settable/render/layout"
)

var played = every.Game

// The tables beside the rules can be drawn and described.
func TestExamples(t *testing.T) {
	for _, rules := range played {
		v := rules.Manual().Example()
		requireSaid(t, rules.Name(), v)
		picture, err := Draw(v, Style{}, spoken)
		require.NoError(t, err)
		if folder := os.Getenv("SETTABLE_LOOK"); folder != "" {
			require.NoError(t, os.WriteFile(filepath.Join(folder, "example-"+rules.Name()+".png"), picture, 0o644))
		}
	}
}

// Every view of every script of the games has a place for everything and words
// for all of it.
func TestEveryScriptIsDrawnAndDescribed(t *testing.T) {
	files, err := filepath.Glob("../games/*/testdata/*.game")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		script, err := games.ReadScript(file, string(text))
		require.NoError(t, err)
		replay, _, err := games.NewReplay(played, script)
		require.NoError(t, err)
		for i, line := range script.Lines {
			_, err := replay.Play(line)
			require.NoError(t, err)
			if seat := games.Seat(i % 4); i < 40 || i%16 < 4 || i == len(script.Lines)-1 {
				requireSaid(t, file, replay.Game().View(seat))
			}
		}
		_, err = Draw(replay.Game().View(games.Watcher), Style{}, spoken)
		require.NoError(t, err)
	}
}

// randomTable is a game in progress whose players do anything they may.
type randomTable struct {
	*testing.T
	rules  games.Rules
	game   games.Game
	chance games.Luck
	source *rand.Rand
	at     time.Time
}

func (t *randomTable) say(seat games.Seat, words string) error {
	move, ok := t.rules.Parse(words)
	require.True(t, ok, words)
	t.at = t.at.Add(time.Second)
	step, err := t.game.Apply(games.Action{At: t.at, Seat: seat, Move: move})
	if err != nil {
		return err
	}
	t.game = step.Game
	for owed, ok := t.game.Owed(); ok; owed, ok = t.game.Owed() {
		drawn, err := t.chance.Draw(owed)
		require.NoError(t, err)
		step, err := t.game.Apply(games.Action{At: t.at, Seat: games.Dealer, Move: games.Deal{Cards: drawn}})
		require.NoError(t, err)
		t.game = step.Game
	}
	return nil
}

// anything returns a legal move of the seat: now and then a set, else any word.
func (t *randomTable) anything(v games.View) string {
	var seen []cards.Card
	var tops []string
	for _, a := range v.Areas {
		for _, c := range a.Cells {
			if c.Kind == games.Face && c.Card.IsSET() && (a.Seat == games.Watcher || a.Seat == v.Viewer) {
				seen, tops = append(seen, c.Card), append(tops, c.Label)
			}
		}
	}
	if len(v.Offers) == 0 {
		return ""
	}
	o := v.Offers[t.source.IntN(len(v.Offers))]
	switch sets := cards.Sets(seen); {
	case o.Takes == games.Three && len(sets) > 0:
		s := sets[t.source.IntN(len(sets))]
		return o.Words + " " + s[0].String() + " " + s[1].String() + " " + s[2].String()
	case o.Takes == games.Piles:
		return o.Words + " " + tops[t.source.IntN(len(tops))] + " " + strconv.Itoa(1+t.source.IntN(9))
	case o.Takes == games.Bare && o.Words != "leave":
		return o.Words
	}
	return ""
}

// Whatever happens at a table of the other games, its picture has a place for everything, and the text says it all. The
// highest picture of each game is drawn.
func TestRandomTablesAreShown(t *testing.T) {
	for _, c := range []struct {
		rules   games.Rules
		options games.Options
		seats   int
	}{
		{twenty.Rules{}, nil, 2}, {twenty.Rules{}, nil, 8}, {twenty.Rules{}, games.Options{"hands": "open"}, 8},
		{solitaire.Rules{}, nil, 1}, {solitaire.Rules{}, games.Options{"peek": "false"}, 3},
		{english.Rules{}, nil, 2}, {english.Rules{}, nil, 4}, {english.Rules{}, nil, 6},
	} {
		game, err := c.rules.Open(c.options)
		require.NoError(t, err)
		table := &randomTable{t, c.rules, game, games.Seeded(7), rand.New(rand.NewPCG(1, uint64(c.seats))),
			time.Unix(1e9, 0)}
		name := fmt.Sprintf("%s %v %d", c.rules.Name(), c.options, c.seats)
		for seat := range c.seats {
			require.NoError(t, table.say(games.Seat(seat+1), "join"))
		}
		require.NoError(t, table.say(1, "start"))
		var highest games.View
		for range 300 {
			seat := games.Seat(1 + table.source.IntN(c.seats))
			for _, viewer := range []games.Seat{games.Watcher, seat} {
				v := table.game.View(viewer)
				requireSaid(t, name, v)
				if layout.Of(v).Height >= layout.Of(highest).Height {
					highest = v
				}
			}
			if v := table.game.View(seat); len(v.Offers) > 0 {
				if words := table.anything(v); words != "" {
					var illegal games.Illegal
					if err := table.say(seat, words); err != nil {
						require.ErrorAs(t, err, &illegal)
					}
				}
			}
		}
		picture, err := Draw(highest, Style{}, spoken)
		require.NoError(t, err)
		if folder := os.Getenv("SETTABLE_LOOK"); folder != "" {
			require.NoError(t, os.WriteFile(filepath.Join(folder, "played "+name+".png"), picture, 0o644))
		}
	}
}

// codes matches cards as people type them.
var codes = regexp.MustCompile(`\b([123][STN][RGP][DQV]|[2-9TJQKA][SHDC])\b`)

// Cards are described in words at every table of every game, however many players and whatever options it has, and the
// long text has everything that doesn't fit into the alternative text.
func TestTextsDescribeCardsInWords(t *testing.T) {
	tables := 2
	if long {
		tables = 20
	}
	for _, rules := range played {
		longest := ""
		for i := range tables {
			source := rand.New(rand.NewPCG(3, uint64(i)))
			table := tableOf(t, rules, i, source)
			seats := len(table.game.View(games.Watcher).Seats)
			for range 300 {
				seat := games.Seat(1 + source.IntN(seats))
				for _, viewer := range []games.Seat{games.Watcher, seat} {
					v := table.game.View(viewer)
					requireSaid(t, rules.Name(), v)
					if alt := Alt(v, spoken); Size(alt) > Size(longest) {
						longest = alt
					}
				}
				if words := table.anything(table.game.View(seat)); words != "" {
					var illegal games.Illegal
					if err := table.say(seat, words); err != nil {
						require.ErrorAs(t, err, &illegal)
					}
				}
			}
		}
		t.Logf("%s, %d characters: %s", rules.Name(), Size(longest), longest)
	}
}

// tableOf returns a table with random options; every other one is full.
func tableOf(t *testing.T, rules games.Rules, n int, source *rand.Rand) *randomTable {
	m, options := rules.Manual(), games.Options{}
	for _, o := range m.Options {
		switch {
		case source.IntN(2) == 0:
		case o.Values != nil:
			options[o.Name] = o.Values[source.IntN(len(o.Values))]
		default:
			options[o.Name] = strconv.Itoa(o.Min + source.IntN(o.Max-o.Min+1))
		}
	}
	game, err := rules.Open(options)
	if err != nil { // the options are incompatible
		game, err = rules.Open(nil)
	}
	require.NoError(t, err)
	table := &randomTable{t, rules, game, games.Seeded(uint64(n)), source, time.Unix(1e9, 0)}
	seats := m.MaxSeats
	if n%2 == 1 {
		seats = m.MinSeats + source.IntN(m.MaxSeats-m.MinSeats+1)
	}
	for seat := range games.Seat(seats) {
		if table.say(seat+1, "join") != nil {
			break // the options allow fewer players
		}
	}
	require.NoError(t, table.say(1, "start"))
	return table
}

func requireSaid(t *testing.T, name string, v games.View) {
	requireNoOverlap(t, name, v)
	whole := Long(v, spoken, nil, 4096)
	for limit, text := range map[int]string{
		altLimit: Alt(v, spoken), longLimit: Long(v, spoken, nil, longLimit), 4096: whole} {

		if strings.Contains(text, "…") || Size(text) > limit {
			t.Fatalf("%s: something was left out of the words:\n%s\n%s", name, text, v)
		}
		if code := codes.FindString(text); code != "" {
			t.Fatalf("%s: %s is a code, and words were asked for:\n%s", name, code, text)
		}
	}
	require.NotContains(t, whole, "As text", "the table as text has nothing to point at")
}
