package games

import (
	"time"

	"settable/games/cards"
)

// A Day is one of the days of daily deals, which go by UTC: the days since 1970.
type Day int

// DayOf is the day of a time.
func DayOf(t time.Time) Day {
	return Day(t.UTC().Truncate(24*time.Hour).Unix() / int64(24*time.Hour/time.Second))
}

// Begins is when a day begins; it ends when the next one does.
func (d Day) Begins() time.Time { return time.Unix(0, 0).UTC().AddDate(0, 0, int(d)) }

func (d Day) String() string { return d.Begins().Format(time.DateOnly) }

// A Daily, by the Dealer and before all else, says that the table is somebody's daily deal: "daily
// 2026-11-24". What is counted there counts for daily deals alone.
type Daily struct{ Day Day }

func (d Daily) String() string { return "daily " + d.Day.String() }

func parseDaily(fields []string) (Move, bool) {
	if len(fields) != 2 || fields[0] != "daily" {
		return nil, false
	}
	at, err := time.Parse(time.DateOnly, fields[1])
	d := Daily{DayOf(at)}
	return d, err == nil && d.Day > 0 && d.String() == "daily "+fields[1]
}

// What daily deals count, when they are over. No other board knows of them.
const (
	DailySets  Count = "daily"       // sets taken
	DailyTime  Count = "daily.time"  // milliseconds until the last of them, with what slips cost
	DailyGames Count = "daily.games" // deals played
)

// Slip is what a claim that is no set costs at a daily deal: a point would be lost for good, and the time is
// what tells equal ones apart.
const Slip = 10 * time.Second

// A DailyDeal is how a game is played as a daily deal: alone, once a day, with the same cards for all.
type DailyDeal struct {
	Options Options
	Timed   bool // of equally many sets the faster ones are better
	// Fair tells whether the first cards make a good deal; nil: all do. Others are drawn again.
	Fair func([]cards.Card) bool
}

// daily is what a course knows of its daily deal.
type daily struct {
	day    Day // 0: it is none
	began  time.Time
	sets   int64
	last   time.Time // when one was taken
	slips  int64
}

// Today is the day of which the course is the daily deal; 0: it is none.
func (c Course) Today() Day { return c.daily.day }

// Result is what a daily deal has come to by now.
func (c Course) Result() (sets int, took time.Duration) {
	d := c.daily
	if d.sets == 0 {
		return 0, 0
	}
	return int(d.sets), max(d.last.Sub(d.began)+time.Duration(d.slips)*Slip, time.Millisecond)
}

// dealtDaily begins one.
func (c Course) dealtDaily(a Action, d Daily) (Course, Step, error) {
	switch {
	case a.Seat != Dealer:
		return c, Step{}, Refuse("games.dealer_only")
	case c.daily.day != 0 || len(c.Game.View(Watcher).Seats) > 0:
		return c, Step{}, ErrStarted
	}
	c.daily.day = d.Day
	return c, Step{Game: c.Game}, nil
}

// countDaily counts a step of a daily deal for itself alone: all of it when it is over, for until then some
// may be taken back.
func (c *Course) countDaily(a Action, step *Step) {
	d := &c.daily
	if _, lays := a.Move.(Deal); lays && d.began.IsZero() {
		d.began = a.At
	}
	if step.Claim == Took {
		d.last = a.At
	}
	for _, t := range step.Tallies {
		switch t.Count {
		case Sets:
			d.sets += t.N
		case Penalties:
			d.slips += t.N
		}
	}
	step.Tallies = nil
	if step.Game.View(Watcher).Phase != Finished || d.began.IsZero() {
		return
	}
	sets, took := c.Result()
	step.Count(1, DailyGames, 1)
	step.Count(1, DailySets, sets)
	step.Count(1, DailyTime, int(took.Milliseconds()))
}
