package games

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// A TextLine is one line of the notation, in the form `[+SECONDS] WHO WORDS…`. ParseLine(l.String()) returns l.
type TextLine struct {
	Gap   time.Duration // the time since the line before; NoGap if the line does not give it
	Who   string        // a player's name, "dealer" or "clock"
	Words string        // separated by single spaces
}

// NoGap is the Gap of a line that doesn't say how much time has passed. Such a line is played one second after the
// previous line or, if it is a line of the clock, at the deadline.
const NoGap time.Duration = -1

const (
	dealerName = "dealer"
	clockName  = "clock"
)

func (l TextLine) String() string {
	var b strings.Builder
	if l.Gap != NoGap {
		b.WriteString("+" + strconv.FormatFloat(l.Gap.Seconds(), 'f', -1, 64) + " ")
	}
	b.WriteString(l.Who)
	if l.Words != "" {
		b.WriteString(" " + l.Words)
	}
	return b.String()
}

// ParseLine parses one line whose comment has been removed. It does not check whether the words are a move, because
// only the rules can tell.
func ParseLine(text string) (TextLine, error) {
	fields := strings.Fields(text)
	line := TextLine{Gap: NoGap}
	if len(fields) > 0 && strings.HasPrefix(fields[0], "+") {
		gap, err := parseGap(fields[0][1:])
		if err != nil {
			return TextLine{}, err
		}
		line.Gap, fields = gap, fields[1:]
	}
	if len(fields) == 0 {
		return TextLine{}, errors.New("the player is missing")
	}
	if !isName(fields[0]) {
		return TextLine{}, fmt.Errorf("%q isn't a name: use only letters, digits and . _ -, and don't start with . or -", fields[0])
	}
	line.Who, line.Words = fields[0], strings.Join(fields[1:], " ")
	return line, nil
}

// mostGap is the longest accepted gap. The limit keeps the sum of the gaps in a realistic script from overflowing a
// Duration.
const mostGap = 366 * 24 * time.Hour

// parseGap parses a number of seconds and rounds it to the millisecond, the precision of journals.
func parseGap(text string) (time.Duration, error) {
	seconds, err := strconv.ParseFloat(text, 64)
	if strings.Trim(text, "0123456789.") != "" || err != nil || seconds > mostGap.Seconds() {
		return 0, fmt.Errorf("+%s isn't a number of seconds up to %.0f", text, mostGap.Seconds())
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
