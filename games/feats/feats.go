// Package feats keeps what is worth telling when a game of sets is over: the fastest set, the
// longest streak, and the sets that lay open and nobody saw.
package feats

import (
	"slices"
	"time"

	"settable/games"
	"settable/games/cards"
)

// Feats are those of one game so far. They are a value like the game whose part they are: a copy
// goes on without changing the one it was made from. The same journal gives the same feats.
type Feats struct {
	heard time.Time     // when the last move was
	awake time.Duration // since the first one, without the time in which nobody was at the table
	lies  []lying       // the cards that lie open

	own     []own // of seat 1, 2, 3 …
	run     int   // sets in a row, of the one who took the last
	runs    games.Seat
	unseen  int           // sets that lay open and went unclaimed
	longest time.Duration // that one of these lay open
}

// lying is a card that lies open, since then.
type lying struct {
	card  cards.Card
	since time.Duration
}

// own is what one seat has done.
type own struct {
	sets    int
	fastest time.Duration // of a seat with sets
	streak  int
}

// Pass is for the time until a move. While nobody was at the table, none passes.
func (f *Feats) Pass(at time.Time, asleep bool) {
	if !f.heard.IsZero() && !asleep {
		f.awake += max(0, at.Sub(f.heard))
	}
	if at.After(f.heard) {
		f.heard = at
	}
}

// Lie is what lies open from now on; cards that lay there already have lain since then.
func (f *Feats) Lie(open []cards.Card) {
	if slices.EqualFunc(f.lies, open, func(l lying, c cards.Card) bool { return l.card == c }) {
		return
	}
	lies := make([]lying, 0, len(open))
	for _, c := range open {
		if c == cards.Hidden {
			continue
		}
		since := f.awake
		if i := slices.IndexFunc(f.lies, func(l lying) bool { return l.card == c }); i >= 0 {
			since = f.lies[i].since
		}
		lies = append(lies, lying{c, since})
	}
	f.lies = lies
}

// Take is a set of cards that lay open and were taken.
func (f *Feats) Take(seat games.Seat, three [3]cards.Card) { f.TakeAfter(seat, three, f.lay(three)) }

// TakeAfter is a set that was taken so long after its cards could be seen by who took it. With its
// cards goes every other set that they were part of. A Watcher is nobody, whose feats are not kept.
func (f *Feats) TakeAfter(seat games.Seat, three [3]cards.Card, after time.Duration) {
	if f.runs != seat {
		f.runs, f.run = seat, 0
	}
	f.run++
	if seat != games.Watcher {
		f.done(seat, after)
	}
	goes := func(c cards.Card) bool { return slices.Contains(three[:], c) }
	f.miss(func(set [3]cards.Card) bool {
		return slices.ContainsFunc(set[:], goes) && !(goes(set[0]) && goes(set[1]) && goes(set[2]))
	})
	f.lies = slices.DeleteFunc(slices.Clone(f.lies), func(l lying) bool { return goes(l.card) })
}

func (f *Feats) done(seat games.Seat, after time.Duration) {
	f.own = slices.Clone(f.own)
	for len(f.own) < int(seat) {
		f.own = append(f.own, own{})
	}
	o := &f.own[seat-1]
	if o.sets == 0 || after < o.fastest {
		o.fastest = after
	}
	o.sets++
	o.streak = max(o.streak, f.run)
}

// Undo takes back what was done since before; the time that has passed stays.
func (f *Feats) Undo(before Feats) {
	before.heard, before.awake = f.heard, f.awake
	*f = before
}

// Wrong is a claim or call that came to nothing: the seat's streak ends.
func (f *Feats) Wrong(seat games.Seat) {
	if f.runs == seat {
		f.run = 0
	}
}

// Over is when all cards go, or are covered: what lies open then was seen by nobody.
func (f *Feats) Over() {
	f.miss(func([3]cards.Card) bool { return true })
	f.lies = nil
}

// miss counts the sets that lie open and go unclaimed.
func (f *Feats) miss(goes func([3]cards.Card) bool) {
	open := make([]cards.Card, len(f.lies))
	for i, l := range f.lies {
		open[i] = l.card
	}
	for _, set := range cards.Sets(open) {
		if goes(set) {
			f.unseen++
			f.longest = max(f.longest, f.lay(set))
		}
	}
}

// lay is how long all three have lain open.
func (f *Feats) lay(three [3]cards.Card) time.Duration {
	since := time.Duration(0)
	for _, l := range f.lies {
		if slices.Contains(three[:], l.card) {
			since = max(since, l.since)
		}
	}
	return f.awake - since
}

// Of are how fast the fastest set of a seat was, and its most sets in a row; none: it has none.
func (f *Feats) Of(seat games.Seat) (fastest time.Duration, streak int) {
	if seat < 1 || int(seat) > len(f.own) {
		return 0, 0
	}
	return f.own[seat-1].fastest, f.own[seat-1].streak
}
