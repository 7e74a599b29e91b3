package store

import (
	"encoding/hex"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
)

var secret = []byte("thirty-two bytes that nobody has")

// bet returns a line of a journal and the transfers that the line makes.
func bet() (Line, []games.Transfer) {
	l := Line{N: 3, At: time.Unix(1_800_000_000, 7), Seat: 2, Player: 12, Words: "bet 2", Source: "m99"}
	return l, []games.Transfer{{From: 2, To: games.Pot, Amount: 2}, {From: games.Balance(2), To: 2, Amount: 5}}
}

// Links never change, because existing databases contain them.
func TestLinksAreStable(t *testing.T) {
	c := NewChain(secret)
	line, moved := bet()
	opening := c.Opening(Table{Game: "poker", Options: games.Options{"ante": "1", "stack": "20"},
		Opened: time.Unix(1_800_000_000, 0)}, "i1")
	grant := Grant{Kind: Start, Amount: 100, At: time.Unix(1_800_000_000, 0)}
	for want, h := range map[string]Hash{
		"aabba1850bfaed4d5ea9425aa1423fbf": opening,
		"494731abbc52cf05c96bdef69e0a27f9": c.Line(opening, line, moved),
		"1cc007bf9c07bd2ffe694c0c9dc9bae4": c.Grant(Hash{}, grant),
		"04b64e80bcefe521678c4d6565b6eebc": Head(Hash{1}, []Hash{{2}, {3}}),
	} {
		require.Equal(t, want, hex.EncodeToString(h[:]))
	}
	require.Equal(t, hex.EncodeToString(opening[:6]), opening.Short())
}

// Any change to an entry changes its link, except a change to the player's identity.
func TestLinkCoversTheWholeEntry(t *testing.T) {
	c := NewChain(secret)
	line, moved := bet()
	links := map[Hash]string{c.Line(Hash{}, line, moved): "as it was"}
	differs := func(what string, h Hash) {
		t.Helper()
		require.Empty(t, links[h], what)
		links[h] = what
	}
	for what, change := range map[string]func(*Line, *[]games.Transfer){
		"number":      func(l *Line, _ *[]games.Transfer) { l.N++ },
		"time":        func(l *Line, _ *[]games.Transfer) { l.At = l.At.Add(1) },
		"seat":        func(l *Line, _ *[]games.Transfer) { l.Seat = 1 },
		"words":       func(l *Line, _ *[]games.Transfer) { l.Words = "bet 3" },
		"source":      func(l *Line, _ *[]games.Transfer) { l.Source = "m98" },
		"no source":   func(l *Line, _ *[]games.Transfer) { l.Source = "" },
		"no chips":    func(_ *Line, m *[]games.Transfer) { *m = nil },
		"fewer":       func(_ *Line, m *[]games.Transfer) { *m = (*m)[:1] },
		"other order": func(_ *Line, m *[]games.Transfer) { *m = []games.Transfer{(*m)[1], (*m)[0]} },
		"amount":      func(_ *Line, m *[]games.Transfer) { *m = []games.Transfer{{From: 2, Amount: 3}, (*m)[1]} },
		"other payer": func(_ *Line, m *[]games.Transfer) { *m = []games.Transfer{{From: 1, Amount: 2}, (*m)[1]} },
		"to the house": func(_ *Line, m *[]games.Transfer) {
			*m = []games.Transfer{{From: 2, To: games.Bank, Amount: 2}, (*m)[1]}
		},
		"to a balance": func(_ *Line, m *[]games.Transfer) {
			*m = []games.Transfer{{From: 2, To: games.Balance(2), Amount: 2}, (*m)[1]}
		},
		"words or more": func(l *Line, m *[]games.Transfer) { l.Words += "\x00"; *m = nil },
	} {
		l, m := bet()
		change(&l, &m)
		differs(what, c.Line(Hash{}, l, m))
	}
	differs("another line before", c.Line(Hash{1}, line, moved))
	differs("another secret", NewChain([]byte("another")).Line(Hash{}, line, moved))

	table := Table{Game: "classic", Options: games.Options{"a": "b"}, Opened: time.Unix(5, 0)}
	differs("a table", c.Opening(table, ""))
	for _, other := range []Table{
		{Game: "classical", Options: table.Options, Opened: table.Opened},
		{Game: "classic", Options: games.Options{"ab": ""}, Opened: table.Opened},
		{Game: "classic", Options: games.Options{"a": "c"}, Opened: table.Opened},
		{Game: "classic", Opened: table.Opened},
		{Game: "classic", Options: table.Options, Opened: time.Unix(6, 0)},
	} {
		differs("another table", c.Opening(other, ""))
	}
	differs("its source", c.Opening(table, "i1"))

	grant := Grant{Kind: Gift, Amount: 5, At: time.Unix(5, 0), Player: 12, Granter: 11, Reason: "a gift"}
	differs("a grant", c.Grant(Hash{}, grant))
	differs("another kind", c.Grant(Hash{}, Grant{Kind: Daily, Amount: 5, At: grant.At}))
	differs("another amount", c.Grant(Hash{}, Grant{Kind: Gift, Amount: 6, At: grant.At}))
	differs("another time", c.Grant(Hash{}, Grant{Kind: Gift, Amount: 5, At: time.Unix(6, 0)}))
	differs("a source", c.Grant(Hash{}, Grant{Kind: Gift, Amount: 5, At: grant.At, Source: "i2"}))
	differs("a head", Head(Hash{1}, []Hash{{2}, {3}}))
	differs("another order", Head(Hash{1}, []Hash{{3}, {2}}))
	differs("fewer tables", Head(Hash{1}, []Hash{{2}}))

	// The player's identity may be forgotten later, so the link must not cover it.
	line.Player = 0
	require.Equal(t, "as it was", links[c.Line(Hash{}, line, moved)])
	table.ID, table.Guild, table.Channel, table.Opener, table.Night, table.Post = 1, 2, 3, 4, 5, 6
	require.Equal(t, "a table", links[c.Opening(table, "")])
	grant.Player, grant.Granter, grant.Reason, grant.Guild = 0, 0, "", 0
	require.Equal(t, "a grant", links[c.Grant(Hash{}, grant)])
}

// The test breaks a chain at each entry and each link. Follow reports the first break. If a later link allows it,
// Follow also reports whether the entry or the link is wrong.
func TestFollowReportsTheFirstBreak(t *testing.T) {
	chained := func(spoil func([]Link)) []Link {
		var all []Link
		var before Hash
		for i := range 4 {
			n := byte(i + 1)
			link := Link{Where: string('a' + rune(i)), After: func(h Hash) Hash { return Head(h, []Hash{{n}}) }}
			link.Bears = link.After(before)
			before = link.Bears
			all = append(all, link)
		}
		spoil(all)
		return all
	}
	whole := chained(func([]Link) {})
	last, broken := Follow(Hash{}, whole)
	require.Nil(t, broken)
	require.Equal(t, whole[3].Bears, last)
	_, broken = Follow(Hash{1}, whole)
	require.Equal(t, "a", broken.Where)
	for i, link := range whole {
		_, said := Follow(Hash{}, chained(func(all []Link) {
			all[i].After = func(h Hash) Hash { return Head(h, []Hash{{99}}) }
		}))
		require.Equal(t, link.Where, said.Where)
		require.Contains(t, said.Says, "its content was changed")
		_, bears := Follow(Hash{}, chained(func(all []Link) { all[i].Bears[15] ^= 1 }))
		require.Equal(t, link.Where, bears.Where)
		if i < 3 {
			require.Contains(t, bears.Says, "its stored hash was changed")
		}
	}
}
