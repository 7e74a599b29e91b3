package table

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/classic"
	"settable/games/english"
	"settable/games/gamestest"
	"settable/games/poker"
	"settable/games/solitaire"
	"settable/games/twenty"
	"settable/store"
	"settable/store/ids"
)

// The six players of the evening.
const (
	alice  = ids.User(71 + iota) // stays until the end
	bruno                        // falls asleep early
	clara                        // loses the connection for some minutes
	dora                         // leaves in anger in the middle of a hand
	emil                         // falls asleep late
	fatima                       // comes late
)

// Six players spend an evening in virtual time: two fall asleep, one loses the connection, one leaves in anger and
// one arrives late. The others never wait longer than one turn at a time, and at most two turns for each silent
// player.
func TestEveningOfSixPlayers(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for _, game := range []struct {
		games.Kind
		options games.Options
		pace    int    // the longest that a player thinks, so that the game ends in time
		all     string // what happened in this game
	}{
		{poker.Game, games.Options{"turn": "60"}, 20, "clock away #2, clock away #3, 6 join, clock away #5"},
		{classic.Game, games.Options{"turn": "60"}, 40, "6 join"},
		{twenty.Game, games.Options{"turn": "60"}, 20, "6 join"},
		{english.Game, games.Options{"turn": "60"}, 40, ""},
		{solitaire.Game, nil, 40, "6 join"}, // this game has no turns
	} {
		t.Run(game.Name(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e := &evening{testTable: newTable(t, game, game.options), kind: game.Kind, pace: game.pace, all: game.all,
					luck: rand.New(rand.NewPCG(17, 6)),
					till: map[ids.User]time.Duration{}, from: map[ids.User]time.Duration{}}
				e.play()
			})
		})
	}
}

// An evening is a table with simulated players who come and go and move at their own pace.
type evening struct {
	*testTable
	kind   games.Kind
	pace   int
	all    string
	thinks time.Duration // how long the next player takes to think
	luck   *rand.Rand
	began  time.Time
	till   map[ids.User]time.Duration // when a player falls silent
	from   map[ids.User]time.Duration // when a player returns
	waits  []time.Duration            // how long the players who are awake had to wait
}

func (e *evening) play() {
	all := []ids.User{alice, bruno, clara, dora, emil, fatima}
	for _, p := range all {
		_, err := e.journal.Welcome(e.t.Context(), 1, p, 100, time.Now())
		require.NoError(e.t, err)
	}
	e.t.Cleanup(e.Close)
	go e.Run()
	e.began = time.Now()
	for _, p := range all[:5] {
		e.tell(p, "join")
	}
	e.tell(alice, "start")
	e.till[bruno], e.from[bruno] = 2*time.Minute, 100*time.Hour
	e.till[clara], e.from[clara] = 4*time.Minute, 11*time.Minute
	e.till[emil], e.from[emil] = 9*time.Minute, 100*time.Hour
	at := map[time.Duration]func(){
		6 * time.Minute: func() { e.tell(fatima, "join") },
		8 * time.Minute: func() { e.tell(dora, "leave"); e.till[dora], e.from[dora] = 0, 100*time.Hour },
	}

	spoke, wait, line := time.Now(), time.Duration(0), e.Session().Line
	for now := time.Duration(0); now < 50*time.Minute && !e.Session().Over(); now += time.Second {
		if do, known := at[now]; known {
			do()
		}
		if !e.playMove(now, time.Since(spoke)) && len(e.awake(now)) > 0 {
			wait += time.Second
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if e.Session().Line > line {
			e.waits = append(e.waits, wait)
			spoke, wait, line = time.Now(), 0, e.Session().Line
		}
	}
	e.check()
}

// tell makes a move by slash command, which never counts as talk, and confirms it if necessary.
func (e *evening) tell(p ids.User, words string) {
	w := e.word(p, "/"+words)
	w.At, w.Confirmed = time.Now(), true
	e.Put(w)
	synctest.Wait()
}

func (e *evening) awake(now time.Duration) (list []ids.User) {
	for p := range e.Session().Seats {
		if _, sits := e.Session().SeatOf(p); sits && (now < e.till[p] || now >= e.from[p]) {
			list = append(list, p)
		}
	}
	slices.Sort(list)
	return list
}

// playMove lets one of the players who are watching think and then move.
func (e *evening) playMove(now, since time.Duration) bool {
	wishes := map[ids.User]string{}
	var who []ids.User
	for _, p := range e.awake(now) {
		v := e.Session().Course.Game.View(e.Session().Seats[p])
		if words := e.kind.Player(v, games.Steady, e.luck); words != "" {
			wishes[p], who = words, append(who, p)
		}
	}
	if len(who) == 0 {
		return false
	}
	if since >= e.thinks {
		e.thinks = time.Duration(3+e.luck.IntN(e.pace)) * time.Second
		p := who[e.luck.IntN(len(who))]
		e.tell(p, wishes[p])
	}
	return true
}

// check checks the invariants at the end of the evening.
func (e *evening) check() {
	t := e.t
	const turn = 60*time.Second + slack + time.Second
	for _, w := range e.waits {
		require.LessOrEqual(t, w, turn, "%v", e.waits)
	}
	long := slices.DeleteFunc(slices.Clone(e.waits), func(w time.Duration) bool { return w < 45*time.Second })
	require.LessOrEqual(t, len(long), 2*3, "more than two turns lost per silent player: %v", e.waits)
	lines, err := e.journal.Lines(t.Context(), e.Session().Row.ID)
	require.NoError(t, err)
	var all []string
	for _, l := range lines {
		all = append(all, l.Seat.String()+" "+l.Words)
	}

	for _, fact := range append(strings.Split(e.all, ", "), "4 leave") {
		require.True(t, fact == "" || slices.Contains(all, fact), "%s in %v", fact, all)
	}

	e.tell(alice, "end")
	time.Sleep(30 * time.Minute)
	synctest.Wait()
	sum := games.Chips(0)
	for p := alice; p <= fatima; p++ {
		h, err := e.journal.Journal.(store.Ledger).Balance(t.Context(), 1, p)
		require.NoError(t, err)
		require.Zero(t, h.OnTables+h.InPots)
		sum += h.Balance
	}
	require.EqualValues(t, 600, sum, "chips were lost or created")
}
