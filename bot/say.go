package bot

import (
	"fmt"
	"strings"
	"time"

	"settable/games"
)

// say puts an event into words, for the table's message. name gives what a
// seat is called, ready to be printed. No words: nothing worth a sentence.
func say(e games.Event, name func(games.Seat) string) string {
	who := name(e.Seat)
	switch e.Kind {
	case games.Joined:
		return who + " sits down."
	case games.Left:
		return who + " leaves the table."
	case games.Started:
		return who + " starts the game."
	case games.More:
		if e.Of > 0 {
			return "Nobody sees a set: " + moreCards(e.N)
		}
		return "There is no set: " + moreCards(e.N)
	case games.Took:
		return fmt.Sprintf("%s takes %s%s.", who, labels(e.Labels), after(e.After))
	case games.Wrong:
		return fmt.Sprintf("%s: %s is not a set, %s.%s", who, labels(e.Labels), e.Why, cost(e.Cost))
	case games.Called:
		return fmt.Sprintf("%s calls set and has %d s to name the three cards.", who, e.N)
	case games.TooLate:
		return fmt.Sprintf("%s called set and named no cards in time.%s", who, cost(e.Cost))
	case games.None:
		return fmt.Sprintf("%s sees no set (%d of %d).", who, e.N, e.Of)
	case games.Unlocked:
		return "Everybody was locked out, so everybody may claim again."
	case games.Over:
		return "The game is over. " + winners(e.Seats, name)
	case games.Closed:
		return "The table is closed." + leaders(e.Seats, name)
	}
	return sayChips(e, name)
}

// labels prints card labels as people read them out: "B F K".
func labels(list []string) string { return "**" + strings.Join(list, " ") + "**" }

func after(d time.Duration) string {
	if d <= 0 {
		return ""
	}
	return ", " + seconds(d) + " after the deal"
}

// behind is the margin told to whoever came second.
func behind(who string, d time.Duration) string {
	if d <= 0 {
		return who + " had the same set."
	}
	return fmt.Sprintf("%s was %s behind.", who, margin(d))
}

func cost(c games.Cost) string {
	switch c {
	case games.Point:
		return " That costs a point."
	case games.LockedOut:
		return " No more claims until the table changes."
	}
	return ""
}

func winners(seats []games.Seat, name func(games.Seat) string) string {
	switch len(seats) {
	case 0:
		return "Nobody wins."
	case 1:
		return name(seats[0]) + " wins."
	}
	return join(seats, name) + " share the win."
}

func leaders(seats []games.Seat, name func(games.Seat) string) string {
	switch len(seats) {
	case 0:
		return ""
	case 1:
		return " " + name(seats[0]) + " was ahead."
	}
	return " " + join(seats, name) + " were ahead together."
}

// join lists people: "Ann, Bob and Cid".
func join(seats []games.Seat, name func(games.Seat) string) string {
	words := make([]string, len(seats))
	for i, s := range seats {
		words[i] = name(s)
	}
	return list(words)
}

func list(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

func moreCards(n int) string {
	switch n {
	case 1:
		return "one more card."
	case 3:
		return "three more cards."
	}
	return fmt.Sprintf("%d more cards.", n)
}

// seconds prints a time that is felt: "4.2 s", "3 min 5 s".
func seconds(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Hour:
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
}

// margin prints a close finish: "0.21 s".
func margin(d time.Duration) string {
	if d < 5*time.Millisecond {
		return "a hair"
	}
	return fmt.Sprintf("%.2f s", d.Seconds())
}
