package highlights

import (
	"time"

	"settable/games"
)

// told is the precision of times: two that are equal in it share a place.
const told = 100 * time.Millisecond

// Told is what is said of a game when it is over, one line each. House players are not named. A
// streak is told only where others took sets as well, because otherwise every set of the game is in a
// row. Nothing is told of a game without a set.
func (h *Highlights) Told(house func(games.Seat) bool) []games.Phrase {
	lines := h.Done(house)
	if len(h.own) > 0 && h.unseen > 0 {
		lines = append(lines,
			games.Say("games.highlights.unseen", "N", h.unseen, "longest", h.longest.Truncate(told)))
	}
	return lines
}

// Done is the part of Told about the sets that were taken.
func (h *Highlights) Done(house func(games.Seat) bool) (lines []games.Phrase) {
	if len(h.own) == 0 {
		return nil
	}
	fast, streaks := h.best(house)
	if len(fast) > 0 {
		first, _ := h.Of(fast[0])
		lines = append(lines, games.Say("games.highlights.fastest", "who", fast, "after", first.Truncate(told)))
	}
	if len(streaks) > 0 {
		_, n := h.Of(streaks[0])
		lines = append(lines, games.Say("games.highlights.streak", "who", streaks, "N", n))
	}
	return lines
}

// Honour counts the fastest set and the longest streak in the records of the people who played.
func (h *Highlights) Honour(people []games.Seat, step *games.Step) {
	takers := 0
	for _, o := range h.own {
		if o.sets > 0 {
			takers++
		}
	}
	for _, seat := range people {
		fastest, streak := h.Of(seat)
		if streak == 0 {
			continue
		}
		step.Count(seat, games.Fastest, int(max(1, fastest.Milliseconds())))
		if takers > 1 {
			step.Count(seat, games.Streak, streak)
		}
	}
}

// best are the people with the fastest set, and those with the longest streak.
func (h *Highlights) best(house func(games.Seat) bool) (fast, streaks []games.Seat) {
	takers, first, most := 0, time.Duration(0), 2
	for i, o := range h.own {
		seat := games.Seat(i + 1)
		if o.sets == 0 {
			continue
		}
		if takers++; house(seat) {
			continue
		}
		after := o.fastest.Truncate(told)
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
