package message

import (
	"fmt"
	"strings"
	"time"

	"settable/games"
)

// say puts an event into words, for the table's message. name gives what a
// seat is called, ready to be printed. No words: nothing worth a sentence.
func say(e games.OldEvent, name func(games.Seat) string) string {
	who := name(e.Seat)
	switch e.Kind {
	case games.Joined:
		return who + " sits down."
	case games.Left:
		if e.N > 0 {
			return fmt.Sprintf("%s leaves the table: %s back into the pack.", who, goBack(e.N))
		}
		return who + " leaves the table."
	case games.Started:
		return who + " starts the game."
	case games.OldTook:
		return fmt.Sprintf("%s takes %s%s.", who, labels(e.Labels), after(e.After))
	case games.OldWrong:
		return fmt.Sprintf("%s: %s is not a set%s.%s", who, labels(e.Labels), because(e), cost(e.Cost))
	case games.None:
		return fmt.Sprintf("%s sees no set (%d of %d).", who, e.N, e.Of)
	case games.Over:
		return "The game is over. " + winners(e.Seats, name)
	case games.Closed:
		return "The table is closed." + leaders(e.Seats, name)
	}
	for _, game := range []func(games.OldEvent, func(games.Seat) string) string{sayChips, sayTwenty, saySolitaire, sayEnglish} {
		if words := game(e, name); words != "" {
			return words
		}
	}
	return ""
}

// paragraph is the size up to which sentences that belong together are one.
const paragraph = 400

// Tell puts what happened into words. Where one thing leads to the next, as in
// English Sets, that is told in one breath: a table shows the last few only.
func Tell(events []games.OldEvent, name func(games.Seat) string) (all []string) {
	var before games.OldEvent // the last that was told
	for i := 0; i < len(events); i++ {
		e := events[i]
		words := ""
		if e.Kind == games.Filled {
			words, i = sayFilled(events, i, name)
		} else {
			words = say(following(before, e), name)
		}
		if words == "" {
			continue
		}
		last := len(all) - 1
		switch more := onTop(before, e); {
		case more != "":
			all[last] = strings.TrimSuffix(all[last], ".") + more
		case flows(before.Kind) && flows(e.Kind) && e.Kind != games.Turned && Size(all[last])+Size(words) < paragraph:
			all[last] += " " + words
		default:
			all = append(all, words)
		}
		before = e
	}
	return all
}

// labels prints card labels as people read them out: "B F K".
func labels(list []string) string { return "**" + strings.Join(list, " ") + "**" }

func after(d time.Duration) string {
	if d <= 0 {
		return ""
	}
	return ", " + Seconds(d) + " after the deal"
}

// Behind is the margin told to whoever came second.
func Behind(who string, d time.Duration) string {
	if d <= 0 {
		return who + " had the same set."
	}
	return fmt.Sprintf("%s was %s behind.", who, Margin(d))
}

// because says why a claim is no set, where everybody may know.
func because(e games.OldEvent) string {
	if e.Why == "" {
		return ""
	}
	return ", " + e.Why
}

func goBack(n int) string {
	if n == 1 {
		return "one card goes"
	}
	return cardCount(n) + " go"
}

func cost(c games.Cost) string {
	switch c {
	case games.Point:
		return " That costs a point."
	case games.LockedOut:
		return " No more claims until the table changes."
	case games.OneCard:
		return " That costs one more personal card."
	case games.FullHand:
		return " With nine personal cards that costs nothing."
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
	return List(words)
}

// List joins words: "Ann, Bob and Cid".
func List(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Seconds prints a time that is felt: "4.2 s", "3 min 5 s".
func Seconds(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Hour:
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
}

// Margin prints a close finish: "0.21 s".
func Margin(d time.Duration) string {
	if d < 5*time.Millisecond {
		return "a hair"
	}
	return fmt.Sprintf("%.2f s", d.Seconds())
}

// Many counts things: "1 hand", "12 hands".
func Many(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
