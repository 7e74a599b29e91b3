package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
)

// A balance is a key of the model: an account of a table, or the balance of a player, which all tables share.
type balance struct {
	table   store.TableID
	account games.Account
	player  ids.User
}

// model is the simplest possible ledger: numbers in a map.
type model map[balance]games.Chips

// balanceOf returns the key of an account of a table. Seat k of the table belongs to the k-th player.
func balanceOf(table store.TableID, p games.Account) balance {
	if p.IsBalance() {
		return balance{player: Ann + ids.User(p.Owner()) - 1}
	}
	return balance{table: table, account: p}
}

// isLegal reports whether the rules of a game may request a transfer.
func isLegal(t games.Transfer) bool {
	if t.Amount < 1 || t.From == t.To {
		return false
	}
	for _, pair := range [][2]games.Account{{t.From, t.To}, {t.To, t.From}} {
		if pair[0].IsBalance() && pair[1] != games.Account(pair[0].Owner()) {
			return false
		}
	}
	return true
}

// move makes all transfers or none of them.
func (m model) move(table store.TableID, all []games.Transfer) (done, lacking bool) {
	undo := make([]games.Transfer, 0, len(all))
	for _, t := range all {
		from, to := balanceOf(table, t.From), balanceOf(table, t.To)
		if ok := isLegal(t); !ok || m[from] < t.Amount {
			for _, u := range undo {
				m[balanceOf(table, u.From)] += u.Amount
				m[balanceOf(table, u.To)] -= u.Amount
			}
			return false, ok
		}
		m[from] -= t.Amount
		m[to] += t.Amount
		undo = append(undo, t)
	}
	return true, false
}

// randomTransfer returns a random transfer. The transfer is usually legal, and often of more chips than its payer has.
func randomTransfer(r *rand.Rand, players int) games.Transfer {
	seat := games.Seat(1 + r.IntN(players))
	accounts := []games.Account{games.Account(seat), games.Balance(seat), games.Pot}
	t := games.Transfer{From: accounts[r.IntN(3)], To: accounts[r.IntN(3)], Amount: games.Chips(r.IntN(40))}
	if r.IntN(20) == 0 {
		t.To = games.Balance(games.Seat(1 + r.IntN(players)))
	}
	if r.IntN(50) == 0 {
		t.Amount = -t.Amount
	}
	return t
}

// testAgainstAModel makes random transfers, legal or not, at tables of different players in different goroutines. Each
// goroutine has its own model of the expected results and of the final state of the ledger.
func testAgainstAModel(t *testing.T, open Opener) {
	const tables, players = 8, 4
	steps := gamestest.Times(40, 150)
	s, ctx := openStore(t, open), t.Context()
	models := make([]model, tables)
	rows := make([]store.Table, tables)
	for i := range tables {
		var err error
		rows[i], err = s.OpenTable(ctx,
			store.Table{Guild: Guild + ids.Guild(i), Channel: Channel + ids.Channel(i), Game: "poker",
				Opener: Ann, Opened: Noon}, "")
		require.NoError(t, err)
		models[i] = model{}
		for p := range ids.User(players) {
			must(s.Welcome(ctx, rows[i].Guild, Ann+p, store.StartGrant, Noon))
			models[i][balance{player: Ann + p}] = store.StartGrant
		}
		var joins []store.Played
		for p := range ids.User(players) {
			joins = append(joins, PlayerLine(Ann+p, "join", ""))
		}
		require.NoError(t, s.Append(ctx, store.Entry{Table: rows[i].ID, Played: joins}))
	}
	var playing sync.WaitGroup
	var written, poor, wrong [tables]int
	for i, m := range models {
		playing.Go(func() {
			r := rand.New(rand.NewPCG(uint64(i), 5))
			for n := players; n < players+steps; {
				p := Dealt("x")
				for range 1 + r.IntN(3) {
					p.Transfers = append(p.Transfers, randomTransfer(r, players))
				}
				done, lacking := m.move(rows[i].ID, p.Transfers)
				err := s.Append(ctx, store.Entry{Table: rows[i].ID, After: n, Played: []store.Played{p}})
				switch {
				case done != (err == nil), lacking != errors.Is(err, store.ErrOverdraft):
					t.Errorf("table %d, move %v: succeeded %v, too few chips %v, but the error is %v", i, p.Transfers, done, lacking, err)
					return
				case done:
					n++
					written[i]++
				case lacking:
					poor[i]++
				default:
					wrong[i]++
				}
			}
		})
	}
	playing.Wait()
	for i, m := range models {
		require.Equal(t, steps, written[i])
		require.Greater(t, poor[i], 20, "some had too few chips")
		require.Greater(t, wrong[i], 20, "some transfers were illegal")
		m.requireChips(t, s, rows[i], players)
	}
	audit := RequireValid(t, s)
	require.Equal(t, games.Chips(tables*players)*store.StartGrant, audit.Granted)
	require.NoError(t, s.Check(ctx))
}

// requireChips requires that the ledger holds exactly the chips of the model.
func (m model) requireChips(t *testing.T, s Store, table store.Table, players int) {
	t.Helper()
	sum := games.Chips(0)
	accounts, _, err := s.TableAccounts(t.Context(), table.ID)
	require.NoError(t, err)
	for p, n := range accounts {
		require.Equal(t, m[balanceOf(table.ID, p)], n, "table %d, account %d", table.ID, p)
		sum += n
	}
	for p := range ids.User(players) {
		has := must(s.Balance(t.Context(), table.Guild, Ann+p))
		has.InPots = 0 // other tests check this
		require.Equal(t, store.Holding{
			Balance: m[balance{player: Ann + p}], OnTables: m[balanceOf(table.ID, games.Account(1+p))]}, has)
		sum += has.Balance
		all := Statement(t, s, table.Guild, Ann+p)
		require.Equal(t, has, all[0].After, "the newest movement ends at the current holding")
	}
	require.Equal(t, games.Chips(players)*store.StartGrant, sum, "no chips appear or disappear")
	board := must(s.Leaderboard(t.Context(), store.Board{Guild: table.Guild, Count: store.ChipsWon}, 1, players,
		Ann))
	counted := must(s.Leaderboard(t.Context(),
		store.Board{Guild: table.Guild, Count: store.ChipsWon, Since: time.Unix(0, 1)}, 1, players, Ann))
	require.Equal(t, counted, board, "the cached sums must match the transfers")
	won := games.Chips(0)
	for _, row := range board.Rows {
		has := must(s.Balance(t.Context(), table.Guild, row.Player))
		require.Equal(t, has.Balance+has.OnTables-store.StartGrant, games.Chips(row.N),
			"chips won are the chips held minus the grants")
		won += games.Chips(row.N)
	}
	require.Equal(t, -accounts[games.Pot], won, "bets count as lost until the pot is won")
}

// testBuyInAtManyTables buys in at all tables at once, with enough chips for only one.
func testBuyInAtManyTables(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	GrantWelcomes(t, s, Ann)
	const tables = 20
	rows := make([]store.Table, tables)
	for i := range rows {
		rows[i] = OpenTable(t, s, Channel+ids.Channel(i))
	}
	results := make([]error, tables)
	var all sync.WaitGroup
	for i, table := range rows {
		all.Go(func() {
			results[i] = s.Append(ctx, store.Entry{Table: table.ID, Played: []store.Played{
				WithTransfers(PlayerLine(Ann, "join", store.Source(fmt.Sprint("m", i))), AnnsBalance, AnnsStack, 30)}})
		})
	}
	all.Wait()
	in := 0
	for _, err := range results {
		if err == nil {
			in++
			continue
		}
		var lack *store.Overdraft
		require.ErrorAs(t, err, &lack)
		require.Equal(t, store.Overdraft{Kind: store.PlayerAccount, Seat: 1, Player: Ann, Has: 10, Needs: 30},
			*lack)
	}
	require.Equal(t, 3, in)
	requireHolding(t, s, Ann, store.Holding{Balance: 10, OnTables: 90})
	RequireValid(t, s)
}
