package gamestest

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/classic"
	"settable/games/poker"
)

// brokenRules breaks a law, so that tests can show that Laws detects it.
type brokenRules struct {
	games.Rules
	how string
}

type brokenGame struct {
	games.Game
	how     string
	applied *int // shared by all copies of the game, which should be independent values
	count   int
}

func (r brokenRules) Open(o games.Options) (games.Game, error) {
	g, err := r.Rules.Open(o)
	return &brokenGame{Game: g, how: r.how, applied: new(int)}, err
}

func (r brokenRules) Parse(words string) (games.Move, bool) {
	if r.how == "parses differently" && words == "set" {
		words = "none"
	}
	if r.how == "parses differently" && words == "none" {
		words = "set"
	}
	return r.Rules.Parse(words)
}

func (g *brokenGame) Apply(a games.Action) (games.Step, error) {
	if g.how == "keeps hidden state" {
		*g.applied++
	}
	if g.how == "mutates the receiver" {
		g.count++
	}
	step, err := g.Game.Apply(a)
	if err != nil {
		if g.how == "wraps its errors" {
			err = fmt.Errorf("refused: %w", err)
		}
		if g.how == "refuses without a sentence" {
			err = games.Illegal{}
		}
		return step, err
	}
	next := *g
	next.Game = step.Game
	if g.how == "keeps hidden state" {
		next.count += *g.applied % 1000 // differs in a replay, because the journal contains no refused moves
	}
	if g.how == "transfers no chips" {
		step.Transfers = []games.Transfer{{From: 1, To: games.Pot}}
	}
	accounts := map[string][2]games.Account{
		"keeps the pot": {games.Balance(1), games.Pot}, "keeps a stack": {games.Balance(1), 1},
		"overdraws": {1, games.Pot}, "charges another player": {games.Balance(2), 2},
	}
	if p, ok := accounts[g.how]; ok {
		step.Transfers = []games.Transfer{{From: p[0], To: p[1], Amount: 1}}
	}
	step.Game = &next
	return step, nil
}

func (g *brokenGame) Presence() *games.Attendance {
	if g.how == "waits forever" {
		return &games.Attendance{}
	}
	return g.Game.Presence()
}

func (g *brokenGame) View(s games.Seat) games.View {
	v := g.Game.View(s)
	if g.how == "offers too much" && len(v.Offers) > 0 {
		v.Offers = append(v.Offers, games.Offer{Words: "start"})
	}
	if g.how == "never ends" {
		v.Phase = games.Playing
	}
	return v
}

// recorder is a test that records its first failure.
type recorder struct{ failure string }

var errFailed = errors.New("failed")

func (r *recorder) Errorf(format string, args ...any) {
	if r.failure == "" {
		r.failure = fmt.Sprintf(format, args...)
	}
}
func (r *recorder) FailNow() { panic(errFailed) }

// failure returns what Laws reports for random games: the first report that contains want, or else the last one.
func failure(c Case, want string) (last string) {
	for seed := range uint64(200) {
		r := &recorder{}
		func() {
			defer func() {
				if p := recover(); p != nil && p != errFailed {
					panic(p)
				}
			}()
			randomGame(r, c, seed)
		}()
		if last = cmp.Or(r.failure, last); r.failure != "" && strings.Contains(r.failure, want) {
			break
		}
	}
	return last
}

func TestLawsDetectViolations(t *testing.T) {
	leave := func(*rand.Rand, games.View) string { return "" }
	for how, want := range map[string]string{
		"mutates the receiver":       "changed the game it was applied to",
		"parses differently":         "none", // the words parse to another move, or the game refuses them
		"wraps its errors":           "is not Illegal",
		"refuses without a sentence": "the refusal has no sentence",
		"keeps hidden state":         "replays to a different game",
		"transfers no chips":         "is not positive",
		"keeps the pot":              "the pot in the view must match the transfers",
		"keeps a stack":              "the stacks in the view must match the transfers",
		"overdraws":                  "the account doesn't have",
		"offers too much":            "although it offered",
		"never ends":                 "",
		"charges another player":     "takes chips from the balance of another",
		"waits forever":              "the clock still runs, although no player has acted",
	} {
		var rules games.Rules = classic.Rules{}
		if how == "waits forever" { // in games with turns
			rules = poker.Rules{}
		}
		got := failure(Case{Rules: brokenRules{rules, how}, Finish: leave}, want)
		require.NotEmpty(t, got, how)
		require.Contains(t, got, want, how)
	}
}
