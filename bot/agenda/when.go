package agenda

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"settable/games"
	"settable/render/words"
)

// maxAhead is how far in advance a night can be planned.
const maxAhead = 366 * 24 * time.Hour

// When parses the start time of a night, in the time zone of now. "20:00" is the next time that clocks there show
// 20:00, and "sat 20:00" is on the next Saturday. When understands English and the given languages. The error is a
// games.Illegal.
func When(text string, now time.Time, languages ...*words.Language) (time.Time, error) {
	at, ok := read(strings.Join(strings.Fields(strings.ToLower(text)), " "), now)
	for _, l := range languages {
		if !ok {
			at, ok = read(l.Translate("agenda.when.", text), now)
		}
	}
	switch {
	case !ok:
		return time.Time{}, games.Refuse("agenda.unreadable")
	case !at.After(now):
		return time.Time{}, games.Refuse("agenda.past")
	case at.Sub(now) > maxAhead:
		return time.Time{}, games.Refuse("agenda.too_far")
	}
	return at, nil
}

var (
	distance = regexp.MustCompile(`^in (an?|\d{1,6}) ?(m|min|mins|minutes?|h|hours?|days?|weeks?)$`)
	clock    = regexp.MustCompile(`^(?:(.*?) )??(?:at )?(\d{1,2})(?:[:.](\d\d))? ?(am|pm)?$`)
	later    = regexp.MustCompile(`^(\d{1,6}) (minutes|hours|days)_later$`)
	hours    = regexp.MustCompile(`(\d{1,2}) (?:oclock|hours)$`)
	halves   = regexp.MustCompile(`(\d{1,2}) (?:oclock|hours) (\d\d)(?: minutes)?$`)
	date     = regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})$`)
)

func read(text string, now time.Time) (time.Time, bool) {
	text = later.ReplaceAllString(text, "in $1 $2")
	if m := distance.FindStringSubmatch(text); m != nil {
		n, err := strconv.Atoi(m[1])
		if err != nil { // for example "an hour"
			n = 1
		}
		return now.Add(time.Duration(n) * unit(m[2])).Truncate(time.Minute), true
	}
	text = hours.ReplaceAllString(text, "$1:00")
	text = halves.ReplaceAllString(text, "$1:$2")
	// "2026-11-28t20:00" is also accepted as a date and a time.
	if len(text) > 10 && text[10] == 't' && date.MatchString(text[:10]) {
		text = text[:10] + " " + text[11:]
	}
	m := clock.FindStringSubmatch(text)
	if m == nil || m[3] == "" && m[4] == "" {
		return time.Time{}, false
	}
	hour, minute, ok := timeOfDay(m[2], m[3], m[4])
	if !ok {
		return time.Time{}, false
	}
	return onDay(m[1], hour, minute, now)
}

func unit(word string) time.Duration {
	switch word[0] {
	case 'm':
		return time.Minute
	case 'h':
		return time.Hour
	case 'd':
		return 24 * time.Hour
	}
	return 7 * 24 * time.Hour
}

// timeOfDay converts the parts of a time, such as "20", "00", "" or "8", "", "pm".
func timeOfDay(h, m, half string) (hour, minute int, ok bool) {
	hour, _ = strconv.Atoi(h)
	minute, _ = strconv.Atoi("0" + m)
	if half != "" {
		if hour < 1 || hour > 12 {
			return 0, 0, false
		}
		hour %= 12
		if half == "pm" {
			hour += 12
		}
	}
	return hour, minute, hour < 24 && minute < 60
}

// onDay returns a time of day on the named day or, if the name is "", the next occurrence of that time.
func onDay(day string, hour, minute int, now time.Time) (time.Time, bool) {
	in := func(days int) time.Time {
		return localTime(now.Year(), now.Month(), now.Day()+days, hour, minute, now.Location())
	}
	day = strings.TrimPrefix(strings.TrimSuffix(day, ","), "on ")
	switch day {
	case "":
		if at := in(0); at.After(now) {
			return at, true
		}
		return in(1), true
	case "today", "tonight":
		return in(0), true
	case "tomorrow":
		return in(1), true
	}
	if m := date.FindStringSubmatch(day); m != nil {
		year, _ := strconv.Atoi(m[1])
		month, _ := strconv.Atoi(m[2])
		of, _ := strconv.Atoi(m[3])
		at := localTime(year, time.Month(month), of, hour, minute, now.Location())
		return at, at.Day() == of && at.Month() == time.Month(month) // there is no 31 November
	}
	for d := range 7 {
		name := strings.ToLower(now.AddDate(0, 0, d).Weekday().String())
		if len(day) < 3 || !strings.HasPrefix(name, day) {
			continue
		}
		if at := in(d); at.After(now) {
			return at, true
		}
		return in(d + 7), true
	}
	return time.Time{}, false
}

// localTime returns the moment when clocks in a place show the given date and time. If clocks skip that time because
// they go forward, it returns the moment when they show the time that replaces it, such as 3:30 for 2:30. time.Date
// could return an earlier time, even on the day before.
func localTime(year int, month time.Month, day, hour, minute int, place *time.Location) time.Time {
	at := time.Date(year, month, day, hour, minute, 0, 0, place)
	wanted := time.Date(year, month, day, hour, minute, 0, 0, time.UTC)
	shown := time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), 0, 0, time.UTC)
	return at.Add(max(0, wanted.Sub(shown)))
}
