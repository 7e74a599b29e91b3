package table

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// A newcomer always gets the next seat that was never assigned, whatever commands, restarts and deletions of player
// data came before.
func TestNewcomersGetTheNextSeat(t *testing.T) {
	for game := range rules {
		t.Run(game, func(t *testing.T) {
			for seed := range uint64(6) {
				luck := rand.New(rand.NewPCG(seed, 7))
				f := newTable(t, rules[game], nil)
				people := []ids.User{ann, bob, eve, 81, 82, 83}
				for _, p := range people {
					_, err := f.journal.Welcome(t.Context(), 1, p, 100, f.at)
					require.NoError(t, err)
				}
				for step := range 40 {
					if f.Session().Over() {
						break
					}
					who := people[luck.IntN(len(people))]
					what := []string{"/join", "/leave", "/join", "/start", "/away", "forget", "reload"}[luck.IntN(7)]
					name := fmt.Sprintf("seed %d, step %d: %d %s", seed, step, who, what)
					switch what {
					case "forget":
						f.Order(Forget{ForgottenPlayer: store.ForgottenPlayer{Player: who, As: ids.Forgotten(int64(who))},
							Done: make(chan struct{})})
						f.carryOutOrders()
					case "reload":
						f.load()
					default:
						a := f.answerTo(who, what)
						require.NotEqual(t, "table.broken", a.Phrase.Key, name)
					}
					f.checkNextSeat(name)
				}
			}
		})
	}
}

func (f *testTable) checkNextSeat(name string) {
	f.t.Helper()
	lines, err := f.journal.Lines(context.Background(), f.row.ID)
	require.NoError(f.t, err)
	given := games.Watcher
	for _, l := range lines {
		given = max(given, l.Seat)
	}
	seat, sits := f.Session().SeatOf(99)
	require.False(f.t, sits, name)
	require.Equal(f.t, given+1, seat, name)
}

// If the bot frees a seat that is already free, nothing happens.
func TestFreeingASeatTwiceIsNoError(t *testing.T) {
	f := newTable(t, rules["classic"], nil)
	f.answerTo(ann, "/join")
	f.answerTo(bob, "/join")
	frees := func() { f.take(f.wordVia(House, bob, games.Absent{Seat: 2}.String())) }
	frees()
	require.Equal(t, Played, f.outlet.lastAnswer().Verdict)
	said := len(f.outlet.answers)
	frees()
	for _, a := range f.outlet.answers[said:] {
		require.NotEqual(t, Refused, a.Verdict, a.Phrase.Key)
	}
}

// If the bot frees a seat after the game has ended, nothing happens.
func TestFreeingASeatAfterTheEndIsNoError(t *testing.T) {
	f := newTable(t, rules["classic"], nil)
	f.answerTo(ann, "/join")
	f.answerTo(bob, "/join")
	s := f.Session()
	for !s.Over() {
		p := s.House(Moment{Now: f.at}, 0, games.Action{At: f.at, Seat: games.Dealer, Move: games.LastHand{}})
		s = s.Adopt(p, f.at)
	}
	p := s.Plan(s.Understand(Word{Door: House, At: f.at, Words: games.Absent{Seat: 2}.String()}), Moment{Now: f.at})
	require.NotEqual(t, Refused, p.Answer.Verdict)
}
