package message

import (
	"fmt"
	"strings"
	"time"

	"settable/games"
)

// Behind is the margin told to whoever came second.
func Behind(who string, d time.Duration) string {
	if d <= 0 {
		return who + " had the same set."
	}
	return fmt.Sprintf("%s was %s behind.", who, Margin(d))
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

// Chips counts chips.
func Chips(n games.Chips) string {
	if n == 1 {
		return "1 chip"
	}
	return fmt.Sprintf("%d chips", n)
}

var numerals = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// inWords is a small number as it is read out.
func inWords(n int) string {
	if n >= 0 && n < len(numerals) {
		return numerals[n]
	}
	return fmt.Sprint(n)
}
