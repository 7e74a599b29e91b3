package gamestest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
)

// Rights plays n random games in which players kick, void, hurry, end, go away and leave. It requires the consent of
// all harmed players before stakes are returned, a player is removed or a lead is lost, and it requires that a
// moderator can end every table (Rights). Rights also breaks these rules one by one and requires that the test notices
// each violation.
func Rights(t *testing.T, c Case, n int) {
	t.Helper()
	require.Empty(t, violation(t, c, n))
	for name, b := range breaches {
		if b.games == nil || slices.Contains(b.games, c.Rules.Name()) {
			require.NotEmpty(t, violation(t, Case{Rules: b.rules(c.Rules), Words: c.Words}, 40*n), "the test doesn't notice that %s", name)
		}
	}
}

// breaches are changed rules that violate players' rights by replacing an action with a different one.
var breaches = map[string]breach{
	"one player kicks another": {rewrite: func(v games.View, a games.Action) games.Action {
		if _, kicks := a.Move.(games.Kick); kicks && a.Seat > games.Watcher {
			a.Seat = games.Dealer
		}
		return a
	}},
	"one player ends the game": {rewrite: func(v games.View, a games.Action) games.Action {
		if _, ends := a.Move.(games.End); ends && a.Seat > games.Watcher && !v.ShowPot {
			return games.Action{At: a.At, Seat: games.Dealer, Move: games.LastHand{}}
		}
		return a
	}},
	"an end undoes a lead": {games: []string{"classic", "english"}, rewrite: endNotLast},
	"an end voids a hand": {games: []string{"poker"}, rewrite: func(v games.View, a games.Action) games.Action {
		if _, last := a.Move.(games.LastHand); last && v.ShowPot {
			a.Move = games.Void{}
		}
		return a
	}},
	"one player voids a hand": {games: []string{"poker"}, rewrite: func(v games.View, a games.Action) games.Action {
		if _, voids := a.Move.(games.Void); voids {
			a.Seat = games.Dealer
		}
		return a
	}},
}

func endNotLast(_ games.View, a games.Action) games.Action {
	if _, last := a.Move.(games.LastHand); last {
		a.Move = games.End{}
	}
	return a
}

type breach struct {
	games   []string // nil: all
	rewrite func(games.View, games.Action) games.Action
}

func (b breach) rules(r games.Rules) games.Rules {
	return ChangedRules{Rules: r, Play: func(g games.Game, a games.Action) (games.Step, error) {
		return g.Apply(b.rewrite(g.View(games.Watcher), a))
	}}
}

// violation returns the first violation found in n random games, or "" if none is found.
func violation(t require.TestingT, c Case, n int) string {
	for i := range n {
		source := rand.New(rand.NewPCG(uint64(i), 39))
		m := c.Rules.Manual()
		options := randomOptions(source, m)
		if _, timed := m.Option("turn"); timed && source.IntN(2) == 0 {
			options["turn"] = "0"
		}
		w := watch{table: open(t, c, options, uint64(i)), wants: map[string]map[games.Seat]bool{},
			lapsing: map[games.Seat][]games.Seat{}, kicked: map[games.Seat]bool{}}
		for range max(2, m.MinSeats) + source.IntN(3) {
			w.try(games.Seat(w.seats+1), "join")
		}
		w.try(1, "start")
		for range 60 {
			if w.playSomething(source); w.found != "" {
				return fmt.Sprintf("in game %d: %s", i, w.found)
			}
		}
		if w.checkModeratorEnds(); w.found != "" {
			return fmt.Sprintf("in game %d: %s", i, w.found)
		}
	}
	return ""
}

// A watch plays at a table and keeps track of the players' votes.
type watch struct {
	*table
	wants   map[string]map[games.Seat]bool
	lapsing map[games.Seat][]games.Seat // the votes against away players; they lapse when the player returns
	kicked  map[games.Seat]bool         // players who were removed but whose points can still win
	found   string
}

func (w *watch) playSomething(source *rand.Rand) {
	w.at = w.at.Add(time.Duration(source.IntN(20)) * time.Second)
	seat, other := games.Seat(1+source.IntN(w.seats)), games.Seat(1+source.IntN(w.seats))
	switch n := source.IntN(24); {
	case n < 4:
		w.judge(seat, games.Kick{Seat: other}.String())
	case n < 9:
		w.judge(seat, []string{"void", "void", "end", "hurry", "away"}[n-4])
	case n == 9 && source.IntN(3) == 0:
		w.judge(seat, "leave")
	case n == 10 && !w.game.Deadline().IsZero():
		w.tick()
	case n == 10:
		w.judge(seat, "back")
	default:
		offers := w.game.View(seat).Offers
		if len(offers) == 0 || w.game.Presence().Asleep() {
			return
		}
		if o := offers[source.IntN(len(offers))]; o.Words != "leave" {
			if words := w.words(source, w.game.View(seat), o); words != "" {
				w.judge(seat, words)
			}
		}
	}
}

// presentSeats returns the seats of people who are not away.
func presentSeats(v games.View) (list []games.Seat) {
	for _, p := range v.Seats {
		if !p.HasLeft && !p.Away && !p.IsHouse() {
			list = append(list, p.Seat)
		}
	}
	return list
}

// judge makes a move and checks that it violated no player's rights.
func (w *watch) judge(seat games.Seat, words string) {
	before, due, asleep := w.game.View(games.Watcher), w.game.Deadline(), w.game.Presence().Asleep()
	inHand := w.inScoredHand()
	if !w.try(seat, words) {
		return
	}
	after := w.game.View(games.Watcher)
	defer w.dropVotes(before, after, seat, words)
	if w.wants[words] == nil {
		w.wants[words] = map[games.Seat]bool{}
	}
	w.wants[words][seat] = true
	move, _ := w.rules.Parse(words)
	switch m := move.(type) {
	case games.Kick:
		was, is := before.Seat(m.Seat), after.Seat(m.Seat)
		if !is.HasLeft && !is.IsLeaving {
			if was.Away {
				w.lapsing[m.Seat] = append(w.lapsing[m.Seat], seat)
			}
			if others := w.othersWith(seat, m.Seat, before); len(others) > 1 && w.haveAllSaid(words, others) {
				w.found = fmt.Sprintf("seat %s is still here, although all of %v want it removed", m.Seat, others)
			}
			break
		}
		if was.HasLeft || was.IsLeaving {
			break
		}
		w.kicked[m.Seat] = true
		others := w.othersWith(seat, m.Seat, before)
		if len(others) < 2 || !w.haveAllSaid(words, others) {
			w.found = fmt.Sprintf("seat %s is removed by %v of %v", m.Seat, w.wants[words], others)
		}
		tooLate := was.Calling && !w.at.Before(due) // the player pays for a call that had expired before the kick
		if is.Score != was.Score && !tooLate {
			w.found = fmt.Sprintf("seat %s loses points by a kick", m.Seat)
		}
	case games.Void:
		in := []games.Seat{}
		for _, p := range before.Seats {
			if p.Cards > 0 && !p.Dropped && !p.HasLeft {
				in = append(in, p.Seat)
				if p.Away && p.Seat != seat && isVoided(before, after) {
					w.found = fmt.Sprintf("a hand is voided while seat %s is away", p.Seat)
				}
			}
		}
		if isVoided(before, after) && !w.haveAllSaid(words, in) {
			w.found = fmt.Sprintf("a hand of %v is voided by %v", in, w.wants[words])
		}
	case games.End:
		for _, p := range before.Seats {
			if inHand && !asleep && p.Cards > 0 && !p.Dropped && !p.HasLeft && p.Away && after.Phase == games.Finished {
				w.found = fmt.Sprintf("a table is ended during the hand of seat %s, who is away", p.Seat)
			}
		}
		if after.Phase == games.Finished && !w.haveAllSaid(words, presentSeats(before)) {
			w.found = fmt.Sprintf("a table of %v is ended by %v", presentSeats(before), w.wants[words])
		}
		w.checkLeads(before, after)
	default:
		if isVoided(before, after) {
			w.found = fmt.Sprintf("%q voids a hand", words)
		}
	}
	if before.ShowPot != after.ShowPot { // votes apply to one hand only
		delete(w.wants, "void")
	}
}

// othersWith returns the seats of all present people except who. It always includes the voting seat, because a vote
// brings an away player back.
func (w *watch) othersWith(votes, who games.Seat, v games.View) []games.Seat {
	others := slices.DeleteFunc(presentSeats(v), func(s games.Seat) bool { return s == who })
	if !slices.Contains(others, votes) {
		others = append(others, votes)
	}
	return others
}

// dropVotes drops the votes that lapse with a move. Votes to void a hand lapse when cards are laid or the voter plays
// on, votes to end a game lapse when a player scores, and votes to remove an away player lapse when that player
// returns.
func (w *watch) dropVotes(before, after games.View, by games.Seat, words string) {
	verb, _, _ := strings.Cut(words, " ")
	_, known := w.rules.Manual().Verb(verb)
	if _, common := (games.Manual{Verbs: games.WithSeats(nil)}).Verb(verb); known && !common && verb != "void" {
		delete(w.wants["void"], by)
	}
	if after.CardsLeft != before.CardsLeft {
		delete(w.wants, "void")
	}
	for _, p := range before.Seats {
		if !w.rules.Manual().Together && after.Seat(p.Seat).Score > p.Score {
			delete(w.wants, "end")
		}
		if is := after.Seat(p.Seat); !is.Away || is.HasLeft {
			for _, by := range w.lapsing[p.Seat] {
				delete(w.wants[games.Kick{Seat: p.Seat}.String()], by)
			}
			delete(w.lapsing, p.Seat)
		}
	}
}

func (w *watch) haveAllSaid(words string, seats []games.Seat) bool {
	return !slices.ContainsFunc(seats, func(s games.Seat) bool { return !w.wants[words][s] })
}

// inScoredHand reports whether a hand is being played for points.
func (w *watch) inScoredHand() bool {
	if _, hands := w.rules.Manual().Verb("next"); !hands {
		return false
	}
	state, is := w.game.State(games.Seat.String).(map[string]any)
	return is && state["phase"] == "play"
}

// isVoided reports whether a hand with a pot has ended without a winner.
func isVoided(before, after games.View) bool {
	return before.ShowPot && !after.ShowPot && len(after.Pots) == 0
}

// checkLeads checks that the players in the lead win a table that is closed early.
func (w *watch) checkLeads(before, after games.View) {
	if after.Phase != games.Finished || before.Phase != games.Playing || before.ShowPot ||
		w.rules.Manual().Together || after.HasScores() && !before.HasScores() {
		return
	}
	canWin := func(p games.SeatView) bool { return !p.HasLeft || w.kicked[p.Seat] }
	best := 0
	for _, p := range before.Seats {
		if canWin(p) {
			best = max(best, p.Score)
		}
	}
	for _, p := range before.Seats {
		if best > 0 && canWin(p) && p.Score == best && !after.Seat(p.Seat).Winner {
			w.found = fmt.Sprintf("seat %s led and has not won", p.Seat)
		}
	}
}

// checkModeratorEnds checks that a moderator can end the table at once or after some time, without voiding a hand.
func (w *watch) checkModeratorEnds() {
	if w.game.View(games.Watcher).Phase == games.Finished {
		return
	}
	w.accounts = maps.Clone(w.accounts)
	before := w.game.View(games.Watcher)
	if w.try(games.Dealer, "last") {
		after := w.game.View(games.Watcher)
		if w.checkLeads(before, after); isVoided(before, after) {
			w.found = "the end voids a hand"
		}
	}
	for n := 0; w.game.View(games.Watcher).Phase != games.Finished; n++ {
		if n > 1000 || w.game.Deadline().IsZero() {
			w.found = "a moderator cannot end the table: " + w.game.View(games.Watcher).String()
			return
		}
		w.tick()
	}
}
