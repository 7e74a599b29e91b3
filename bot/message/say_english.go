package message

import (
	"fmt"
	"strings"

	"settable/games"
)

// sayEnglish puts the events of English Sets into words.
func sayEnglish(e games.OldEvent, name func(games.Seat) string) string {
	who := name(e.Seat)
	switch e.Kind {
	case games.SamePair:
		return fmt.Sprintf("%s hold the same pair of %s: the four cards go back, and the pack is shuffled.", join(e.Seats, name), ranks(e.Rank))
	case games.Lays:
		if e.Words != "" {
			return fmt.Sprintf("%s lays %s with %s.", who, e.Words, ofRank(e.N, e.Rank))
		}
		return fmt.Sprintf("%s lays %s.", who, ofRank(e.N, e.Rank))
	case games.Turned:
		if e.Seat <= games.Watcher { // the clock does
			return fmt.Sprintf("The starter is the **%s**.", e.Cards[0].Words())
		}
		return fmt.Sprintf("%s turns the **%s**.", who, e.Cards[0].Words())
	case games.Adds:
		if e.N == 4 {
			return fmt.Sprintf("%s completes %s’s %s.", theCard(e), who, ranks(e.Rank))
		}
		return fmt.Sprintf("%s joins %s’s %s.", theCard(e), who, ranks(e.Rank))
	case games.Gathers:
		if e.Why != "" {
			return fmt.Sprintf("%s takes all %s: %s.", who, ranks(e.Rank), e.Why)
		}
		return fmt.Sprintf("%s takes it with all %s: %s.", who, ranks(e.Rank), ofRank(e.N, e.Rank))
	case games.Declared:
		return fmt.Sprintf("%s declares %s.", who, aloudSet(e))
	case games.Buried:
		return "Nobody can use it: under the pack."
	case games.SentBack:
		return fmt.Sprintf("%s hold %s equally: all go back, and the pack is shuffled.", join(e.Seats, name), ranks(e.Rank))
	case games.Stalemate:
		return "**Stalemate**: no card left can match. " + inPack(e.N) + " Agree on how to go on: all must choose the same."
	case games.Chose:
		return fmt.Sprintf("%s chooses `%s` (%d of %d).", who, e.Words, e.N, e.Of)
	case games.Exchanged:
		return join(e.Seats, name) + " exchange cards, and each has a complete set."
	case games.Reshuffled:
		return fmt.Sprintf("All hands go back, the pack of %d is shuffled, and all draw anew.", e.N)
	case games.Discounted:
		if e.Rank == "" {
			return "The cards left in the hands do not count."
		}
		return fmt.Sprintf("The %s lie in several hands: they do not count.", ranks(e.Rank))
	}
	return ""
}

// flows says whether an event is one of many that follow from each other.
func flows(k games.EventKind) bool {
	switch k {
	case games.SamePair, games.Lays, games.Turned, games.Adds, games.Gathers, games.Declared, games.Buried,
		games.SentBack, games.Filled, games.Exchanged, games.Reshuffled, games.Discounted:
		return true
	}
	return false
}

// following is an event without what was said just before it: the starter.
func following(before, e games.OldEvent) games.OldEvent {
	switch {
	case before.Kind != games.Turned:
	case e.Kind == games.Adds:
		e.Cards = nil
	case e.Kind == games.Lays:
		e.Words = "it"
	}
	return e
}

// onTop is the end of a sentence that tells of an event as well: of a set that is
// complete with that, and of more that is laid by the same player. Empty: it
// needs a sentence of its own.
func onTop(before, e games.OldEvent) string {
	switch {
	case before.Seat != e.Seat:
	case e.Kind == games.Declared && before.Rank == e.Rank && (before.Kind == games.Adds || before.Kind == games.Lays || before.Kind == games.Gathers):
		return ": " + aloudSet(e) + "."
	case e.Kind == games.Lays && before.Kind == games.Lays:
		return " and " + ofRank(e.N, e.Rank) + "."
	}
	return ""
}

func aloudSet(e games.OldEvent) string { return "**“set " + e.Rank + "”**" }

// theCard is what an event is about: the card, or the one just named.
func theCard(e games.OldEvent) string {
	if len(e.Cards) == 0 {
		return "It"
	}
	return "The " + e.Cards[0].Words()
}

// sayFilled tells of all who draw one after the other, from event i on, and
// which of the events was the last of them.
func sayFilled(events []games.OldEvent, i int, name func(games.Seat) string) (string, int) {
	var order []games.Seat
	drawn := map[games.Seat]int{}
	for ; i < len(events) && events[i].Kind == games.Filled; i++ {
		s := events[i].Seat
		if drawn[s] == 0 {
			order = append(order, s)
		}
		drawn[s] += events[i].N
	}
	parts := make([]string, len(order))
	for j, s := range order {
		parts[j] = name(s) + " " + inWords(drawn[s])
		if j == 0 {
			parts[j] = name(s) + " draws " + cardCount(drawn[s])
		}
	}
	return List(parts) + ".", i - 1
}

func cardCount(n int) string {
	if n == 1 {
		return "one card"
	}
	return inWords(n) + " cards"
}

var numerals = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// inWords is a small number as it is read out.
func inWords(n int) string {
	if n >= 0 && n < len(numerals) {
		return numerals[n]
	}
	return fmt.Sprint(n)
}

// rank reads a rank out: "eight", "queen".
func rank(r string) string {
	for n := 2; n <= 10; n++ {
		if r == fmt.Sprint(n) {
			return numerals[n]
		}
	}
	return r
}

// ranks is more than one of a rank: "eights", "sixes".
func ranks(r string) string {
	word := rank(r)
	if strings.HasSuffix(word, "x") {
		return word + "es"
	}
	return word + "s"
}

// ofRank counts cards of a rank: "three eights".
func ofRank(n int, r string) string {
	if n == 1 {
		return "one " + rank(r)
	}
	return inWords(n) + " " + ranks(r)
}

func inPack(n int) string {
	switch n {
	case 0:
		return "The pack is used up."
	case 1:
		return "One card is left in the pack."
	}
	return fmt.Sprintf("%d cards are left in the pack.", n)
}
