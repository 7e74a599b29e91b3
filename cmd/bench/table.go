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
	"settable/games/every"
	"settable/render"
	"settable/render/words"
)

// A table holds everything that its simulated players know. They play the same game with the same seed as the bot, so
// they know all sets and the expected pictures.
type table struct {
	channel string
	source  *rand.Rand
	trial   *games.Trial
	line    int // number of the last journal line
	moves   int
	past    [][]cards.Card // the cards on the table before each set was taken

	mu        sync.Mutex
	waiting   []move // moves that no picture has shown yet, oldest first
	shown     int    // last line that the newest picture shows
	alt       string
	received  time.Time
	pictures  int
	reordered int
}

// A move is a typed move with the number of its journal line.
type move struct {
	line int
	sent time.Time // zero: not sent yet
}

var english = sync.OnceValue(func() *words.Language {
	catalogues, err := words.New(nil, every.Game)
	if err != nil {
		panic(err) // the catalogues are embedded and tested
	}
	return catalogues.In("en")
})

// players are the players' names in seat order.
var players = []string{"Ann", "Bob"}

// newTable returns the n-th table. The player who opens it already has a seat.
func newTable(n uint64, channel string) (*table, error) {
	game, err := classic.Rules{}.Open(nil)
	if err != nil {
		return nil, err
	}
	t := &table{channel: channel, source: rand.New(rand.NewPCG(n, 0))}
	t.trial = games.TrialOf(game, games.Seeded(n), func(games.Step) { t.line++ })
	return t, t.trial.Do(1, games.Join{})
}

// next chooses the next move and its player. ok is false if the game is over. Half of the moves are sets, and the
// others are wrong claims, which prolong the game.
func (t *table) next() (who, words string, ok bool, err error) {
	v := t.trial.Game.View(games.Watcher)
	if v.Phase == games.Finished {
		return "", "", false, nil
	}
	table := make([]cards.Card, len(v.Areas[0].Cells))
	for i, c := range v.Areas[0].Cells {
		table[i] = c.Card
	}
	var places []int
	if t.moves%4 < 2 || len(table) < 12 { // with fewer than twelve cards, findNoSet might find no three cards
		places = t.findSet(table)
		t.past = append(t.past, table)
	} else {
		places = t.findNoSet(table)
	}
	seat := games.Seat(1 + t.moves%len(players))
	t.moves++
	var claim games.Claim
	for i, p := range places {
		claim.Picks[i].Label = v.Areas[0].Cells[p].Label
	}
	return players[seat-1], strings.ToLower(claim.String()), true, t.trial.Do(seat, claim)
}

// findSet returns the places of a random set. Until the game ends, the table always contains one.
func (t *table) findSet(table []cards.Card) (places []int) {
	sets := cards.Sets(table)
	for _, c := range sets[t.source.IntN(len(sets))] {
		places = append(places, slices.Index(table, c))
	}
	return places
}

// findNoSet returns three places that are not a set. They must not be a recent set either, because the bot would treat
// such a claim as late rather than wrong.
func (t *table) findNoSet(table []cards.Card) []int {
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

// expectPicture records that a move is about to be sent.
func (t *table) expectPicture() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = append(t.waiting, move{line: t.line})
}

// moveSent records when the oldest unsent move was sent.
func (t *table) moveSent(at time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.waiting {
		if t.waiting[i].sent.IsZero() {
			t.waiting[i].sent = at
			return
		}
	}
}

// pictureReceived handles a picture that shows the table up to a line. It returns the latencies of the moves that the
// picture shows for the first time.
func (t *table) pictureReceived(line int, alt string, at time.Time) (waited []time.Duration) {
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

func (t *table) outstanding() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.waiting)
}

func (t *table) giveUp() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = nil
}

func (t *table) check() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	v := t.trial.Game.View(games.Watcher)
	if v.Phase == games.Finished {
		v = v.WithNames(func(s games.Seat) string { return players[s-1] })
		v.Highlights = nil // highlights depend on the bot's clock
	}
	want := render.Alt(v, english())
	switch {
	case t.shown != t.line:
		return fmt.Errorf("the last picture of a table shows line %d, not line %d", t.shown, t.line)
	case !strings.HasPrefix(t.alt, want):
		return fmt.Errorf("the last picture of a table shows\n%s\ninstead of\n%s", t.alt, want)
	}
	return nil
}
