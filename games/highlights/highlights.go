// Package highlights records what is worth telling when a game of sets is over: the fastest set, the
// longest streak, and the sets that lay open and nobody saw.
package highlights

import (
	"slices"
	"time"

	"settable/games"
	"settable/games/cards"
)

// Highlights are what happened so far in one game. They are a value like the game that contains them:
// a copy can be changed without changing the original. The same journal gives the same highlights.
type Highlights struct {
	heard time.Time     // the time of the last move
	awake time.Duration // the time since the first move in which somebody was at the table
	lies  []lying       // the cards that lie open

	own     []own // of seat 1, 2, 3 …
	run     int   // the current streak of the seat runs
	runs    games.Seat
	unseen  int           // how many sets lay open and went unclaimed
	longest time.Duration // the longest time that one of these lay open
}

// lying is a card that lies open, and the value of awake since when it does.
type lying struct {
	card  cards.Card
	since time.Duration
}

// own is what one seat has done.
type own struct {
	sets    int
	fastest time.Duration // only valid if sets > 0
	streak  int
}

// Pass adds the time until a move, unless nobody was at the table.
func (h *Highlights) Pass(at time.Time, asleep bool) {
	if !h.heard.IsZero() && !asleep {
		h.awake += max(0, at.Sub(h.heard))
	}
	if at.After(h.heard) {
		h.heard = at
	}
}

// Lie sets which cards lie open from now on. Cards that lay there before keep the time since when
// they do.
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

// Take records that a seat has taken a set of open cards.
func (h *Highlights) Take(seat games.Seat, three [3]cards.Card) {
	h.TakeAfter(seat, three, h.lay(three))
}

// TakeAfter records that a seat has taken a set, so long after the taker could see its cards. Every
// other set that shares a card with it is counted as missed. For Watcher, which stands for nobody, no
// highlight is kept.
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

// Undo returns to the highlights before, except that the time that has passed stays.
func (h *Highlights) Undo(before Highlights) {
	before.heard, before.awake = h.heard, h.awake
	*h = before
}

// Wrong records a wrong claim or call, which ends the seat's streak.
func (h *Highlights) Wrong(seat games.Seat) {
	if h.runs == seat {
		h.run = 0
	}
}

// Over counts all sets that lie open as missed, because all cards are taken away or covered.
func (h *Highlights) Over() {
	h.miss(func([3]cards.Card) bool { return true })
	h.lies = nil
}

// miss counts the open sets that will not be claimed any more.
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

// lay is how long all three cards have lain open.
func (h *Highlights) lay(three [3]cards.Card) time.Duration {
	since := time.Duration(0)
	for _, l := range h.lies {
		if slices.Contains(three[:], l.card) {
			since = max(since, l.since)
		}
	}
	return h.awake - since
}

// Of is how long the fastest set of a seat had lain open, and the seat's longest streak; both are 0
// for a seat without a set.
func (h *Highlights) Of(seat games.Seat) (fastest time.Duration, streak int) {
	if seat < 1 || int(seat) > len(h.own) {
		return 0, 0
	}
	return h.own[seat-1].fastest, h.own[seat-1].streak
}
