package games

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// LostTime is a move of the Clock. It records how long no one could play because the bot was not running, so that the lost
// time does not count against a deadline. Its notation is "away 12.5", in seconds.
type LostTime struct{ For time.Duration }

func (a LostTime) String() string {
	// Converting with a single division avoids rounding errors such as 5.4879999999999995 for 5.488 s.
	return "away " + strconv.FormatFloat(float64(a.For)/float64(time.Second), 'f', -1, 64)
}

// parseAway parses the word after "away" in a line of the Clock: either the seat of a missing player, or the number of
// seconds during which no one could play.
func parseAway(word string) (Move, bool) {
	if s, ok := parseSeatWord(word); ok {
		return Missing{s}, true
	}
	s, err := strconv.ParseFloat(word, 64)
	if err != nil || !(s > 0 && s < 1e9) {
		return nil, false
	}
	lost := LostTime{For: time.Duration(s * float64(time.Second)).Round(time.Millisecond)}
	return lost, lost.For > 0
}

// A Course is a game in progress, together with the time it lost while the bot was not running. The game doesn't notice
// the lost time, because its clock is stopped while the bot is down. Like a Game, a Course is a value.
type Course struct {
	Game    Game
	Lost    time.Duration
	Rules   Edition // the edition of the rules under which this game is played
	Options Options // the choices made so far, including those in the lobby
	daily   dailyDeal
}

// Begin returns a new game without players. It returns an Illegal if the game doesn't have a given option or value.
func Begin(rules Rules, o Options) (Course, error) {
	game, err := rules.Open(o)
	return Course{Game: game, Rules: EditionOf(rules), Options: o}, err
}

// Apply plays one action. The action's time is real time, which includes downtime. It returns the errors of Game.Apply
// and errors that wrap ErrEdition.
func (c Course) Apply(a Action) (Course, Step, error) {
	if e, ok := a.Move.(Edition); ok {
		switch {
		case a.Seat != Dealer:
			return c, Step{}, Refuse("games.dealer_only")
		case e == c.Rules:
			return c, Step{Game: c.Game}, nil
		}
		return c, Step{}, fmt.Errorf("%w: %s (this version has %s)", ErrEdition, e, c.Rules)
	}
	if _, ok := a.Move.(Daily); ok {
		return c.startDaily(a)
	}
	if lost, ok := a.Move.(LostTime); ok {
		if a.Seat != Clock {
			return c, Step{}, Refuse("games.clock_only")
		}
		c.Lost += lost.For
		return c, Step{Game: c.Game}, nil
	}
	a.At = a.At.Add(-c.Lost)
	step, err := c.Game.Apply(a)
	if err != nil {
		return c, Step{}, err
	}
	c.Game = step.Game
	if c.daily.dealt {
		c.countDaily(a, &step)
	}
	if chosen, ok := a.Move.(Choose); ok {
		c.Options = c.Options.With(chosen)
	}
	return c, step, nil
}

// Deadline returns the real time at which the clock moves next. The zero time means never.
func (c Course) Deadline() time.Time {
	d := c.Game.Deadline()
	if d.IsZero() {
		return d
	}
	return d.Add(c.Lost)
}

// answerer is implemented by games in which players can leave answers in advance.
type answerer interface{ Answers() []Action }

// Answers returns the moves that players submitted in advance and that answer the game's current question.
func (c Course) Answers() []Action {
	if g, ok := c.Game.(answerer); ok {
		return g.Answers()
	}
	return nil
}

// Line is one line of a journal: its time, seat and words.
type Line struct {
	At    time.Time
	Seat  Seat
	Words string
}

// ReplayLines plays the lines of a journal, starting from an empty table, and returns the resulting game. Every line of
// a journal was once accepted, so a refused line means that the journal is broken. The error then gives the number of
// the refused line, counted from 1.
func ReplayLines(rules Rules, o Options, lines []Line) (Course, error) {
	course, err := Begin(rules, o)
	if err != nil {
		return Course{}, fmt.Errorf("open %s: %w", rules.Name(), err)
	}
	for i, line := range lines {
		if course, _, err = course.Play(rules, i+1, line); err != nil {
			return Course{}, err
		}
	}
	return course, nil
}

// A Frame is the table after a journal line that produced an event for all players. It includes the cards that the
// dealer laid in response.
type Frame struct {
	Line     int
	At       time.Time
	Events   []Event
	View     View // what a watcher sees
	KeyFrame bool // cards were taken, hands were exposed, or the game began or ended
}

// Frames returns what spectators of a game saw, in order.
func Frames(rules Rules, o Options, lines []Line) (all []Frame, err error) {
	course, err := Begin(rules, o)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", rules.Name(), err)
	}
	before := course.Game.View(Watcher)
	for i, line := range lines {
		next, step, err := course.Play(rules, i+1, line)
		if err != nil {
			return nil, err
		}
		course = next
		spoken := slices.ContainsFunc(step.Events, func(e Event) bool { return !e.Say().Silent() })
		if line.Seat == Dealer && !spoken && len(all) > 0 {
			all[len(all)-1].View = course.Game.View(Watcher)
		}
		if step.Secret || !spoken {
			continue
		}
		v := course.Game.View(Watcher)
		turned := v.Phase != before.Phase || len(v.Shown) > 0 && len(before.Shown) == 0 ||
			len(v.Taken) > 0 && !slices.Equal(v.Taken, before.Taken)
		all = append(all, Frame{Line: i + 1, At: line.At, Events: step.Events, View: v, KeyFrame: turned})
		before = v
	}
	return all, nil
}

// Play plays the n-th line of a journal. An error gives the number of the line but does not quote any cards, because
// errors are logged and the cards may be hidden.
func (c Course) Play(rules Rules, n int, line Line) (Course, Step, error) {
	move, ok := rules.Parse(line.Words)
	switch {
	case !ok && line.Seat == Dealer:
		return c, Step{}, fmt.Errorf("line %d: the dealer's words are not a valid move in %s", n, rules.Name())
	case !ok:
		return c, Step{}, fmt.Errorf("line %d: %q is not a valid move in %s", n, line.Words, rules.Name())
	}
	next, step, err := c.Apply(Action{At: line.At, Seat: line.Seat, Move: move})
	switch {
	case err == nil:
		return next, step, nil
	case line.Seat == Dealer && !errors.Is(err, ErrEdition):
		return c, Step{}, fmt.Errorf("line %d: the dealer's line was refused", n)
	}
	verb, _, _ := strings.Cut(line.Words, " ")
	return c, Step{}, fmt.Errorf("line %d: %s %q: %w", n, line.Seat, verb, err)
}

// An Edition is the version of the rules under which a journal was played. The Dealer names the edition in the first
// line ("rules 2"), so that a journal is never replayed under rules that give its lines another meaning. A journal
// without such a line was played under edition 1.
type Edition struct{ N int }

func (e Edition) String() string { return "rules " + strconv.Itoa(e.N) }

var ErrEdition = errors.New("the game uses rules that this version doesn't know")

// withEdition is implemented by rules that have changed since their first edition.
type withEdition interface{ Edition() int }

// EditionOf returns the edition of the given rules. A game must return a new number from its Edition method whenever
// old journals would replay to a different state.
func EditionOf(r Rules) Edition {
	if k, ok := r.(Kind); ok {
		r = k.Rules
	}
	if e, ok := r.(withEdition); ok {
		return Edition{e.Edition()}
	}
	return Edition{1}
}

func parseEdition(word string) (Move, bool) {
	n, err := strconv.Atoi(word)
	return Edition{n}, err == nil && n > 0 && strconv.Itoa(n) == word
}

// DailyPenalty is the time added for a wrong claim in a daily deal. Players can't win back lost points in a daily deal,
// so a wrong claim costs time instead. The time only breaks ties between players with the same number of sets.
const DailyPenalty = 10 * time.Second

// dailyDeal holds the progress of a daily deal. It is zero for other games.
type dailyDeal struct {
	dealt bool // the game is a daily deal
	began time.Time
	sets  int64
	last  time.Time // when the last set was taken
	slips int64
}

// Result returns how many sets have been taken in a daily deal so far, and how long that took, including penalties.
// Both are 0 before the first set.
func (c Course) Result() (sets int, took time.Duration) {
	d := c.daily
	if d.sets == 0 {
		return 0, 0
	}
	return int(d.sets), max(d.last.Sub(d.began)+time.Duration(d.slips)*DailyPenalty, time.Millisecond)
}

// startDaily makes the game a daily deal. It works only before anyone has sat down.
func (c Course) startDaily(a Action) (Course, Step, error) {
	switch {
	case a.Seat != Dealer:
		return c, Step{}, Refuse("games.dealer_only")
	case c.daily.dealt || len(c.Game.View(Watcher).Seats) > 0:
		return c, Step{}, Refuse("games.started_already")
	}
	c.daily.dealt = true
	return c, Step{Game: c.Game}, nil
}

// countDaily replaces the tallies of a step with those of the daily deal. It writes them only when the deal is over,
// because a player may take back a set until then.
func (c *Course) countDaily(a Action, step *Step) {
	d := &c.daily
	if _, lays := a.Move.(Deal); lays && d.began.IsZero() {
		d.began = a.At
	}
	if step.Claim == ClaimTaken {
		d.last = a.At
	}
	for _, t := range step.Tallies {
		switch t.Count {
		case Sets, SetsAlone:
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
