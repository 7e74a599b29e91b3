package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

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
	// Head is one hash for all that was played and given in a guild (of all guilds together: none). It stays
	// the same until something is played or given: who has noted it knows whether anything was changed.
	Head Hash
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

// AuditTable plays the journal of a table by its rules and compares what comes of
// each line with what was written of it: the chips that it moved, what it counted,
// and at the end the pot, the stacks and whether the table is closed. It also
// follows the journal's chain. Of a game that was compacted, or that older rules were
// played by, that is all: it is not played.
func AuditTable(ctx context.Context, s Store, t Table, rules games.Rules) (
	played bool, found []Finding, err error) {
	lies, n, err := s.Purses(ctx, t.ID)
	if err != nil {
		return false, nil, err
	}
	all, err := s.Played(ctx, t.ID)
	if errors.Is(err, ErrCompacted) { // what stays of it is proved by its chain
		found, err = brokenAt(ctx, s, t.ID)
		return false, found, err
	}
	if err != nil {
		return false, nil, err
	}
	// Later lines came after the chips were counted; what is damaged may be numbered in any way.
	a := audited{Table: t, played: all[:max(0, min(n, len(all)))]}
	if a.found, err = brokenAt(ctx, s, t.ID); err != nil {
		return false, nil, err
	}
	game, err := a.replayed(rules)
	switch {
	case err == nil:
		a.compare(game.View(games.Watcher), lies)
		a.sleeps(game)
	case !a.given(err):
		a.find("a journal does not play", err.Error())
	}
	return !errors.Is(err, games.ErrEdition), a.found, nil
}

// brokenAt is where the chain of a table breaks.
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

// audited is a table that is looked at.
type audited struct {
	Table
	played []Played
	found  []Finding
}

func (a *audited) find(says, where string) {
	a.found = append(a.found, Finding{Guild: a.Guild, Table: a.ID, Says: says, Where: where})
}

// given says whether a table was closed by the bot because its journal did not
// play: its chips were given back by the dealer's word, whatever its rules say. A
// game that was played by an older edition of its rules is not played again either.
func (a *audited) given(why error) bool {
	return errors.Is(why, games.ErrEdition) || !a.Closed.IsZero() && a.byDealer(len(a.played)-1)
}

// byDealer says whether the dealer ended the table with that line.
func (a *audited) byDealer(i int) bool {
	return i >= 0 && i == len(a.played)-1 && a.played[i].Line.Seat == games.Dealer &&
		a.played[i].Line.Words == games.End{}.String()
}

// sleeps compares whether somebody is at an open table. Lines that came after it was
// looked up may have woken it.
func (a *audited) sleeps(game games.Game) {
	if !a.Closed.IsZero() || a.Asleep > len(a.played) {
		return
	}
	if asleep := game.Asleep() && game.View(games.Watcher).Phase != games.Finished; asleep != (a.Asleep > 0) ||
		asleep && a.Asleep != len(a.played) {
		a.find("a table sleeps otherwise than its journal says", fmt.Sprintf("since line %d of %d", a.Asleep,
			len(a.played)))
	}
}

// replayed is the game at the end of the lines. Rules that break while they play are an
// error like any other: the audit goes on.
func (a *audited) replayed(rules games.Rules) (g games.Game, err error) {
	defer func() {
		if why := recover(); why != nil {
			err = fmt.Errorf("the rules of %s broke: %v", rules.Name(), why)
		}
	}()
	course, err := games.Begin(rules, a.Options)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", rules.Name(), err)
	}
	for i, p := range a.played {
		var step games.Step
		said := games.Said{At: p.Line.At, Seat: p.Line.Seat, Words: p.Line.Words}
		if course, step, err = course.Play(rules, i+1, said); err != nil {
			return nil, err
		}
		if !a.Closed.IsZero() && a.byDealer(i) {
			continue // perhaps the chips went back by the books alone
		}
		if !slices.Equal(step.Transfers, p.Transfers) {
			a.find("a line moved other chips", fmt.Sprintf("line %d: %v by the rules, %v in the ledger", i+1,
				step.Transfers, p.Transfers))
		}
		if !agree(step.Tallies, p.Tallies) {
			a.find("a line counted something else", fmt.Sprintf("line %d: %v by the rules, %v in the tallies",
				i+1, counted(step.Tallies), counted(p.Tallies)))
		}
	}
	return course.Game, nil
}

// isHighlight tells whether a count was not made from the first: highlights of games came later.
func isHighlight(t games.Tally) bool { return t.Count == games.Fastest || t.Count == games.Streak }

// isPractice tells the same of what counts in practice alone.
func isPractice(t games.Tally) bool { return t.Count.IsPractice() }

// agree compares what a line counts by the rules with what was written of it. A line of the time
// before highlights or practice were counted bears none of them.
func agree(rules, written []games.Tally) bool {
	for _, later := range []func(games.Tally) bool{isHighlight, isPractice} {
		if !slices.ContainsFunc(written, later) {
			rules = slices.DeleteFunc(slices.Clone(rules), later)
		}
	}
	return maps.Equal(counted(rules), counted(written))
}

// counted sums tallies of the same thing.
func counted(all []games.Tally) map[string]int64 {
	sums := map[string]int64{}
	for _, t := range all {
		sums[fmt.Sprintf("%s of seat %d", t.Count, t.Seat)] += t.N
	}
	return sums
}

// compare holds the table's row and its purses against the end of its journal.
func (a *audited) compare(v games.View, lies map[games.Purse]games.Chips) {
	n := len(a.played)
	if !a.Closed.IsZero() && v.Phase == games.Finished && !a.Closed.Equal(a.played[n-1].Line.At) {
		a.find("a table was not closed with its game", fmt.Sprintf("closed at %s, after line %d of %s",
			a.Closed.Format(time.RFC3339Nano), n, a.played[n-1].Line.At.Format(time.RFC3339Nano)))
	}
	if !a.Closed.IsZero() && a.byDealer(n-1) {
		return
	}
	for _, d := range differing(v, lies) {
		a.find("the game and the ledger differ", fmt.Sprintf("after line %d %s", n, d))
	}
}

// differing names the purses that hold something else in the view than in the
// ledger, the pot first.
func differing(v games.View, lies map[games.Purse]games.Chips) (all []string) {
	compare := func(name string, at games.Purse, sees games.Chips) {
		if lies[at] != sees {
			all = append(all, fmt.Sprintf("%s has %d in the game and %d in the ledger", name, sees, lies[at]))
		}
	}
	sees, most := map[games.Purse]games.Chips{games.Pot: v.Pot}, games.Purse(0)
	for _, p := range v.Seats {
		sees[games.Purse(p.Seat)] = p.Chips
		most = max(most, games.Purse(p.Seat))
	}
	if v.Practice { // what one sees is play chips
		clear(sees)
	}
	compare("the pot", games.Pot, sees[games.Pot])
	for at := range lies {
		most = max(most, at)
	}
	for at := games.Purse(1); at <= most; at++ {
		compare(fmt.Sprintf("seat %d", at), at, sees[at])
	}
	return all
}
