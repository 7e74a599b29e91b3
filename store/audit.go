package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"settable/games"
	"settable/store/ids"
)

// Audit is the result of an audit: how much was checked, and which problems were found.
type Audit struct {
	Findings  []Finding // none: every law of the ledger holds
	Guilds    int
	Accounts  int
	Transfers int
	Grants    int
	Granted   games.Chips // what the banks of the guilds gave in all
	// Head is one hash of everything that was played and granted in a guild. It stays the same until someone plays or
	// gets chips, so a host who wrote it down can tell whether anything was changed. An audit of all guilds has no
	// Head.
	Head Hash
}

// Finding is a problem that an audit or a check has found in the database.
type Finding struct {
	Guild ids.Guild // 0: it belongs to no guild that can be named
	Table TableID   // 0: not at a table
	Says  string    // the law that is broken
	Where string    // where, and by how much
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

// AuditTable replays the journal of a table and compares each line with the transfers and counts that were stored with
// it. At the end, it compares the pot, the stacks and whether the table is closed. It also checks the journal's hash
// chain. If the game was compacted or was played under older rules, it checks only the chain and returns false for
// played.
func AuditTable(ctx context.Context, s Store, t Table, rules games.Rules) (
	played bool, found []Finding, err error) {
	ledger, n, err := s.TableAccounts(ctx, t.ID)
	if err != nil {
		return false, nil, err
	}
	all, err := s.Played(ctx, t.ID)
	if errors.Is(err, ErrCompacted) { // the chain proves what is left of the journal
		found, err = brokenAt(ctx, s, t.ID)
		return false, found, err
	}
	if err != nil {
		return false, nil, err
	}
	// The comparison ignores lines that were written after the chips were counted. A damaged store may return any
	// numbers, so they are clamped.
	a := audited{Table: t, played: all[:max(0, min(n, len(all)))]}
	if a.found, err = brokenAt(ctx, s, t.ID); err != nil {
		return false, nil, err
	}
	game, err := a.replay(rules)
	switch {
	case err == nil:
		a.compare(game.View(games.Watcher), ledger)
		a.checkSleep(game)
	case !a.maySkip(err):
		a.find("a journal can't be replayed", err.Error())
	}
	return !errors.Is(err, games.ErrEdition), a.found, nil
}

// brokenAt returns a finding if the hash chain of a table is broken.
func brokenAt(ctx context.Context, s Store, id TableID) ([]Finding, error) {
	var broken *Broken
	switch _, err := s.Lines(ctx, id); {
	case errors.As(err, &broken):
		return []Finding{broken.Finding()}, nil
	case err != nil && !errors.Is(err, ErrCompacted):
		return nil, err
	}
	return nil, nil
}

// audited holds a table under audit and what the audit has found so far.
type audited struct {
	Table
	played []Played
	found  []Finding
}

func (a *audited) find(says, where string) {
	a.found = append(a.found, Finding{Guild: a.Guild, Table: a.ID, Says: says, Where: where})
}

// maySkip reports whether the audit may skip a table whose journal can't be replayed. It may skip the table if the bot
// closed it for that reason and the dealer returned the chips, or if an older edition of the rules was used.
func (a *audited) maySkip(why error) bool {
	return errors.Is(why, games.ErrEdition) || !a.Closed.IsZero() && a.byDealer(len(a.played)-1)
}

// byDealer reports whether line i is the last line and the dealer ended the table with it.
func (a *audited) byDealer(i int) bool {
	return i >= 0 && i == len(a.played)-1 && a.played[i].Line.Seat == games.Dealer &&
		a.played[i].Line.Words == games.End{}.String()
}

// checkSleep checks that the row of an open table agrees with its game on whether all players are away. It ignores lines
// written after the row was read, because they may have woken the table.
func (a *audited) checkSleep(game games.Game) {
	if !a.Closed.IsZero() || a.Asleep > len(a.played) {
		return
	}
	if asleep := game.Presence().Asleep() && game.View(games.Watcher).Phase != games.Finished; asleep != (a.Asleep > 0) ||
		asleep && a.Asleep != len(a.played) {
		a.find("a table's sleep state differs from its journal", fmt.Sprintf("asleep since line %d of %d", a.Asleep,
			len(a.played)))
	}
}

// replay returns the game after the last line. It turns a panic in the rules into an error, so that the audit
// continues.
func (a *audited) replay(rules games.Rules) (g games.Game, err error) {
	defer func() {
		if why := recover(); why != nil {
			err = fmt.Errorf("the rules of %s panicked: %v", rules.Name(), why)
		}
	}()
	course, err := games.Begin(rules, a.Options)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", rules.Name(), err)
	}
	for i, p := range a.played {
		var step games.Step
		said := games.Line{At: p.Line.At, Seat: p.Line.Seat, Words: p.Line.Words}
		if course, step, err = course.Play(rules, i+1, said); err != nil {
			return nil, err
		}
		if !a.Closed.IsZero() && a.byDealer(i) {
			continue // the ledger may have returned the chips without a move
		}
		if !slices.Equal(step.Transfers, p.Transfers) {
			a.find("a line's transfers differ", fmt.Sprintf("line %d: %v in the replay, %v in the ledger", i+1,
				step.Transfers, p.Transfers))
		}
		if !maps.Equal(sumTallies(step.Tallies), sumTallies(p.Tallies)) {
			a.find("a line's tallies differ", fmt.Sprintf("line %d: %v in the replay, %v in the tallies",
				i+1, sumTallies(step.Tallies), sumTallies(p.Tallies)))
		}
	}
	return course.Game, nil
}

// sumTallies sums the tallies that have the same seat and count.
func sumTallies(all []games.Tally) map[string]int64 {
	sums := map[string]int64{}
	for _, t := range all {
		sums[fmt.Sprintf("%s of seat %d", t.Count, t.Seat)] += t.N
	}
	return sums
}

// compare checks the table's row and accounts against the game at the end of its journal.
func (a *audited) compare(v games.View, ledger map[games.Account]games.Chips) {
	n := len(a.played)
	if !a.Closed.IsZero() && v.Phase == games.Finished && !a.Closed.Equal(a.played[n-1].Line.At) {
		a.find("a table wasn't closed when its game ended", fmt.Sprintf("closed at %s, but its last line %d is of %s",
			a.Closed.Format(time.RFC3339Nano), n, a.played[n-1].Line.At.Format(time.RFC3339Nano)))
	}
	if !a.Closed.IsZero() && a.byDealer(n-1) {
		return
	}
	for _, d := range differences(v, ledger) {
		a.find("the game and the ledger differ", fmt.Sprintf("after line %d: %s", n, d))
	}
}

// differences describes each account whose chips differ between the view and the ledger, beginning with the pot.
func differences(v games.View, ledger map[games.Account]games.Chips) (all []string) {
	compare := func(name string, at games.Account, sees games.Chips) {
		if ledger[at] != sees {
			all = append(all, fmt.Sprintf("%s has %d in the game, but %d in the ledger", name, sees, ledger[at]))
		}
	}
	sees, most := map[games.Account]games.Chips{games.Pot: v.Pot}, games.Account(0)
	for _, p := range v.Seats {
		sees[games.Account(p.Seat)] = p.Chips
		most = max(most, games.Account(p.Seat))
	}
	if v.Practice { // the view shows play chips, which are in no ledger
		clear(sees)
	}
	compare("the pot", games.Pot, sees[games.Pot])
	for at := range ledger {
		most = max(most, at)
	}
	for at := games.Account(1); at <= most; at++ {
		compare(fmt.Sprintf("seat %d", at), at, sees[at])
	}
	return all
}
