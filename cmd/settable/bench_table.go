package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"settable/games"
	"settable/games/cards"
	"settable/games/classic"
	"settable/render"
)

// benchTable is a table as its simulated players know it. They play the same game with the same luck
// beside the bot, so that they know which sets lie there, and what each picture must show.
type benchTable struct {
	channel string
	source  *rand.Rand
	trial   *games.Trial
	line    int // the number of the last line
	moves   int
	past    [][]cards.Card // tables before a set was taken

	mu        sync.Mutex
	waiting   []move // whose picture has not come, oldest first
	shown     int    // the line of the newest picture
	alt       string
	received  time.Time
	pictures  int
	reordered int
}

// move is a move that was typed, and the number of its line.
type move struct {
	line int
	sent time.Time // when its frame left; zero: not yet
}

// benchPlayers are the names of the players, by their seats.
var benchPlayers = []string{"Ann", "Bob"}

// newBenchTable is the n-th table that is opened, with its opener.
func newBenchTable(n uint64, channel string) (*benchTable, error) {
	game, err := classic.Rules{}.Open(nil)
	if err != nil {
		return nil, err
	}
	t := &benchTable{channel: channel, source: rand.New(rand.NewPCG(n, 0))}
	t.trial = games.TrialOf(game, games.Seeded(n), func(games.Step) { t.line++ })
	return t, t.trial.Do(1, games.Join{})
}

// next chooses the next move and who types it; ok is false when the game is over. Every other move
// takes a set; the rest are wrong claims that cost a point, so that a game lasts longer.
func (t *benchTable) next() (who, words string, ok bool, err error) {
	v := t.trial.Game.View(games.Watcher)
	if v.Phase == games.Finished {
		return "", "", false, nil
	}
	table := make([]cards.Card, len(v.Areas[0].Cells))
	for i, c := range v.Areas[0].Cells {
		table[i] = c.Card
	}
	var places []int
	if t.moves%4 < 2 || len(table) < 12 { // three cards that are left may be a set
		places = t.set(table)
		t.past = append(t.past, table)
	} else {
		places = t.none(table)
	}
	seat := games.Seat(1 + t.moves%len(benchPlayers))
	t.moves++
	var claim games.Claim
	for i, p := range places {
		claim.Picks[i].Label = v.Areas[0].Cells[p].Label
	}
	return benchPlayers[seat-1], strings.ToLower(claim.String()), true, t.trial.Do(seat, claim)
}

// set is a set on the table: while the game goes on there is one.
func (t *benchTable) set(table []cards.Card) (places []int) {
	sets := cards.Sets(table)
	for _, c := range sets[t.source.IntN(len(sets))] {
		places = append(places, slices.Index(table, c))
	}
	return places
}

// none is three places that hold no set and held none a moment ago, because otherwise the claim would
// only be late, which costs nothing.
func (t *benchTable) none(table []cards.Card) []int {
	for {
		places := t.source.Perm(len(table))[:3]
		if !slices.ContainsFunc(append(t.past, table), func(former []cards.Card) bool {
			return max(places[0], places[1], places[2]) < len(former) &&
				cards.IsSet(former[places[0]], former[places[1]], former[places[2]])
		}) {
			return places
		}
	}
}

func (t *benchTable) expects() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = append(t.waiting, move{line: t.line})
}

// left notes when the frame with the oldest unsent move was sent.
func (t *benchTable) left(at time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.waiting {
		if t.waiting[i].sent.IsZero() {
			t.waiting[i].sent = at
			return
		}
	}
}

// sees takes a picture that shows the table up to a line. It returns how long those moves have waited
// that this picture is the first to show.
func (t *benchTable) sees(line int, alt string, at time.Time) (waited []time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pictures++
	if line < t.shown == at.After(t.received) && line != t.shown {
		t.reordered++
	}
	if at.After(t.received) {
		t.shown, t.alt, t.received = line, alt, at
	}
	for len(t.waiting) > 0 && t.waiting[0].line <= line {
		waited = append(waited, at.Sub(t.waiting[0].sent))
		t.waiting = t.waiting[1:]
	}
	return waited
}

func (t *benchTable) outstanding() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.waiting)
}

func (t *benchTable) giveUp() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = nil
}

func (t *benchTable) check() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	v := t.trial.Game.View(games.Watcher)
	if v.Phase == games.Finished {
		v = v.Named(func(s games.Seat) string { return benchPlayers[s-1] })
		v.Highlights = nil // by the bot's time, which the players do not know; they are told last
	}
	want := render.Alt(v, inEnglish())
	switch {
	case t.shown != t.line:
		return fmt.Errorf("the last picture of a table shows line %d of %d", t.shown, t.line)
	case !strings.HasPrefix(t.alt, want):
		return fmt.Errorf("the last picture of a table shows\n%s\nbut there lies\n%s", t.alt, want)
	}
	return nil
}
