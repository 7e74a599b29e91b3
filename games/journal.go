package games

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Journal writes the lines of a table as a script. ReadScript can read the script, and its Replay ends in the same
// state (notation, Scripts 1). If a player's name can't be used in a script, Journal calls the player p followed by the
// seat number.
func Journal(rules Rules, o Options, lines []Line, name func(Seat) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "game %s\n", rules.Name())
	for _, option := range slices.Sorted(maps.Keys(o)) {
		fmt.Fprintf(&b, "option %s=%s\n", option, o[option])
	}
	b.WriteString("\n")
	names := scriptNames{given: name, seats: map[string]Seat{}}
	var last time.Time
	for i, said := range lines {
		line := TextLine{Gap: NoGap, Who: names.of(said.Seat), Words: names.replaceSeat(said.Words)}
		if i > 0 {
			line.Gap = max(0, JournalTime(said.At).Sub(last)) // messages can arrive out of order
		}
		if at := JournalTime(said.At); at.After(last) {
			last = at
		}
		fmt.Fprintln(&b, line)
	}
	return b.String()
}

type scriptNames struct {
	given func(Seat) string
	seats map[string]Seat
}

func (n scriptNames) of(s Seat) string {
	switch s {
	case Dealer:
		return dealerName
	case Clock:
		return clockName
	}
	name := n.given(s)
	if !isScriptName(name) || n.seats[name] != Watcher && n.seats[name] != s {
		name = fmt.Sprintf("p%d", s)
	}
	n.seats[name] = s
	return name
}

// replaceSeat replaces a seat in the words of a move with the name of its player: "kick #2" becomes "kick ann".
func (n scriptNames) replaceSeat(words string) string {
	verb, seat, _ := strings.Cut(words, " ")
	if s, ok := parseSeatWord(seat); ok && (namesSeat(verb) || verb == "away") {
		return verb + " " + n.of(s)
	}
	return words
}

// isScriptName reports whether a script can use this name for a player.
func isScriptName(name string) bool {
	number := strings.Trim(name, "0123456789.") == ""
	return isName(name) && !number && name != dealerName &&
		name != clockName && !slices.Contains(headerWords, name)
}

// JournalTime returns a time as journals store it: in UTC and in whole milliseconds. Games calculate only with such times,
// so replaying a journal gives exactly the game that was played.
func JournalTime(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }
