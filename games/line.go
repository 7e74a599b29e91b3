package games

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// A Line is one line of the notation: `[+SECONDS] WHO WORDS…`.
// ParseLine(l.String()) gives l back.
type Line struct {
	Gap   time.Duration // since the line before; Unsaid where the line does not tell
	Who   string        // a player's name, "dealer" or "clock"
	Words string        // one space between words
}

// Unsaid is the Gap of a line that does not tell it: one second, or for the
// clock the time to its deadline.
const Unsaid time.Duration = -1

const (
	dealerName = "dealer"
	clockName  = "clock"
)

func (l Line) String() string {
	var b strings.Builder
	if l.Gap != Unsaid {
		b.WriteString("+" + strconv.FormatFloat(l.Gap.Seconds(), 'f', -1, 64) + " ")
	}
	b.WriteString(l.Who)
	if l.Words != "" {
		b.WriteString(" " + l.Words)
	}
	return b.String()
}

// ParseLine reads one line without its comment. Whether the words are a move
// is for the rules to say.
func ParseLine(text string) (Line, error) {
	fields := strings.Fields(text)
	line := Line{Gap: Unsaid}
	if len(fields) > 0 && strings.HasPrefix(fields[0], "+") {
		gap, err := parseGap(fields[0][1:])
		if err != nil {
			return Line{}, err
		}
		line.Gap, fields = gap, fields[1:]
	}
	if len(fields) == 0 {
		return Line{}, errors.New("it does not say who")
	}
	if !isName(fields[0]) {
		return Line{}, fmt.Errorf("%q is no name: letters, digits, _ - and . make one", fields[0])
	}
	line.Who, line.Words = fields[0], strings.Join(fields[1:], " ")
	return line, nil
}

// mostGap keeps sums of gaps far from where a Duration ends.
const mostGap = 366 * 24 * time.Hour

// parseGap reads seconds, in steps of a millisecond as the journal keeps time.
func parseGap(text string) (time.Duration, error) {
	seconds, err := strconv.ParseFloat(text, 64)
	if strings.Trim(text, "0123456789.") != "" || err != nil || seconds > mostGap.Seconds() {
		return 0, fmt.Errorf("+%s is no number of seconds", text)
	}
	return time.Duration(seconds*1000+0.5) * time.Millisecond, nil
}

func isName(word string) bool {
	for i, r := range word {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '_':
		case i > 0 && (unicode.IsMark(r) || r == '-' || r == '.'):
		default:
			return false
		}
	}
	return word != ""
}
