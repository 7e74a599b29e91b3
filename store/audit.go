package store

import (
	"context"
	"fmt"

	"settable/games"
)

// Audit is what was looked at, at one moment, and what does not fit.
type Audit struct {
	Findings  []Finding // none: every law of the ledger holds
	Guilds    int
	Accounts  int
	Transfers int
	Grants    int
	Granted   games.Chips // what the houses gave in all
}

// Finding is something that does not fit.
type Finding struct {
	Guild GuildID // 0: nobody can tell whose it is
	Table TableID // 0: not at a table
	Says  string  // the law that is broken
	Where string  // by whom, or by how much
}

func (f Finding) String() string {
	text := f.Says
	if f.Guild != 0 {
		text = fmt.Sprintf("guild %d: %s", f.Guild, text)
	}
	if f.Table != 0 {
		text = fmt.Sprintf("%s: table %d", text, f.Table)
	}
	return text + ": " + f.Where
}

// AuditTable plays the journal of a table by its rules and compares the chips
// that the game sees with those of the ledger, both as they were at one moment.
func AuditTable(ctx context.Context, s Store, t Table, rules games.Rules) ([]Finding, error) {
	lies, n, err := s.Purses(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	lines, err := s.Lines(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	all := make([]games.Said, n)
	for i, l := range lines[:n] { // those after n came later than the chips were counted
		all[i] = games.Said{At: l.At, Seat: l.Seat, Words: l.Words}
	}
	view, err := replayed(rules, t.Options, all)
	if err != nil {
		return []Finding{{Guild: t.Guild, Table: t.ID, Says: "a journal does not play", Where: err.Error()}}, nil
	}
	var found []Finding
	for _, d := range differing(view, lies) {
		found = append(found, Finding{Guild: t.Guild, Table: t.ID, Says: "the game and the ledger differ",
			Where: fmt.Sprintf("after line %d %s", n, d)})
	}
	return found, nil
}

// replayed is what everybody sees at the end of the lines. Rules that break
// while they play are an error like any other: the audit goes on.
func replayed(rules games.Rules, o games.Options, lines []games.Said) (v games.View, err error) {
	defer func() {
		if why := recover(); why != nil {
			err = fmt.Errorf("the rules of %s broke: %v", rules.Name(), why)
		}
	}()
	course, err := games.Fold(rules, o, lines)
	if err != nil {
		return v, err
	}
	return course.Game.View(games.Watcher), nil
}

// differing names the purses that hold something else in the view than in the
// ledger, the pot first.
func differing(v games.View, lies map[games.Purse]games.Chips) (all []string) {
	compare := func(name string, at games.Purse, sees games.Chips) {
		if lies[at] != sees {
			all = append(all, fmt.Sprintf("%s has %d in the game and %d in the ledger", name, sees, lies[at]))
		}
	}
	compare("the pot", games.Pot, v.Pot)
	sees, most := map[games.Purse]games.Chips{}, games.Purse(0)
	for _, p := range v.Seats {
		sees[games.Purse(p.Seat)] = p.Chips
		most = max(most, games.Purse(p.Seat))
	}
	for at := range lies {
		most = max(most, at)
	}
	for at := games.Purse(1); at <= most; at++ {
		compare(fmt.Sprintf("seat %d", at), at, sees[at])
	}
	return all
}
