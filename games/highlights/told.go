package highlights

import (
	"time"

	"settable/games"
)

// precision is the precision of times: two that are equal in it share a place.
const precision = 100 * time.Millisecond

// Phrases are the sentences for a finished game, one line each. House players are not named. A
// streak is told only where others took sets as well, because otherwise every set of the game is in a
// row. A game without a set has none.
func (h *Highlights) Phrases(house func(games.Seat) bool) []games.Phrase {
	lines := h.TakenPhrases(house)
	if len(h.seats) > 0 && h.missed > 0 {
		lines = append(lines,
			games.Say("games.highlights.unseen", "N", h.missed, "longest", h.longestMissed.Truncate(precision)))
	}
	return lines
}

// TakenPhrases is the part of Told about the sets that were taken.
func (h *Highlights) TakenPhrases(house func(games.Seat) bool) (lines []games.Phrase) {
	if len(h.seats) == 0 {
		return nil
	}
	fast, streaks := h.leaders(house)
	if len(fast) > 0 {
		first, _ := h.Best(fast[0])
		lines = append(lines, games.Say("games.highlights.fastest", "who", fast, "after", first.Truncate(precision)))
	}
	if len(streaks) > 0 {
		_, n := h.Best(streaks[0])
		lines = append(lines, games.Say("games.highlights.streak", "who", streaks, "N", n))
	}
	return lines
}

// CountRecords counts the fastest set and the longest streak in the records of the people who played.
func (h *Highlights) CountRecords(people []games.Seat, step *games.Step) {
	takers := 0
	for _, o := range h.seats {
		if o.sets > 0 {
			takers++
		}
	}
	for _, seat := range people {
		fastest, streak := h.Best(seat)
		if streak == 0 {
			continue
		}
		step.Count(seat, games.Fastest, int(max(1, fastest.Milliseconds())))
		if takers > 1 {
			step.Count(seat, games.Streak, streak)
		}
	}
}

// leaders are the people with the fastest set, and those with the longest streak.
func (h *Highlights) leaders(house func(games.Seat) bool) (fast, streaks []games.Seat) {
	takers, first, most := 0, time.Duration(0), 2
	for i, o := range h.seats {
		seat := games.Seat(i + 1)
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
