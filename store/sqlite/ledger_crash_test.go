package sqlite

import (
	"bufio"
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
)

// betForEver makes ann bet and win at eight tables at once, with a bet and its pot in different lines, and prints the
// acknowledged lines.
func betForEver(path string) {
	ctx := context.Background()
	s, err := Open(ctx, path, Options{})
	if err == nil {
		_, err = s.Welcome(ctx, guild, ann, store.StartGrant, noon)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	var tables sync.WaitGroup
	for i := range 8 {
		table, err := s.OpenTable(ctx,
			store.Table{Guild: guild, Channel: channel + ids.Channel(i), Game: "poker", Opener: ann,
				Opened: noon}, "")
		if err == nil {
			err = s.Append(ctx, store.Entry{
				Table: table.ID, Played: []store.Played{paid(said(ann, "join", ""), annsBalance, annsStack, 10)}})
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		tables.Go(func() {
			for n := 1; ; n += 2 {
				err := s.Append(ctx, store.Entry{Table: table.ID, After: n, Played: []store.Played{
					paid(said(ann, "bet 3", ""), annsStack, pot, 1, annsStack, pot, 2)}})
				if err == nil {
					err = s.Append(ctx, store.Entry{Table: table.ID, After: n + 1, Played: []store.Played{
						paid(said(ann, "drop", ""), pot, annsStack, 3, annsStack, annsBalance, 1, annsBalance, annsStack, 1)}})
				}
				if err != nil {
					fmt.Println(err)
					return
				}
				fmt.Printf("told %d %d\n", table.ID, n+2)
			}
		})
	}
	tables.Wait()
}

// A bot is killed in the middle of its bets: every line has all its transfers, and every acknowledged line is there.
func TestKilledWithChipsInThePot(t *testing.T) {
	gamestest.SkipUnderRace(t)
	path := filepath.Join(t.TempDir(), "settable.db")
	bot := startBot(t, "bet", path)
	pipe, err := bot.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, bot.Start())
	out, last := bufio.NewScanner(pipe), map[store.TableID]int{}
	readAcknowledged(t, out, 300, last)
	beside := openAt(t, path, Options{ReadOnly: true})
	inOrder(t, beside)
	require.NoError(t, beside.Close())
	readAcknowledged(t, out, 100, last)
	require.NoError(t, bot.Process.Kill())
	readAcknowledged(t, out, -1, last)
	require.Error(t, bot.Wait(), "killed")

	s, ctx := openAt(t, path, Options{}), t.Context()
	audit := inOrder(t, s)
	require.NoError(t, s.Check(ctx))
	require.Len(t, last, 8)
	transfers := 1 // the grant
	for id, n := range last {
		purses, lines, err := s.Purses(ctx, id)
		require.NoError(t, err)
		require.GreaterOrEqual(t, lines, n, "a line was told of and is not there")
		bet := games.Chips(0)
		if lines%2 == 0 {
			bet = 3
		}
		require.Equal(t, map[games.Account]games.Chips{games.Pot: bet, 1: 10 - bet}, purses,
			"table %d after line %d", id, lines)
		transfers += 1 + lines/2*2 + (lines-1)/2*3
	}
	require.Equal(t, transfers, audit.Transfers, "no line lacks a transfer")
	has, err := s.Balance(ctx, guild, ann)
	require.NoError(t, err)
	require.EqualValues(t, 20, has.Balance)
}
