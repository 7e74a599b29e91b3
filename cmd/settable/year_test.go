package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
	"settable/store/sqlite"
)

// A year is a simulated year of games on a server.
type year struct {
	guild   ids.Guild
	players int // members of the server
	days    int
	perDay  int
	luck    *rand.Rand
	pool    [][]entry // recorded games that are repeated with other players
	ends    time.Time
	quick   bool // each game is written in one commit, so that ten years take minutes instead of hours
	source  atomic.Int64
}

// An entry is the effect of one move: the player's line and the resulting lines of the dealer.
type entry []store.Played

// poolOf is how many games of each kind are actually played.
const poolOf = 3

func newYear(t testing.TB, days, perDay, players int) *year {
	t.Helper()
	y := &year{guild: 700_000_000_000_000_001, players: players, days: days, perDay: perDay,
		luck: rand.New(rand.NewPCG(11, 19)), ends: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)}
	for i := range poolOf * len(kinds) {
		y.pool = append(y.pool, y.recorded(t, kinds[i%len(kinds)]))
	}
	return y
}

// recorded plays a game between house players and returns its entries.
func (y *year) recorded(t testing.TB, kind games.Kind) (all []entry) {
	t.Helper()
	levels := []games.Level{games.Steady, games.Easy, games.Sharp}
	if kind.Manual().Together {
		levels = levels[:1]
	}
	c := newContest(kind, levels, y.luck)
	c.hear = func(said games.Line, step games.Step) {
		p := store.Played{Tallies: step.Tallies, Transfers: step.Transfers,
			Line: store.Line{At: said.At, Seat: said.Seat, Words: said.Words}}
		if said.Seat == games.Dealer && len(all) > 0 && said.Words != (games.End{}).String() {
			all[len(all)-1] = append(all[len(all)-1], p)
			return
		}
		all = append(all, entry{p})
	}
	_, err := c.playToEnd()
	require.NoError(t, err)
	return all
}

// welcome gives every player chips.
func (y *year) welcome(t testing.TB, s store.Store) {
	t.Helper()
	for p := range y.players {
		_, err := s.Welcome(t.Context(), y.guild, y.player(p), store.MostGrant, y.ends.AddDate(0, 0, -y.days-1))
		require.NoError(t, err)
	}
}

// play writes the days before y.ends into a store. The games of a day follow each other in four channels.
func (y *year) play(t testing.TB, s store.Store) (lines int) {
	t.Helper()
	ctx := context.Background()
	type evening struct {
		seed  uint64
		game  []entry
		kind  games.Kind
		start time.Time
	}
	const channels = 4
	var all [channels][]evening
	for day := range y.days {
		for n := range y.perDay {
			i := y.luck.IntN(len(y.pool))
			start := y.ends.AddDate(0, 0, day-y.days).Add(time.Duration(n) * 24 * time.Hour / time.Duration(y.perDay))
			all[n%channels] = append(all[n%channels], evening{y.luck.Uint64(), y.pool[i], kinds[i%len(kinds)], start})
		}
	}
	var wait sync.WaitGroup
	var written atomic.Int64
	for c, evenings := range all {
		wait.Go(func() {
			for _, e := range evenings {
				n, err := y.evening(ctx, s, ids.Channel(800_000_000_000_000_001+c), e.kind, e.game, e.start,
					rand.New(rand.NewPCG(e.seed, 1)))
				if err != nil {
					t.Error(err)
					return
				}
				written.Add(int64(n))
			}
		})
	}
	wait.Wait()
	return int(written.Load())
}

func (y *year) player(i int) ids.User { return 900_000_000_000_000_001 + ids.User(i)*1e9 }

// evening writes a recorded game with random players.
func (y *year) evening(ctx context.Context, s store.Store, in ids.Channel, kind games.Kind, game []entry,
	start time.Time, luck *rand.Rand) (lines int, err error) {
	came := luck.Perm(y.players)
	cause := func() store.Source {
		return store.Source(fmt.Sprint("m", 1_300_000_000_000_000_000+y.source.Add(1)))
	}
	t, err := s.OpenTable(ctx, store.Table{Guild: y.guild, Channel: in, Game: kind.Name(),
		Options: games.Options{}, Opener: y.player(came[0]), Opened: start}, cause())
	if err != nil {
		return 0, err
	}
	began := game[0][0].Line.At
	if y.quick {
		game = []entry{slices.Concat(game...)}
	}
	for i, e := range game {
		written := slices.Clone(e)
		for j := range written {
			l := &written[j].Line
			l.At = start.Add(l.At.Sub(began)).Add(time.Duration(luck.IntN(1e6)))
			if l.Seat > 0 {
				l.Player = y.player(came[l.Seat])
			}
			if l.Seat > 0 && (j == 0 || y.quick) {
				l.Source = cause()
			}
		}
		last := i == len(game)-1
		if err := s.Append(ctx, store.Entry{Table: t.ID, After: lines, Played: written, Over: last}); err != nil {
			return lines, fmt.Errorf("%s: %w", kind.Name(), err)
		}
		lines += len(written)
		if last || i%10 == 0 {
			if err := s.NoteShown(ctx, t.ID, lines, 1_300_000_000_000_000_000+ids.Message(i)); err != nil {
				return lines, err
			}
		}
	}
	return lines, nil
}

// TestBytesALine checks that a journal line takes at most 120 bytes, including everything stored about it.
func TestBytesALine(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "settable.db")
	s, err := sqlite.Open(ctx, path, sqlite.Options{})
	require.NoError(t, err)
	y := newYear(t, gamestest.Times(4, 20), 50, 40)
	y.welcome(t, s)
	lines := y.play(t, s)
	require.NoError(t, s.Check(ctx))
	require.NoError(t, s.Close())
	at, err := os.Stat(path)
	require.NoError(t, err)
	each := float64(at.Size()) / float64(lines)
	t.Logf("%d lines, %.1f bytes each", lines, each)
	require.Less(t, each, 120.0)
}
