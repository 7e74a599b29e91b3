package sqlite

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/games/poker"
	"settable/store"
)

// panickingRules are rules that panic during a game.
type panickingRules struct{ poker.Rules }

func (panickingRules) Parse(string) (games.Move, bool) { panic("no chips left in the box") }

// AuditTable finds differences between a game and the ledger.
func TestAuditTable(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for broken, c := range map[string]struct {
		rules games.Rules
		says  []string
	}{
		`SELECT 1`: {poker.Rules{}, nil},
		`UPDATE accounts SET paid_in = paid_in + 5 WHERE kind = 'pot'`: {poker.Rules{}, []string{
			"guild 1000: the game and the ledger differ: table 1: after line 5: the pot has 3 in the game, but 8 in " +
				"the ledger"}},
		`UPDATE accounts SET paid_out = paid_out + 11 WHERE kind = 'seat' AND seat > 1`: {poker.Rules{}, []string{
			"guild 1000: the game and the ledger differ: table 1: after line 5: seat 2 has 11 in the game, but 0 in " +
				"the ledger",
			"guild 1000: the game and the ledger differ: table 1: after line 5: seat 3 has 11 in the game, but 0 in " +
				"the ledger"}},
		`INSERT INTO accounts (guild, kind, player, table_id, seat, paid_in) VALUES (1000, 'seat', 15, 1, 5, 2)`: {
			poker.Rules{}, []string{
				"guild 1000: the game and the ledger differ: table 1: after line 5: seat 5 has 0 in the game, but 2 in " +
					"the ledger"}},
		`UPDATE lines SET words = 'fly' WHERE n = 3`: {poker.Rules{}, []string{
			"guild 1000: a hash chain is broken: table 1: line 3: its content was changed",
			`guild 1000: a journal can't be replayed: table 1: line 3: "fly" is not a valid move in poker`}},
		`SELECT 2`: {panickingRules{}, []string{
			"guild 1000: a journal can't be replayed: table 1: the rules of poker panicked: no chips left in the box"}},
	} {
		t.Run(broken, func(t *testing.T) {
			s := newStore(t, Options{})
			d := pokerTable(t, s, 3)
			forge(t, s, broken)
			_, found, err := store.AuditTable(t.Context(), s, d.Table, c.rules)
			require.NoError(t, err)
			var says []string
			for _, f := range found {
				says = append(says, strings.Split(f.String(), " (stored hash ")[0])
			}
			require.Equal(t, c.says, says)
		})
	}
	_, _, err := store.AuditTable(t.Context(), newStore(t, Options{}), store.Table{ID: 404}, poker.Rules{})
	require.ErrorIs(t, err, store.ErrNoTable)
}
