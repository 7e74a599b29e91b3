package bot_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games/poker"
	"settable/store"
	"settable/store/ids"
)

// givenUp is a store that, once err is set, behaves as if it were closed or had lost its lease.
type givenUp struct {
	store.Store
	err *atomic.Pointer[error]
}

func (s givenUp) why(what string) error {
	if err := s.err.Load(); err != nil {
		return fmt.Errorf("%s: %w", what, *err)
	}
	return nil
}

func (s givenUp) Balance(ctx context.Context, g ids.Guild, p ids.User) (store.Holding, error) {
	if err := s.why("reading a balance"); err != nil {
		return store.Holding{}, err
	}
	return s.Store.Balance(ctx, g, p)
}

func (s givenUp) OpenNight(ctx context.Context, c ids.Channel) (store.Night, error) {
	if err := s.why("reading a night"); err != nil {
		return store.Night{}, err
	}
	return s.Store.OpenNight(ctx, c)
}

func (s givenUp) TableIn(ctx context.Context, c ids.Channel) (store.Table, error) {
	if err := s.why("reading a table"); err != nil {
		return store.Table{}, err
	}
	return s.Store.TableIn(ctx, c)
}

func (s givenUp) Append(ctx context.Context, e store.Entry) error {
	if err := s.why("writing a line"); err != nil {
		return err
	}
	return s.Store.Append(ctx, e)
}

// While a process hands over a server, its users are told that the bot will be back soon, whatever they do, and the
// log contains no errors.
func TestServerIsGivenUpDuringACommand(t *testing.T) {
	for _, why := range []error{store.ErrLost, store.ErrClosed, context.Canceled} {
		t.Run(why.Error(), func(t *testing.T) {
			var err atomic.Pointer[error]
			n := newBot(t, func(n *testBot, _ *sandbox.Options) {
				n.config.Games = append(n.config.Games, poker.Game)
				n.wrapStore = func(s store.Store) store.Store { return givenUp{s, &err} }
			})
			n.slash("Ann", "play", world.Sub("classic"))
			n.shows("Ann sits down")
			err.Store(&why)
			defer err.Store(nil) // so that the bot shuts down cleanly
			beside := func(name string, options ...world.Option) string {
				id, err := n.sb.Slash("Ann", n.sb.Channel("side-table"), name, options...)
				require.NoError(t, err)
				return n.answer(id)
			}
			const soon = "Restarting, back in a few seconds; nothing is lost."
			require.Equal(t, soon, n.answer(n.press("Bob", "join")), "a press at the table")
			require.Equal(t, soon, n.slash("Cid", "join"), "a move by slash command")
			require.Equal(t, soon, n.slash("Ann", "chips", world.Sub("balance")), "reading the balance")
			require.Equal(t, soon, beside("play", world.Sub("classic")), "opening a table")
			require.Equal(t, soon, beside("night", world.Sub("end")), "ending the night")
			require.Equal(t, soon, beside("table"), "a table that is not running")
			require.Equal(t, soon, beside("join"), "a move at a table that is not running")
			require.Equal(t, soon, beside("end"), "ending a table that is not running")
			require.NotContains(t, n.log.String(), "level=ERROR")
		})
	}
}
