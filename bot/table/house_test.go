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

// aloneWithHouse returns a table where ann plays against house players of the given levels.
func aloneWithHouse(t *testing.T, kind games.Kind, options games.Options, levels ...string) *testTable {
	f := newTable(t, kind, options)
	f.take(f.word(ann, "/join"))
	for _, level := range levels {
		f.take(f.word(ann, "/house "+level))
		require.Equal(t, Played, f.outlet.lastAnswer().Verdict, level)
	}
	f.take(f.word(ann, "/start"))
	require.Equal(t, Played, f.outlet.lastAnswer().Verdict)
	t.Cleanup(func() { f.Close() })
	time.Sleep(time.Until(f.at))
	go f.Run()
	synctest.Wait()
	return f
}

// houseLines returns the lines that house players wrote after the given line, and how much time passed before each of
// them.
func (f *testTable) houseLines(from int) (said []string, after []time.Duration) {
	lines, err := f.journal.Lines(f.t.Context(), f.Session().Row.ID)
	require.NoError(f.t, err)
	for i, l := range lines {
		if i >= from && l.Player.IsHouse() {
			said, after = append(said, l.Words), append(after, l.At.Sub(lines[i-1].At))
		}
	}
	return said, after
}

// One person plays each game to its end with house players, who move at a human pace. In the middle of the game, the
// table is loaded again, as after a crash. The game counts on no leaderboard, and no chips move.
func TestPlayingAloneWithTheHouse(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for _, game := range []struct {
		games.Kind
		options games.Options
		levels  []string
		hands   int // of poker
	}{
		{classic.Game, nil, []string{"sharp", "easy"}, 0},
		{classic.Game, games.Options{"extra": "agree", "claim": "called"}, []string{"steady"}, 0},
		{twenty.Game, games.Options{"length": "hand"}, []string{"steady", "steady"}, 0},
		{english.Game, nil, []string{"easy"}, 0},
		{solitaire.Game, nil, []string{"sharp", "easy", "steady"}, 0},
		{poker.Game, nil, []string{"sharp", "steady", "easy"}, 5},
	} {
		t.Run(game.Name(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := aloneWithHouse(t, game.Kind, game.options, game.levels...)
				luck, again := rand.New(rand.NewPCG(3, 4)), false
				for n := 0; n < 1500 && !f.Session().Over(); n++ {
					time.Sleep(7 * time.Second)
					synctest.Wait()
					if now := f.Session(); !again && now.Line > 20 {
						again = true
						f.Close()
						synctest.Wait()
						f.load()
						require.Equal(t, now.Names[2], f.Session().Names[2])
						require.Equal(t, now.Line, f.Session().Line)
						go f.Run()
						synctest.Wait()
					}
					s := f.Session()
					words := game.Player(s.Course.Game.View(s.Seats[ann]), games.Steady, luck)
					if words == "next" {
						if game.hands--; game.hands == 0 {
							words = "end"
						}
					}
					if words != "" {
						w := f.word(ann, "/"+words)
						w.At = time.Now()
						f.Put(w)
						synctest.Wait()
					}
				}
				require.True(t, f.Session().Over(), "%s", f.Session().View())
				require.True(t, again)

				said, after := f.houseLines(0)
				require.Greater(t, len(said), 5, said)
				different := map[time.Duration]bool{}
				for i, d := range after[len(game.levels):] {
					require.GreaterOrEqual(t, d, time.Duration(0), said[i])
					different[d] = true
				}
				require.Greater(t, len(different), len(said)/4, "%v", after)
				db := f.journal.Journal.(store.Store)
				all, err := db.Played(t.Context(), f.Session().Row.ID)
				require.NoError(t, err)
				for _, p := range all {
					for _, counted := range p.Tallies {
						require.True(t, counted.Count.IsPractice(), "%s: %s", p.Line.Words, counted.Count)
						require.Equal(t, f.Session().Seats[ann], counted.Seat, "only the human player is counted")
					}
					require.True(t, len(p.Transfers) == 0 || p.Line.N <= 3, "%d %s", p.Line.N, p.Line.Words)
				}
				table, err := db.Table(t.Context(), f.Session().Row.ID)
				require.NoError(t, err)
				_, found, err := store.AuditTable(t.Context(), db, table, game.Kind)
				require.NoError(t, err)
				require.Empty(t, found)
				f.requireReplay(game.Kind)
			})
		})
	}
}

// requireReplay exports the journal and requires that running it as a script gives the same result.
func (f *testTable) requireReplay(kind games.Kind) {
	lines, err := f.journal.Lines(f.t.Context(), f.Session().Row.ID)
	require.NoError(f.t, err)
	said := make([]games.Line, len(lines))
	for i, l := range lines {
		said[i] = games.Line{At: l.At, Seat: l.Seat, Words: l.Words}
	}
	said[0].Words = games.EditionOf(kind).String() // the edition in the first line decides which rules apply
	script, err := games.ReadScript("export", games.Journal(kind, f.row.Options, said, games.SeatLetter))
	require.NoError(f.t, err)
	r, _, err := games.NewReplay([]games.Kind{kind}, script)
	require.NoError(f.t, err)
	for _, l := range script.Lines {
		out, err := r.Play(l)
		require.NoError(f.t, err)
		require.True(f.t, out.Refused.Silent(), "%s: %s", l.Text, out.Refused.Key)
	}
	require.Equal(f.t, f.Session().View().String(), r.Game().View(games.Watcher).String())
}

// A house player stands in for an away player. The away player keeps the seat, even across a restart, and the game
// doesn't wait for them (behaviour, Playing again 5).
func TestHousePlayerStandsIn(t *testing.T) {
	for _, game := range []struct {
		games.Kind
		words string
	}{{classic.Game, "set a b c"}, {twenty.Game, "draw"}, {english.Game, "turn"}} {
		t.Run(game.Name(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newTable(t, game.Kind, nil)
				for _, who := range []ids.User{ann, bob} {
					require.Equal(t, Played, f.answerTo(who, "/join").Verdict)
				}
				require.Equal(t, Played, f.answerTo(ann, "/start").Verdict)
				seat, away := f.Session().Seats[bob], games.Cover{Seat: f.Session().Seats[bob]}.String()
				require.Equal(t, Refused, f.answerTo(ann, "/"+away).Verdict, "bob is here")
				require.Equal(t, Played, f.answerTo(bob, "/away").Verdict)
				require.Equal(t, Played, f.answerTo(ann, "/"+away).Verdict)
				require.Contains(t, f.outlet.allMessages(), "games.plays_for")
				require.NotContains(t, f.Session().Thinkers(), ids.User(bob))
				t.Cleanup(func() { f.Close() })
				time.Sleep(time.Until(f.at))
				go f.Run()
				put := func(who ids.User, words string) {
					w := f.word(who, words)
					w.At = time.Now()
					f.Put(w)
					synctest.Wait()
				}
				// played lets ann play until the house has moved for bob, and counts those moves. The house may
				// overlook a few sets first.
				played := func() (n int) {
					from, luck := f.Session().Line, rand.New(rand.NewPCG(3, 4))
					for looks := 0; n == 0 && looks < 15; looks++ {
						time.Sleep(7 * time.Second)
						synctest.Wait()
						s := f.Session()
						if words := game.Player(s.Course.Game.View(s.Seats[ann]), games.Easy, luck); words != "" {
							put(ann, "/"+words)
						}
						lines, err := f.journal.Lines(t.Context(), f.Session().Row.ID)
						require.NoError(t, err)
						for _, l := range lines[from:] {
							if l.Seat == seat {
								require.Equal(t, ids.User(bob), l.Player)
								n++
							}
						}
					}
					return n
				}
				require.NotZero(t, played(), "the house does not move for an away player")
				require.True(t, f.Session().View().Seat(seat).Away)
				f.Close()
				synctest.Wait()
				f.load()
				go f.Run()
				require.NotZero(t, played(), "the house does not move for an away player after a restart")

				line := f.Session().Line
				put(bob, "/"+game.words) // correct or not
				require.Greater(t, f.Session().Line, line, "%s: %v", f.Session().View(), f.outlet.lastAnswer())
				require.Equal(t, seat.String()+" back", f.linesAfter(line)[0])
				require.Contains(t, f.outlet.allMessages(), "games.came_back")
				require.False(t, f.Session().View().Seat(seat).Away)
				require.Zero(t, played(), "the house still moves for a player who is back")
			})
		})
	}
}

// If no human player is present, or all have been silent for a long time, the house players stop and no timer runs.
// As soon as a human player says something, the house players continue.
func TestHouseStopsWhenPlayersAreSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := aloneWithHouse(t, classic.Game, games.Options{"penalty": "none"}, "easy")
		time.Sleep(3 * time.Minute)
		synctest.Wait()
		said, _ := f.houseLines(3)
		require.NotEmpty(t, said)
		w := f.word(ann, "/away")
		w.At = time.Now()
		f.Put(w)
		synctest.Wait()
		line := f.Session().Line
		time.Sleep(29 * time.Second) // after this, the table leaves memory
		synctest.Wait()
		require.Equal(t, line, f.Session().Line)
	})
	synctest.Test(t, func(t *testing.T) {
		f := aloneWithHouse(t, classic.Game, nil, "easy")
		time.Sleep(quietAfter + 10*time.Second)
		synctest.Wait()
		line := f.Session().Line
		require.Contains(t, f.outlet.allMessages(), "table.house_waits")
		require.False(t, f.Session().Over())
		time.Sleep(3 * time.Hour)
		synctest.Wait()
		require.Equal(t, line, f.Session().Line)
		w := f.word(ann, "/"+f.set())
		w.At = time.Now()
		f.Put(w)
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		require.Greater(t, f.Session().Line, line+2)
	})
}

// A table that is reopened after a long silence has no timers until a player says something. Then the house players
// continue.
func TestHouseStaysStoppedAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := aloneWithHouse(t, classic.Game, nil, "easy")
		f.Close()
		time.Sleep(2 * quietAfter)
		f.load()
		require.Greater(t, f.clock.wait(f.Session(), time.Now()), time.Hour)
		go f.Run()
		synctest.Wait()
		line := f.Session().Line
		w := f.word(ann, "/"+f.set())
		w.At = time.Now()
		f.Put(w)
		time.Sleep(4 * time.Minute)
		synctest.Wait()
		require.Greater(t, f.Session().Line, line+2)
	})
}

// The test cases list who can add a house player, and when.
func TestRightsToAddAHousePlayer(t *testing.T) {
	f := newTable(t, poker.Game, nil)
	_, err := f.journal.Welcome(t.Context(), 1, ann, 100, f.at)
	require.NoError(t, err)
	f.answerTo(ann, "/join")
	require.Equal(t, "table.sit_first", f.answerTo(bob, "/house easy").Phrase.Key)
	f.take(f.word(bob, "house easy"))
	require.Equal(t, Silence, f.outlet.lastAnswer().Verdict, "a bystander's typed text is talk")
	require.Equal(t, Played, f.answerTo(ann, "/house easy").Verdict)
	require.Equal(t, Played, f.answerTo(bob, "/join").Verdict, "games with the house need no chips")
	require.Equal(t, Played, f.answerTo(bob, "/kick ada").Verdict, "no other human player has to agree")
	require.Contains(t, f.outlet.allMessages(), "games.sent_home")
	require.Equal(t, Played, f.answerTo(ann, "/house sharp").Verdict)
	require.Equal(t, []string{"4 house"}, f.linesAfter(f.Session().Line-1))
	require.Equal(t, "Ada", f.Session().Name(4))

	night := f.Session()
	night.Row.Night = 1
	p := night.Plan(f.word(ann, "/house easy"), f.moment())
	require.Equal(t, "table.house_at_night", p.Answer.Phrase.Key)
	require.True(t, slices.ContainsFunc(f.Session().View().Offers, func(o games.Offer) bool {
		return strings.HasPrefix(o.Words, "house")
	}))
}

// The house players also wait at a table that is reopened after a long silence, and the table does nothing in the
// meantime.
func TestHouseWaitsAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := aloneWithHouse(t, classic.Game, nil, "easy")
		f.Close()
		time.Sleep(time.Hour)
		f.load()
		go f.Run()
		line := f.Session().Line
		time.Sleep(time.Hour)
		synctest.Wait()
		require.Equal(t, line, f.Session().Line)
		require.NotContains(t, f.outlet.allMessages(), "table.house_waits")
	})
}
