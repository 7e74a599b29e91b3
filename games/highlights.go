package games

import (
	"slices"
	"time"

	"settable/games/cards"
)

// Highlights record the memorable moments of a game so far. Highlights can be copied: changing a copy doesn't change
// the original. The same journal always gives the same highlights.
type Highlights struct {
	lastMove    time.Time
	timePresent time.Duration // the time since the first move during which anyone was at the table
	openCards   []openCard

	seats         []record // of seat 1, 2, 3 …
	streak        int      // the current streak, of the seat streakSeat
	rankedStreak  int      // the part of it that counts on leaderboards
	streakSeat    Seat
	missed        int           // how many open sets went unclaimed
	longestMissed time.Duration // the longest time that one of these had been open
	missedSet     [3]cards.Card // the set that was open for that time
}

// openCard is an open card and the value of timePresent when it was laid.
type openCard struct {
	card  cards.Card
	since time.Duration
}

// record holds the achievements of one seat.
type record struct {
	sets    int
	fastest time.Duration // only valid if sets > 0
	cards   [3]cards.Card // the cards of the fastest set
	streak  int
	// The same without the sets that the player took while no other person was present, which don't count on
	// leaderboards (Rights 16).
	rankedSets    int
	rankedFastest time.Duration
	rankedStreak  int
}

// AddTime counts the time since the last move, unless all players were away.
func (h *Highlights) AddTime(at time.Time, asleep bool) {
	if !h.lastMove.IsZero() && !asleep {
		h.timePresent += max(0, at.Sub(h.lastMove))
	}
	if at.After(h.lastMove) {
		h.lastMove = at
	}
}

// SetOpenCards sets the cards that are open from now on. Cards that were already open keep their start time.
func (h *Highlights) SetOpenCards(open []cards.Card) {
	if slices.EqualFunc(h.openCards, open, func(l openCard, c cards.Card) bool { return l.card == c }) {
		return
	}
	lies := make([]openCard, 0, len(open))
	for _, c := range open {
		if c == cards.Hidden {
			continue
		}
		since := h.timePresent
		if i := slices.IndexFunc(h.openCards, func(l openCard) bool { return l.card == c }); i >= 0 {
			since = h.openCards[i].since
		}
		lies = append(lies, openCard{c, since})
	}
	h.openCards = lies
}

// Take records that a seat has taken a set of open cards. ranked means that the set counts on leaderboards (Rights 16).
func (h *Highlights) Take(seat Seat, three [3]cards.Card, ranked bool) {
	h.TakeAfter(seat, three, h.openFor(three), ranked)
}

// TakeAfter records that a seat has taken a set after seeing its cards for the given time. It counts every other set
// that shares a card with the taken one as missed. It credits no player if the seat is Watcher.
func (h *Highlights) TakeAfter(seat Seat, three [3]cards.Card, after time.Duration, ranked bool) {
	if h.streakSeat != seat {
		h.streakSeat, h.streak, h.rankedStreak = seat, 0, 0
	}
	h.streak++
	if ranked {
		h.rankedStreak++
	}
	if seat != Watcher {
		h.recordSet(seat, three, after, ranked)
	}
	goes := func(c cards.Card) bool { return slices.Contains(three[:], c) }
	h.countMissed(func(set [3]cards.Card) bool {
		return slices.ContainsFunc(set[:], goes) && !(goes(set[0]) && goes(set[1]) && goes(set[2]))
	})
	h.openCards = slices.DeleteFunc(slices.Clone(h.openCards), func(l openCard) bool { return goes(l.card) })
}

func (h *Highlights) recordSet(seat Seat, three [3]cards.Card, after time.Duration, ranked bool) {
	h.seats = slices.Clone(h.seats)
	for len(h.seats) < int(seat) {
		h.seats = append(h.seats, record{})
	}
	o := &h.seats[seat-1]
	if o.sets == 0 || after < o.fastest {
		o.fastest, o.cards = after, three
	}
	o.sets++
	o.streak = max(o.streak, h.streak)
	if !ranked {
		return
	}
	if o.rankedSets == 0 || after < o.rankedFastest {
		o.rankedFastest = after
	}
	o.rankedSets++
	o.rankedStreak = max(o.rankedStreak, h.rankedStreak)
}

// Undo restores earlier highlights but keeps the time that has passed.
func (h *Highlights) Undo(before Highlights) {
	before.lastMove, before.timePresent = h.lastMove, h.timePresent
	*h = before
}

// Wrong records a wrong claim or call, which ends the seat's streak.
func (h *Highlights) Wrong(seat Seat) {
	if h.streakSeat == seat {
		h.streak, h.rankedStreak = 0, 0
	}
}

// MissAll counts all open sets as missed, because all cards are being removed or covered.
func (h *Highlights) MissAll() {
	h.countMissed(func([3]cards.Card) bool { return true })
	h.openCards = nil
}

// countMissed counts as missed all open sets for which goes returns true.
func (h *Highlights) countMissed(goes func([3]cards.Card) bool) {
	open := make([]cards.Card, len(h.openCards))
	for i, l := range h.openCards {
		open[i] = l.card
	}
	for _, set := range cards.Sets(open) {
		if goes(set) {
			if open := h.openFor(set); h.missed == 0 || open > h.longestMissed {
				h.longestMissed, h.missedSet = open, set
			}
			h.missed++
		}
	}
}

// openFor returns how long all three cards have been open together.
func (h *Highlights) openFor(three [3]cards.Card) time.Duration {
	since := time.Duration(0)
	for _, l := range h.openCards {
		if slices.Contains(three[:], l.card) {
			since = max(since, l.since)
		}
	}
	return h.timePresent - since
}

// Best returns how long a seat's fastest set had been open, and the seat's longest streak. Both are 0 for a seat
// without a set.
func (h *Highlights) Best(seat Seat) (fastest time.Duration, streak int) {
	if seat < 1 || int(seat) > len(h.seats) {
		return 0, 0
	}
	return h.seats[seat-1].fastest, h.seats[seat-1].streak
}

// Reported times are truncated to this precision. Players are tied if their truncated times are equal.
const precision = 100 * time.Millisecond

// All returns the highlights of a finished game. House players are not named. A streak is mentioned only if others took
// sets too, because otherwise the streak would be the whole game. A game without sets has no highlights.
func (h *Highlights) All(house func(Seat) bool) []Highlight {
	list := h.Taken(house)
	if len(h.seats) > 0 && h.missed > 0 {
		list = append(list, Highlight{
			Phrase: Say("games.highlights.unseen", "N", h.missed, "longest", h.longestMissed.Truncate(precision)),
			Label:  Say("games.highlights.unseen.label", "N", h.missed, "longest", h.longestMissed.Truncate(precision)),
			Sets:   []ShownSet{{Common: slices.Clone(h.missedSet[:])}},
		})
	}
	return list
}

// Taken returns the highlights about sets that were taken.
func (h *Highlights) Taken(house func(Seat) bool) (list []Highlight) {
	if len(h.seats) == 0 {
		return nil
	}
	fast, streaks := h.leaders(house)
	if len(fast) > 0 {
		first := h.seats[fast[0]-1]
		after := first.fastest.Truncate(precision)
		list = append(list, Highlight{
			Phrase: Say("games.highlights.fastest", "who", fast, "after", after),
			Label:  Say("games.highlights.fastest.label", "after", after),
			Seats:  fast, Sets: []ShownSet{{Common: slices.Clone(first.cards[:])}},
		})
	}
	if len(streaks) > 0 {
		_, n := h.Best(streaks[0])
		list = append(list, StreakHighlight(streaks, n))
	}
	return list
}

// BiggestPot returns the highlight for a biggest pot of n chips, won by the given seats.
func BiggestPot(seats []Seat, n Chips) Highlight {
	chips := Say("games.chips", "N", n)
	return Highlight{Phrase: Say("games.highlights.pot", "who", seats, "chips", chips),
		Label: Say("games.highlights.pot.label", "chips", chips), Seats: seats}
}

// StreakHighlight returns the highlight for the longest streak: n sets by each of the given seats.
func StreakHighlight(seats []Seat, n int) Highlight {
	return Highlight{Phrase: Say("games.highlights.streak", "who", seats, "N", n),
		Label: Say("games.highlights.streak.label", "N", n), Seats: seats}
}

// CountRecords counts the fastest set and the longest streak of each person who played. It leaves out sets that were
// taken while no other person was present (Rights 16).
func (h *Highlights) CountRecords(people []Seat, step *Step) {
	takers := 0
	for _, o := range h.seats {
		if o.rankedSets > 0 {
			takers++
		}
	}
	for _, seat := range people {
		if int(seat) > len(h.seats) || h.seats[seat-1].rankedSets == 0 {
			continue
		}
		o := h.seats[seat-1]
		step.Count(seat, Fastest, int(max(1, o.rankedFastest.Milliseconds())))
		if takers > 1 {
			step.Count(seat, Streak, o.rankedStreak)
		}
	}
}

// leaders returns the people with the fastest set and the people with the longest streak.
func (h *Highlights) leaders(house func(Seat) bool) (fast, streaks []Seat) {
	takers, first, most := 0, time.Duration(0), 2
	for i, o := range h.seats {
		seat := Seat(i + 1)
		if o.sets == 0 {
			continue
		}
		if takers++; house(seat) {
			continue
		}
		after := o.fastest.Truncate(precision)
		if len(fast) == 0 || after < first {
			fast, first = nil, after
		}
		if after == first {
			fast = append(fast, seat)
		}
		if o.streak > most {
			streaks, most = nil, o.streak
		}
		if o.streak == most {
			streaks = append(streaks, seat)
		}
	}
	if takers < 2 {
		streaks = nil
	}
	return fast, streaks
}
