package words

import (
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// figures are the numbers and times of a language.
type figures struct {
	words    *lexicon
	printers sync.Pool // of *message.Printer
}

// Number returns a whole number as people write it: "1,024".
func (f *figures) Number(n int64) string {
	if n > -1000 && n < 1000 || max(n, -n) < f.groupingLimit() {
		return strconv.FormatInt(n, 10)
	}
	return f.format("%d", n)
}

// groupingLimit returns the smallest number that is written with groups of thousands: in Spanish, numbers of four
// digits are not (CLDR, minimumGroupingDigits).
func (f *figures) groupingLimit() int64 {
	n, _ := strconv.ParseInt(f.words.Key("words.grouped"), 10, 64) // if it isn't a number: 0, so all are grouped
	return n
}

// Duration returns a length of time, rounded as people perceive it: "4.2 s", "3 min 5 s", "3 min".
func (f *figures) Duration(d time.Duration) string {
	d = d.Round(100 * time.Millisecond)
	h, min, s := int64(d.Hours()), int64(d.Minutes())%60, int64(d.Seconds())%60
	switch {
	case d < time.Minute:
		return f.words.texts("words.seconds", "s", f.decimal(d.Seconds(), 1))
	case h == 0 && s == 0:
		return f.words.texts("words.minutes.whole", "min", f.Number(min))
	case h == 0:
		return f.words.texts("words.minutes", "min", f.Number(min), "s", f.Number(s))
	case min == 0:
		return f.words.texts("words.hours.whole", "h", f.Number(h))
	}
	return f.words.texts("words.hours", "h", f.Number(h), "min", f.Number(min))
}

// margin returns the time between close finishes: "0.21 s".
func (f *figures) margin(d time.Duration) string {
	if d < 5*time.Millisecond {
		return f.words.Key("words.hair")
	}
	return f.words.texts("words.seconds", "s", f.decimal(d.Seconds(), 2))
}

func (f *figures) decimal(n float64, digits int) string {
	if f.words.tag == language.English {
		return strconv.FormatFloat(n, 'f', digits, 64)
	}
	return f.format("%.*f", digits, n)
}

// format formats numbers according to the CLDR. The data of golang.org/x/text is from 2017, and some of its spaces
// have become narrow since.
func (f *figures) format(format string, args ...any) string {
	// Making a printer takes longer than using it, and a table has many numbers. A printer is not
	// safe for concurrent use.
	p, ok := f.printers.Get().(*message.Printer)
	if !ok {
		p = message.NewPrinter(f.words.tag)
	}
	defer f.printers.Put(p)
	text := p.Sprintf(format, args...)
	if space := f.words.Key("words.group"); space != "" {
		return strings.ReplaceAll(text, "\u00a0", space)
	}
	return text
}
