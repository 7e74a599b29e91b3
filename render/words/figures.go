package words

import (
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// figures formats numbers and times according to the conventions of a language.
type figures struct {
	words    *lexicon
	printers sync.Pool // of *message.Printer
}

// Number returns a whole number as it is written in the language, such as "1,024".
func (f *figures) Number(n int64) string {
	if n > -1000 && n < 1000 || max(n, -n) < f.groupingLimit() {
		return strconv.FormatInt(n, 10)
	}
	return f.format("%d", n)
}

// groupingLimit returns the smallest number that has a thousands separator. In Spanish, four-digit numbers have none
// (CLDR, minimumGroupingDigits).
func (f *figures) groupingLimit() int64 {
	n, _ := strconv.ParseInt(f.words.Key("words.grouped"), 10, 64) // an invalid number counts as 0, so all numbers are grouped
	return n
}

// Duration returns a rounded duration, such as "4.2 s" or "3 min 5 s".
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

// margin returns the time between two close finishes, such as "0.21 s".
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

// format formats numbers according to the CLDR. It also replaces some spaces with narrow ones: golang.org/x/text uses
// data from 2017, and the CLDR has changed since then.
func (f *figures) format(format string, args ...any) string {
	// Printers are slow to create, and a table contains many numbers. A printer is not safe for concurrent use.
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
