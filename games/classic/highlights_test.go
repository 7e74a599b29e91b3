package classic_test

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
	"settable/games/cards"
	"settable/games/classic"
)

// watchedGame plays a game and records its lines like a journal. It also keeps notes, like a spectator with a
// stopwatch.
type watchedGame struct {
	t      *testing.T
	course games.Course
	lines  []games.Line
	at     time.Time
	luck   *rand.Rand

	awake  time.Duration
	opened map[[3]cards.Card]time.Duration // when each open set was opened
	fast   map[games.Seat]time.Duration
	unseen []time.Duration
}

func watch(t *testing.T, seed uint64) *watchedGame {
	course, err := games.Begin(classic.Rules{}, nil)
	require.NoError(t, err)
	w := &watchedGame{
		t: t, course: course, at: time.Unix(1e9, 0), luck: rand.New(rand.NewPCG(seed, 18)),
		opened: map[[3]cards.Card]time.Duration{}, fast: map[games.Seat]time.Duration{},
	}
	for seat := games.Seat(1); seat <= 3; seat++ {
		w.say(seat, "join")
	}
	w.say(1, "start")
	return w
}

// pass advances the time. If any player is present, it also adds the time to awake.
func (w *watchedGame) pass(d time.Duration) {
	w.at = w.at.Add(d)
	if !w.course.Game.Presence().Asleep() {
		w.awake += d
	}
}

// stop advances the time while the bot isn't running.
func (w *watchedGame) stop(d time.Duration) {
	w.at = w.at.Add(d)
	w.say(games.Clock, games.LostTime{For: d}.String())
}

func (w *watchedGame) say(seat games.Seat, words string) {
	w.sayOne(seat, words)
	for owed, any := w.course.Game.Owed(); any; owed, any = w.course.Game.Owed() {
		drawn, err := games.Seeded(w.luck.Uint64()).Draw(owed)
		require.NoError(w.t, err)
		w.sayOne(games.Dealer, owed.Move(drawn).String())
	}
}

func (w *watchedGame) sayOne(seat games.Seat, words string) {
	said := games.Line{At: w.at, Seat: seat, Words: words}
	course, _, err := w.course.Play(classic.Rules{}, len(w.lines)+1, said)
	require.NoError(w.t, err)
	w.course, w.lines = course, append(w.lines, said)
	claimed := [3]cards.Card{}
	if codes, claims := strings.CutPrefix(words, "set "); claims {
		claimed = [3]cards.Card(cards.ParseList(codes))
	}
	lie := cards.Sets(course.Game.View(games.Watcher).Faces(games.Watcher))
	over := course.Game.View(games.Watcher).Phase == games.Finished
	for set, since := range w.opened {
		if !over && slices.ContainsFunc(lie, func(other [3]cards.Card) bool { return same(set, other) }) {
			continue
		}
		delete(w.opened, set)
		if !same(set, claimed) {
			w.unseen = append(w.unseen, w.awake-since)
		} else if best, had := w.fast[seat]; !had || w.awake-since < best {
			w.fast[seat] = w.awake - since
		}
	}
	for _, set := range lie {
		known := func(other [3]cards.Card) bool { return same(set, other) }
		if !over && !slices.ContainsFunc(slices.Collect(maps.Keys(w.opened)), known) {
			w.opened[set] = w.awake
		}
	}
}

func same(a, b [3]cards.Card) bool {
	return slices.Contains(b[:], a[0]) && slices.Contains(b[:], a[1]) && slices.Contains(b[:], a[2])
}

// The highlights of a game agree with the notes of a spectator with a stopwatch, and replaying the journal gives the
// same highlights.
func TestHighlightsAgreeWithASpectator(t *testing.T) {
	for seed := range uint64(40) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := watch(t, seed)
			for w.course.Game.View(games.Watcher).Phase != games.Finished {
				w.pass(time.Duration(w.luck.Int64N(9000)) * time.Millisecond)
				seat := games.Seat(1 + w.luck.IntN(3))
				switch w.luck.IntN(8) {
				case 0:
					w.stop(time.Hour)
				case 1:
					for s := games.Seat(1); s <= 3; s++ {
						w.say(s, "away")
					}
					w.pass(20 * time.Minute)
					for s := games.Seat(1); s <= 3; s++ {
						w.say(s, "back")
					}
				default:
					sets := cards.Sets(w.course.Game.View(games.Watcher).Faces(games.Watcher))
					set := sets[w.luck.IntN(len(sets))]
					w.say(seat, fmt.Sprintf("set %s %s %s", set[0], set[1], set[2]))
				}
				over := w.course.Game.View(games.Watcher).Phase == games.Finished
				if len(w.lines) > 60 && seed%4 == 0 && !over {
					w.say(games.Dealer, "end") // closed early, so no one saw the open sets
				}
			}
			v := w.course.Game.View(games.Watcher)
			again, err := games.ReplayLines(classic.Rules{}, nil, w.lines)
			require.NoError(t, err)
			require.Equal(t, v, again.Game.View(games.Watcher), "a replay gives a different view")

			told := map[string]games.Args{}
			for _, f := range v.Highlights {
				told[f.Key] = f.Args
			}
			require.Equal(t, len(w.unseen), told["games.highlights.unseen"]["N"])
			longest := slices.Max(w.unseen)
			require.Equal(t, longest.Truncate(100*time.Millisecond), told["games.highlights.unseen"]["longest"])
			require.GreaterOrEqual(t, slices.Min(w.unseen), time.Duration(0))
			best := time.Hour
			for _, f := range w.fast {
				best = min(best, f)
			}
			require.Equal(t, best.Truncate(100*time.Millisecond), told["games.highlights.fastest"]["after"])
		})
	}
}

// Players whose streaks have the same length share the highlight. A streak ends with another player's set.
func TestTiedPlayersShareAHighlight(t *testing.T) {
	w := watch(t, 4)
	take := func(seat games.Seat) {
		w.pass(2 * time.Second)
		set := cards.Sets(w.course.Game.View(games.Watcher).Faces(games.Watcher))[0]
		for since := range w.opened {
			if w.opened[since] == w.awake-2*time.Second { // this set came with the last cards
				set = since
			}
		}
		w.say(seat, fmt.Sprintf("set %s %s %s", set[0], set[1], set[2]))
	}
	for _, seat := range []games.Seat{1, 1, 2, 2, 3} {
		take(seat)
	}
	w.say(games.Dealer, "end")
	v := w.course.Game.View(games.Watcher)
	require.Equal(t, "games.highlights.streak N=2 who=P,Q", v.Highlights[1].Facts(games.SeatLetter))
	require.Equal(t, "games.highlights.fastest", v.Highlights[0].Key)
}

// Highlights don't name house players, and sets taken by house players don't count as missed.
func TestHighlightsNameNoHousePlayer(t *testing.T) {
	course, err := games.Begin(classic.Rules{}, nil)
	require.NoError(t, err)
	w := &watchedGame{
		t: t, course: course, at: time.Unix(1e9, 0), luck: rand.New(rand.NewPCG(1, 18)),
		opened: map[[3]cards.Card]time.Duration{}, fast: map[games.Seat]time.Duration{},
	}
	w.say(1, "join")
	w.say(2, "house sharp")
	w.say(1, "start")
	for range 3 {
		w.pass(time.Second)
		set := cards.Sets(w.course.Game.View(games.Watcher).Faces(games.Watcher))[0]
		w.say(2, fmt.Sprintf("set %s %s %s", set[0], set[1], set[2]))
	}
	w.say(games.Dealer, "end")
	for _, f := range w.course.Game.View(games.Watcher).Highlights {
		require.Equal(t, "games.highlights.unseen", f.Key)
	}
	require.Equal(t, len(w.unseen), w.course.Game.View(games.Watcher).Highlights[0].Args["N"])
}
