package render

import (
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
	"settable/games/every"
)

var played = every.Game

// The example tables in the rules can be drawn and described.
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

// Every view that scripts and random games reach can be described in words, and the parts of its picture don't overlap.
func TestEveryViewIsDescribed(t *testing.T) {
	everyView(t, func(name string, v games.View) {
		if !strings.HasPrefix(name, "view ") { // the headlines of named views are not in the catalogues
			requireSaid(t, name, v)
		}
	})
}

// randomTable is a game in progress whose players make random moves.
type randomTable struct {
	*testing.T
	rules  games.Rules
	game   games.Game
	chance games.Luck
	source *rand.Rand
	at     time.Time
}

// openRandomTable opens a game and starts it with the given number of players.
func openRandomTable(t *testing.T, rules games.Rules, options games.Options, seats int, luck, moves uint64) *randomTable {
	game, err := rules.Open(options)
	require.NoError(t, err)
	table := &randomTable{t, rules, game, games.Seeded(luck), rand.New(rand.NewPCG(7, moves)), time.Unix(1e9, 0)}
	for seat := range games.Seat(seats) {
		require.NoError(t, table.say(seat+1, "join"))
	}
	require.NoError(t, table.say(1, "start"))
	return table
}

// playSomething makes a random move and returns the seat that made it. The game may refuse the move.
func (t *randomTable) playSomething() games.Seat {
	seat := games.Seat(1 + t.source.IntN(len(t.game.View(games.Watcher).Seats)))
	if words := t.randomMove(t.game.View(seat)); words != "" {
		if err := t.say(seat, words); err != nil {
			require.ErrorAs(t, err, new(games.Illegal))
		}
	}
	return seat
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
		step, err := t.game.Apply(games.Action{At: t.at, Seat: games.Dealer, Move: owed.Move(drawn)})
		require.NoError(t, err)
		t.game = step.Game
	}
	return nil
}

// randomMove returns a random move that the seat is offered, or "". If it is a claim, it names a set, if there is one.
func (t *randomTable) randomMove(v games.View) string {
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

// codes matches card codes as people type them.
var codes = regexp.MustCompile(`\b([123][STN][RGP][DQV]|[2-9TJQKA][SHDC])\b`)

// Every game describes its cards in words, for any number of players and any options. What doesn't fit into the
// alternative text is in the long text.
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
			seat := games.Seat(1)
			for range 300 {
				for _, viewer := range []games.Seat{games.Watcher, seat} {
					v := table.game.View(viewer)
					requireSaid(t, rules.Name(), v)
					if alt := Alt(v, spoken); Size(alt) > Size(longest) {
						longest = alt
					}
				}
				seat = table.playSomething()
			}
		}
		t.Logf("%s, %d characters: %s", rules.Name(), Size(longest), longest)
	}
}

// tableOf returns a table with random options. Every second table is full.
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
	if err != nil { // these options are incompatible
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
			break // these options allow fewer players
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
			t.Fatalf("%s: the text is incomplete:\n%s\n%s", name, text, v)
		}
		if code := codes.FindString(text); code != "" {
			t.Fatalf("%s: the text contains the code %s instead of words:\n%s", name, code, text)
		}
	}
	require.NotContains(t, whole, "As text", "the text version must not refer to itself")
}
