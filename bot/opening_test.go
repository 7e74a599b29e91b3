package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/store"
	"settable/store/ids"
)

// unknownOpening is a store that opens a table but reports the commit outcome as unknown.
type unknownOpening struct {
	store.Store
	broken *atomic.Bool
}

func (s unknownOpening) OpenTable(ctx context.Context, t store.Table, source store.Source, first ...store.Line) (
	store.Table, error) {
	t, err := s.Store.OpenTable(ctx, t, source, first...)
	if err == nil && s.broken.Swap(false) {
		return store.Table{}, fmt.Errorf("%w: %w", store.ErrOutcomeUnknown, store.ErrTrouble)
	}
	return t, err
}

// If the commit outcome of opening a table is unknown, the table opens once the outcome is known, and the user who
// opened it is told.
func TestOpeningWithUnknownOutcome(t *testing.T) {
	var broken atomic.Bool
	n := newBot(t, func(n *testBot, _ *sandbox.Options) {
		n.wrapStore = func(s store.Store) store.Store { return unknownOpening{s, &broken} }
	})
	broken.Store(true)
	id, err := n.sb.Slash("Ann", n.channel, "play", world.Sub("classic"))
	require.NoError(t, err)
	n.wait("the outcome", func() bool { return strings.Contains(n.answer(id), "Your table is open") })
	n.shows("Ann sits down")
	require.Contains(t, n.slash("Bob", "play", world.Sub("classic")), "has a table")
	n.press("Bob", "join")
	n.shows("Bob")
	n.press("Bob", "start")
	n.shows("Bob starts the game")
}

// failsOnce is a store that fails to write one line.
type failsOnce struct {
	store.Store
	fails *atomic.Bool
}

func (s failsOnce) Append(ctx context.Context, e store.Entry) error {
	if s.fails.Swap(false) {
		return fmt.Errorf("line %d: %w", e.After+1, store.ErrTrouble)
	}
	return s.Store.Append(ctx, e)
}

// A player who opens a table just before the database fails doesn't get a seat. The table is shown when the database is
// available again.
func TestOpenerGetsNoSeatWhenTheStoreFails(t *testing.T) {
	var fails atomic.Bool
	n := newBot(t, func(n *testBot, _ *sandbox.Options) {
		n.wrapStore = func(s store.Store) store.Store { return failsOnce{s, &fails} }
	})
	fails.Store(true)
	n.slash("Ann", "play", world.Sub("classic"))
	n.shows("is about to begin.")
	n.press("Bob", "join")
	n.shows("Bob")
}

// slowEnd is a store that delays writing the end of a table, and then the id of the last handled message, until the
// test lets each write proceed.
type slowEnd struct {
	store.Store
	ends, mayEnd, mayForget chan struct{}
}

func (s slowEnd) Append(ctx context.Context, e store.Entry) error {
	if e.Over {
		s.ends <- struct{}{}
		<-s.mayEnd
	}
	return s.Store.Append(ctx, e)
}

func (s slowEnd) NoteJudged(ctx context.Context, id store.TableID, message ids.Message) error {
	<-s.mayForget
	return s.Store.NoteJudged(ctx, id, message)
}

// A player who reads that the table is closed can open the next one immediately, even while the old table is still
// answering other players.
func TestEndedTableMakesRoom(t *testing.T) {
	end := slowEnd{ends: make(chan struct{}), mayEnd: make(chan struct{}), mayForget: make(chan struct{})}
	n := newBot(t, func(n *testBot, _ *sandbox.Options) {
		n.wrapStore = func(s store.Store) store.Store { end.Store = s; return end }
	})
	n.slash("Ann", "play", world.Sub("classic"))
	n.shows("is about to begin")
	n.press("Ann", "start")
	n.shows("Ann starts the game")

	closed, err := n.sb.Slash("Ann", n.channel, "end")
	require.NoError(t, err)
	<-end.ends
	n.say("Ann", "set a b c")
	n.slash("Ann", "help") // its answer shows that the claim was handled
	close(end.mayEnd)
	require.Contains(t, n.answer(closed), "The table is closed.")

	require.NotContains(t, n.slash("Ann", "play", world.Sub("classic", world.Opt("call", 5))), "already")
	// The old table's final picture may appear after the new table's first one.
	posted := func(words string) {
		n.wait(words, func() bool {
			return slices.ContainsFunc(n.sb.Messages(n.channel, "Bob"), func(m world.Message) bool {
				return m.Author.Bot && strings.Contains(m.Content, words)
			})
		})
	}
	posted("is about to begin")
	close(end.mayForget)
	n.say("Bob", "join")
	posted("Bob sits down")
}

// away is a store that can be made temporarily unreadable.
type away struct {
	store.Store
	is *atomic.Bool
}

func (s away) Leaderboard(ctx context.Context, b store.Board, page, size int, who ids.User) (
	store.Page, error) {
	if s.is.Load() {
		return store.Page{}, fmt.Errorf("reading a board: %w", store.ErrUnreadable)
	}
	return s.Store.Leaderboard(ctx, b, page, size, who)
}

func (s away) Planned(ctx context.Context, g ids.Guild, since time.Time) ([]store.Plan, error) {
	if s.is.Load() {
		return nil, fmt.Errorf("reading plans: %w", store.ErrUnreadable)
	}
	return s.Store.Planned(ctx, g, since)
}

// While the database can't be read, read-only commands say so, and the bot logs it once.
func TestReadOnlyCommandsReportAnUnavailableDatabase(t *testing.T) {
	var is atomic.Bool
	n := newBot(t, func(n *testBot, _ *sandbox.Options) {
		n.config.Games = allGames
		n.wrapStore = func(s store.Store) store.Store { return away{s, &is} }
	})
	is.Store(true)
	const sorry = "I can't reach the database right now. Please try again in a minute."
	for range 3 {
		require.Equal(t, sorry, n.slash("Ann", "leaderboard"))
		require.Equal(t, sorry, n.slash("Ann", "night", world.Sub("list")))
	}
	require.NotContains(t, n.log.String(), "level=ERROR")
	require.Equal(t, 1, strings.Count(n.log.String(), "the database can't be read, so commands"))
	is.Store(false)
	require.Contains(t, n.slash("Ann", "leaderboard"), "Nobody")
}

// noNames is a store that saves a player's name only together with one of their lines.
type noNames struct{ store.Store }

func (s noNames) SetName(context.Context, ids.Guild, ids.User, string) error {
	return fmt.Errorf("the name: %w", store.ErrTrouble)
}

// The name of a player who has just joined is stored even if the bot crashes at that moment.
func TestNameIsStoredWithTheSeat(t *testing.T) {
	n := newBot(t, func(n *testBot, _ *sandbox.Options) {
		n.wrapStore = func(s store.Store) store.Store { return noNames{s} }
	})
	n.slash("Ann", "play", world.Sub("classic"))
	n.shows("Ann sits down")
	n.stop()
	n.start()
	n.press("Bob", "join")
	require.Contains(t, n.shows("Bob sits down").Content, "`P` Ann")
}
