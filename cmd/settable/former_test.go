package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store/storetest"
)

// A database of the version before the present layout (commit 82983a6) is opened, checked and
// exported, and the exports are replayed. Games whose rules are still known come to the same end,
// line by line and chip by chip, as that version's own `replay` told (testdata/former). For the
// others one sentence says why they do not.
func TestGamesOfTheVersionBefore(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "settable.db")
	text, err := os.ReadFile(filepath.Join(filepath.Dir(formerDump), "former_6.sql"))
	require.NoError(t, err)
	require.NoError(t, storetest.Lay(t.Context(), path, string(text)))
	require.NoError(t, running(t, path).Close())

	code, out, errs := settable(t, "", "audit", "--database", path)
	require.Zero(t, code, errs)
	require.Equal(t, "1 server, 13 accounts, 29 transfers, 4 grants; the houses gave 325 chips.\n"+
		"Every server sums to zero, every balance equals its transfers, and every transfer has its cause.\n"+
		"2 open tables played again: every pot and every stack is what the ledger says. "+
		"Closed tables hold nothing.\n"+
		"Every line follows from the line before it, and every grant from the grant before.\n"+
		"Of 3 further games that is all: compacted, or played by older rules.\n", out)
	code, out, errs = settable(t, "", "audit", "--all", "--database", path)
	require.Zero(t, code, errs)
	require.Contains(t, out, "4 tables played again: ")
	require.Contains(t, out, "The database is whole, and every line of those moved and counted what its rules ")
	for n := 1; n <= 10; n++ {
		code, journal, errs := settable(t, "", "export", fmt.Sprint(n), "--names", "--database", path)
		require.Zero(t, code, errs)
		code, out, errs := settable(t, journal, "replay", "-")
		then, err := os.ReadFile(fmt.Sprintf("testdata/former/%d.txt", n))
		if os.IsNotExist(err) {
			require.Equal(t, 2, code, journal)
			require.Regexp(t, `^settable: -:\d: the rules it was played by are not known here: rules 1, `+
				`and here there are rules [23]\n$`, errs)
			continue
		}
		require.NoError(t, err)
		require.Zero(t, code, errs)
		require.Equal(t, happened(string(then)), happened(out), n)
	}
}

// happened is what of a replay is no sentence, and was told then, too: lines, counts, chips, and how all lies
// at the end.
func happened(replay string) (list []string) {
	for line := range strings.Lines(replay) {
		line = comments.ReplaceAllString(strings.TrimSuffix(line, "\n"), "")
		if moves.MatchString(line) || lies.MatchString(line) {
			list = append(list, line)
		}
	}
	return list
}

var (
	moves    = regexp.MustCompile(`^(\+|dealer |    (count |\d+ chips from ))`)
	lies     = regexp.MustCompile(`^(  \S+=|[P-R] \d|pot |left |turn |won |taken by |offers |clock )`)
	comments = regexp.MustCompile(` (says|took) .*`)
)
