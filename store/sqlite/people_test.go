package sqlite

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
)

// columnsWith returns the columns of all tables that contain a text or number.
func columnsWith(t *testing.T, s *DB, what string) (all []string) {
	t.Helper()
	for _, table := range query[string](t, s, `SELECT name FROM sqlite_master WHERE type = 'table'`) {
		for _, c := range query[string](t, s, `SELECT name FROM pragma_table_info(?)`, table) {
			if queryNumber(t, s, fmt.Sprintf(`SELECT count(*) FROM %s WHERE instr(CAST(%s AS TEXT), ?)`, table, c), what) > 0 {
				all = append(all, table+"."+c)
			}
		}
	}
	slices.Sort(all)
	return all
}

// Only one column contains Discord's user ids.
func TestDiscordIDsAreInOneColumn(t *testing.T) {
	s := newStore(t, Options{})
	table := guests(t, s)
	id := fmt.Sprint(int64(dora))
	require.Equal(t, []string{"people.discord"}, columnsWith(t, s, id))
	require.Equal(t, []string{"grants.reason", "names.name"}, columnsWith(t, s, "Dora"))
	for n := 1; n <= 4; n++ {
		require.Empty(t, columnsWith(t, s, fmt.Sprintf("100000000000000000%d", n)))
	}
	// While the table is open, the sources of its newest lines contain Discord's message ids.
	require.Equal(t, []string{"lines.source"}, columnsWith(t, s, "1000000000000000005"))
	ends(t, s, table, "m1000000000000000007")
	for n := 5; n <= 7; n++ {
		require.Empty(t, columnsWith(t, s, fmt.Sprintf("100000000000000000%d", n)))
	}
	inOrder(t, s)
	require.NoError(t, s.Check(t.Context()))

	// A message that was already played isn't played again, even if another table receives it.
	again := seated(t, s, channel+1)
	for _, source := range []store.Source{
		"m1000000000000000005", "i1000000000000000004", "m1000000000000000007"} {
		err := s.Append(t.Context(), store.Entry{Table: again.ID, Played: []store.Played{
			said(ann, "join", source)}})
		require.ErrorIs(t, err, store.ErrPlayed, source)
	}
}

// After a player with all kinds of data has been forgotten, nothing identifies the player any more. All accounts and
// chains are still valid, and the data of other players stays.
func TestForget(t *testing.T) {
	ctx := t.Context()
	s := newStore(t, Options{})
	table := guests(t, s)
	before := must(s.Lines(ctx, table.ID))

	require.NoError(t, s.Forgetting(ctx, dora, noon))
	require.NoError(t, s.Forgetting(ctx, dora, noon.Add(1)), "twice")
	leaving := must(s.PendingForgets(ctx))
	require.Len(t, leaving, 1)
	require.Equal(t, dora, leaving[0].Player)
	as := leaving[0].As
	names := must(s.Names(ctx, guild, []ids.User{dora, emil}))
	require.Len(t, names, 1, "the name is removed at once")
	sits := must(s.SeatedAt(ctx, dora))
	require.Len(t, sits, 1)
	require.Equal(t, table.ID, sits[0].ID)
	ends(t, s, table, "")
	sits = must(s.SeatedAt(ctx, dora))
	require.Empty(t, sits)
	head := must(s.Audit(ctx, guild))

	require.NoError(t, s.Forget(ctx, dora))
	require.ErrorIs(t, s.Forget(ctx, dora), store.ErrUnknown, "twice")
	require.ErrorIs(t, s.Forgetting(ctx, dora, noon), store.ErrUnknown)
	require.Empty(t, columnsWith(t, s, fmt.Sprint(int64(dora))))
	require.Empty(t, columnsWith(t, s, "Dora"))
	leaving = must(s.PendingForgets(ctx))
	require.Empty(t, leaving)

	// The ledger and the chains are unchanged.
	inOrder(t, s)
	require.NoError(t, s.Check(ctx))
	after := must(s.Audit(ctx, guild))
	require.Equal(t, head, after)
	lines := must(s.Lines(ctx, table.ID))
	seats := must(s.Seats(ctx, table.ID))
	who := seats[1]
	require.True(t, who.IsForgotten() && !who.IsHouse())
	require.Equal(t, as, who)
	require.Equal(t, emil, seats[2])
	require.Equal(t, who, lines[0].Player)
	require.Equal(t, before[1].Player, lines[1].Player)
	night, err := s.LastNight(ctx, guild)
	if err != nil {
		night, err = s.OpenNight(ctx, channel)
	}
	require.NoError(t, err)
	require.Equal(t, who, night.Opener)
	standing := must(s.Standing(ctx, night.ID))
	require.Len(t, standing.Players, 2, "the standing keeps forgotten players")

	// Leaderboards list only players with a known id.
	board := must(s.Leaderboard(ctx, store.Board{Guild: guild, Count: games.Sets}, 1, 10, emil))
	require.Len(t, board.Rows, 1)
	require.Equal(t, emil, board.Mine.Player)

	// A forgotten player who returns is a new player, and doesn't get one-time grants again.
	kept := must(s.PlayerData(ctx, dora))
	require.Zero(t, kept.Number)
	granted := must(s.Welcome(ctx, guild, dora, 100, noon))
	require.Zero(t, granted)
	granted = must(s.Welcome(ctx, guild+1, dora, 100, noon))
	require.EqualValues(t, 100, granted, "the player never had the grant on this server")
	has := must(s.Balance(ctx, guild, dora))
	require.Zero(t, has.Total())
	kept = must(s.PlayerData(ctx, dora))
	require.NotZero(t, kept.Number)
	require.Empty(t, kept.Seats)
}

// If a player is forgotten between two writes, the second write is about a new player.
func TestForgetBetweenWrites(t *testing.T) {
	gamestest.SkipUnderRace(t)
	ctx := t.Context()
	s := newStore(t, Options{})
	ends(t, s, guests(t, s), "")
	done := make(chan error, 2)
	for range 50 {
		go func() { done <- s.SetName(ctx, guild, dora, "Dora") }()
		go func() {
			err := s.Forget(ctx, dora)
			if err != nil && !strings.Contains(err.Error(), store.ErrUnknown.Error()) {
				done <- err
				return
			}
			done <- nil
		}()
		require.NoError(t, <-done)
		require.NoError(t, <-done)
		require.Zero(t, queryNumber(t, s, `SELECT count(*) FROM names n
			JOIN people p ON p.id = n.player WHERE p.discord IS NULL`))
	}
	require.NoError(t, s.Check(ctx))
}

// A player's number can't be given to another player.
func TestPlayerNumbersAreFixed(t *testing.T) {
	s := newStore(t, Options{})
	ends(t, s, guests(t, s), "")
	require.NoError(t, s.Forget(t.Context(), dora))
	for _, text := range []string{
		`UPDATE people SET discord = 99 WHERE discord = 12`,
		`UPDATE people SET discord = 99, trace = NULL WHERE discord IS NULL`,
		`UPDATE people SET id = 77 WHERE discord = 12`,
	} {
		requireRefused(t, s, text, "a number stays the same person's")
	}
	requireRefused(t, s, `UPDATE people SET discord = NULL WHERE discord = 12`, "CHECK")
	requireRefused(t, s, `UPDATE lines SET source = NULL WHERE source IS NOT NULL`, "a line is never changed")
	requireRefused(t, s, `UPDATE lines SET source = '#x' WHERE source IS NOT NULL`, "a line is never changed")
	requireRefused(t, s, `UPDATE grants SET reason = 'another' WHERE kind = 'gift'`, "a grant is never changed")
	var none sql.NullInt64
	require.NoError(t, s.base.Readers.QueryRowContext(t.Context(),
		`SELECT discord FROM people WHERE trace IS NOT NULL`).Scan(&none))
	require.False(t, none.Valid)
}

// After one of two servers has been purged, none of its data remains, and the other server's data and ledger are
// unchanged.
func TestPurge(t *testing.T) {
	ctx := t.Context()
	s := newStore(t, Options{})
	evening(t, s) // on the server that stays
	table := playOnOtherServer(t, s)
	before := must(s.Audit(ctx, guild))
	missing := must(s.NoteServers(ctx, []ids.Guild{guild}))
	require.Equal(t, []ids.Guild{guild + 1}, missing)
	require.NoError(t, s.Depart(ctx, guild+1, noon))
	missing = must(s.NoteServers(ctx, []ids.Guild{guild}))
	require.Empty(t, missing, "the departure is already recorded")

	purged := func(before time.Duration) []ids.Guild {
		t.Helper()
		all := must(s.Purge(ctx, noon.Add(before)))
		require.NoError(t, s.Check(ctx))
		return all
	}
	require.Empty(t, purged(0), "the bot left too recently")
	require.Empty(t, purged(time.Hour), "the server has an open table")
	require.NoError(t, s.Append(ctx, store.Entry{Table: table.ID, After: 1, Over: true, Played: []store.Played{
		paid(dealt("end"), pot, annsStack, 5, annsStack, annsBalance, 20)}}))
	require.NoError(t, s.Return(ctx, guild+1))
	require.Empty(t, purged(time.Hour), "the bot is back on the server")
	require.NoError(t, s.Depart(ctx, guild+1, noon))
	require.NoError(t, s.Depart(ctx, guild+1, noon.Add(2*time.Hour)), "a second departure changes nothing")
	require.NoError(t, s.Depart(ctx, guild+2, noon), "a server without data")
	require.Equal(t, []ids.Guild{guild + 1}, purged(time.Hour))
	require.Empty(t, purged(time.Hour), "nothing is left to purge")

	require.Empty(t, columnsWith(t, s, fmt.Sprint(int64(guild+1))))
	require.Empty(t, columnsWith(t, s, fmt.Sprint(int64(dora))), "dora was on no other server")
	inOrder(t, s)
	after := must(s.Audit(ctx, guild))
	require.Equal(t, before, after)

	// New tables get the next numbers and valid chains.
	again := seated(t, s, channel+7)
	played(t, s, again.ID, 0, paid(said(ann, "join", ""), annsBalance, annsStack, 5))
	require.NoError(t, s.Check(ctx))
	inOrder(t, s)
	requireRefused(t, s, `DELETE FROM lines`, "a line is never deleted")
	requireRefused(t, s, `DELETE FROM transfers`, "a transfer is never deleted")
}

// playOnOtherServer returns an open table on another server, where Dora plays an evening.
func playOnOtherServer(t *testing.T, s *DB) store.Table {
	t.Helper()
	ctx := t.Context()
	require.NoError(t, s.SetName(ctx, guild+1, dora, "Dora"))
	require.NoError(t, s.SetSettings(ctx, guild+1, store.GuildSettings{Theme: "dark"}))
	must(s.Welcome(ctx, guild+1, dora, 100, noon))
	plan := must(s.PlanNight(ctx, store.Plan{Guild: guild + 1, Channel: channel + 1, Planner: dora, Made: noon,
		Starts: noon.Add(24 * time.Hour), Remind: noon.Add(23 * time.Hour)}, ""))
	require.NoError(t, s.SignUp(ctx, plan.ID, bob, true, noon))
	n := must(s.StartNight(ctx, store.Night{Guild: guild + 1, Channel: channel + 1, Opener: dora, BuyIn: 20,
		Started: noon}, ""))
	table := must(s.OpenTable(ctx, store.Table{Guild: guild + 1, Channel: channel + 1, Game: "classic",
		Opener: dora, Opened: noon, Night: n.ID}, ""))
	joins := paid(store.Played{Line: store.Line{At: noon, Seat: 1, Player: dora, Words: "join", Source: "m77"},
		Tallies: []games.Tally{{Seat: 1, Count: games.Sets, N: 1}}}, annsBalance, annsStack, 20, annsStack, pot, 5)
	played(t, s, table.ID, 0, joins)
	return table
}

// Readers don't cache players. After another process has forgotten a player, the next read returns a forgotten id.
func TestReadersCacheNoPlayers(t *testing.T) {
	s, ctx := newStore(t, Options{}), t.Context()
	table := seated(t, s, channel)
	joins := store.Entry{Table: table.ID, Played: []store.Played{said(ann, "join", "")}}
	require.NoError(t, s.Append(ctx, joins))
	sits := func() ids.User {
		seats := must(s.Seats(ctx, table.ID))
		return seats[1]
	}
	require.Equal(t, ann, sits())
	must(s.base.Tx.ExecContext(ctx, `UPDATE people SET discord = NULL, trace = 1 WHERE id = ?`, int64(ann)))
	require.Equal(t, ids.Forgotten(int64(ann)), sits())
}

// A house player has no row in people; its seat stores the house player's id itself.
func TestHousePlayersHaveNoRow(t *testing.T) {
	s, ctx := newStore(t, Options{}), t.Context()
	table, robot := seated(t, s, channel), ids.House(3)
	before := queryNumber(t, s, `SELECT count(*) FROM people`)
	played(t, s, table.ID, 0, store.Played{Line: store.Line{At: noon, Seat: 3, Player: robot, Words: "join"}})
	seats := must(s.Seats(ctx, table.ID))
	require.Equal(t, map[games.Seat]ids.User{3: robot}, seats)
	require.Equal(t, before, queryNumber(t, s, `SELECT count(*) FROM people`))
}
