// Package highlights keeps what is worth telling when a game of sets is over: the fastest set, the
// longest streak, and the sets that lay open and nobody saw.
package highlights

import (
	"slices"
	"time"

	"settable/games"
	"settable/games/cards"
)

// Highlights are those of one game so far. They are a value like the game whose part they are: a copy
// goes on without changing the one it was made from. The same journal gives the same highlights.
type Highlights struct {
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
func (h *Highlights) Pass(at time.Time, asleep bool) {
	if !h.heard.IsZero() && !asleep {
		h.awake += max(0, at.Sub(h.heard))
	}
	if at.After(h.heard) {
		h.heard = at
	}
}

// Lie is what lies open from now on; cards that lay there already have lain since then.
func (h *Highlights) Lie(open []cards.Card) {
	if slices.EqualFunc(h.lies, open, func(l lying, c cards.Card) bool { return l.card == c }) {
		return
	}
	lies := make([]lying, 0, len(open))
	for _, c := range open {
		if c == cards.Hidden {
			continue
		}
		since := h.awake
		if i := slices.IndexFunc(h.lies, func(l lying) bool { return l.card == c }); i >= 0 {
			since = h.lies[i].since
		}
		lies = append(lies, lying{c, since})
	}
	h.lies = lies
}

// Take is a set of cards that lay open and were taken.
func (h *Highlights) Take(seat games.Seat, three [3]cards.Card) {
	h.TakeAfter(seat, three, h.lay(three))
}

// TakeAfter is a set that was taken so long after its cards could be seen by who took it. With its
// cards goes every other set that they were part of. A Watcher is nobody, whose highlights are not kept.
func (h *Highlights) TakeAfter(seat games.Seat, three [3]cards.Card, after time.Duration) {
	if h.runs != seat {
		h.runs, h.run = seat, 0
	}
	h.run++
	if seat != games.Watcher {
		h.done(seat, after)
	}
	goes := func(c cards.Card) bool { return slices.Contains(three[:], c) }
	h.miss(func(set [3]cards.Card) bool {
		return slices.ContainsFunc(set[:], goes) && !(goes(set[0]) && goes(set[1]) && goes(set[2]))
	})
	h.lies = slices.DeleteFunc(slices.Clone(h.lies), func(l lying) bool { return goes(l.card) })
}

func (h *Highlights) done(seat games.Seat, after time.Duration) {
	h.own = slices.Clone(h.own)
	for len(h.own) < int(seat) {
		h.own = append(h.own, own{})
	}
	o := &h.own[seat-1]
	if o.sets == 0 || after < o.fastest {
		o.fastest = after
	}
	o.sets++
	o.streak = max(o.streak, h.run)
}

// Undo takes back what was done since before; the time that has passed stays.
func (h *Highlights) Undo(before Highlights) {
	before.heard, before.awake = h.heard, h.awake
	*h = before
}

// Wrong is a claim or call that came to nothing: the seat's streak ends.
func (h *Highlights) Wrong(seat games.Seat) {
	if h.runs == seat {
		h.run = 0
	}
}

// Over is when all cards go, or are covered: what lies open then was seen by nobody.
func (h *Highlights) Over() {
	h.miss(func([3]cards.Card) bool { return true })
	h.lies = nil
}

// miss counts the sets that lie open and go unclaimed.
func (h *Highlights) miss(goes func([3]cards.Card) bool) {
	open := make([]cards.Card, len(h.lies))
	for i, l := range h.lies {
		open[i] = l.card
	}
	for _, set := range cards.Sets(open) {
		if goes(set) {
			h.unseen++
			h.longest = max(h.longest, h.lay(set))
		}
	}
}

// lay is how long all three have lain open.
func (h *Highlights) lay(three [3]cards.Card) time.Duration {
	since := time.Duration(0)
	for _, l := range h.lies {
		if slices.Contains(three[:], l.card) {
			since = max(since, l.since)
		}
	}
	return h.awake - since
}

// Of are how fast the fastest set of a seat was, and its most sets in a row; none: it has none.
func (h *Highlights) Of(seat games.Seat) (fastest time.Duration, streak int) {
	if seat < 1 || int(seat) > len(h.own) {
		return 0, 0
	}
	return h.own[seat-1].fastest, h.own[seat-1].streak
}
