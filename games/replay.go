package games

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// A Replay plays a script under the rules of its game. It assigns seats to names, runs the clock, and deals owed cards
// from the script's decks.
type Replay struct {
	script *Script
	rules  Rules
	course Course
	names  []string // seat 1 first
	now    time.Time
}

// An Outcome is the result of one line of a script.
type Outcome struct {
	Line    ScriptLine
	Refused Phrase // the refusal that the player reads; empty if the line was accepted
	Steps   []Step // the step of the line, followed by the steps of the deals that it caused
}

// replayEpoch is the time at which every replay starts.
var replayEpoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// NewReplay opens the game of a script, whose rules must be among those in known. If the header names players,
// NewReplay seats them, starts the game for the first one and deals the first cards. The results are in opening. Any
// error is a *ScriptError.
func NewReplay[R Rules](known []R, s *Script) (r *Replay, opening Outcome, err error) {
	rules, is := Find(known, s.Game)
	if !is {
		return nil, opening, s.wrong(s.gameAt, "there is no game %q", s.Game)
	}
	r = &Replay{script: s, rules: rules, now: replayEpoch}
	options := Options{}
	for _, name := range slices.Sorted(maps.Keys(s.Options)) { // checks options one at a time, to find the wrong line
		one, err := r.rules.Manual().FromScript(Options{name: s.Options[name]})
		if err == nil {
			_, err = r.rules.Open(one)
		}
		if err != nil {
			return nil, opening, s.refused(s.optionsAt[name], "", err)
		}
		maps.Copy(options, one)
	}
	if r.course, err = Begin(r.rules, options); err != nil {
		return nil, opening, s.refused(s.gameAt, "", err)
	}
	for _, name := range s.Players {
		if err := r.perform(&opening, name, Join{}); err != nil {
			return nil, opening, s.refused(s.playersAt, name+" join: ", err)
		}
	}
	if s.Players != nil {
		if err := r.perform(&opening, s.Players[0], Start{}); err != nil {
			at := s.playersAt
			switch {
			case errors.Is(err, errShuffleShort):
				at = cmp.Or(s.shuffleAt, s.deckAt, at)
			case errors.Is(err, ErrDeckShort):
				at = cmp.Or(s.deckAt, at)
			}
			return nil, opening, s.refused(at, s.Players[0]+" start: ", err)
		}
	}
	return r, opening, nil
}

// Game returns the current state of the game.
func (r *Replay) Game() Game { return r.course.Game }

// Name returns the name of the player in a seat.
func (r *Replay) Name(s Seat) string {
	if s >= 1 && int(s) <= len(r.names) {
		return r.names[s-1]
	}
	return s.String()
}

// Seat returns the seat of a player, or Watcher if no player has that name.
func (r *Replay) Seat(name string) Seat { return Seat(slices.Index(r.names, name) + 1) }

// Play plays one line. A refused move is an Outcome and not an error. An error is always a *ScriptError and means that
// the script is invalid and can't continue.
func (r *Replay) Play(l ScriptLine) (Outcome, error) {
	out := Outcome{Line: l}
	move, ok := r.rules.Parse(r.seatWords(l))
	_, ticks := move.(Tick)
	r.advance(l.Gap, ticks && l.Who == clockName)
	if !ok {
		if l.Who == dealerName || l.Who == clockName {
			return out, r.script.wrong(l.No, "%q isn't a move of the %s", l.Words, l.Who)
		}
		out.Refused = Say("games.no_move")
		return out, nil
	}
	err := r.perform(&out, l.Who, move)
	if illegal, is := errors.AsType[Illegal](err); is {
		out.Refused = illegal.Phrase
		return out, nil
	}
	if err != nil {
		return out, r.script.wrong(l.No, "%v", err)
	}
	return out, nil
}

// seatWords returns the words of a line with the name of a player replaced by their seat, as in "kick ann" or "clock
// away bob".
func (r *Replay) seatWords(l ScriptLine) string {
	verb, name, names := strings.Cut(l.Words, " ")
	away := verb == "away" && l.Who == clockName && strings.Trim(name, "0123456789.") != ""
	if names && (namesSeat(verb) || away || verb == "away" && r.Seat(name) != Watcher) {
		return verb + " " + SeatWord(r.Seat(name))
	}
	return l.Words
}

// advance moves the time to that of the next line. A line without a gap comes one second later, or at the game's
// deadline if toDeadline is set.
func (r *Replay) advance(gap time.Duration, toDeadline bool) {
	deadline := r.course.Deadline()
	switch {
	case gap != NoGap:
		r.now = r.now.Add(gap)
	case !toDeadline:
		r.now = r.now.Add(time.Second)
	case deadline.After(r.now):
		r.now = deadline
	}
}

// perform applies a move and then lays the cards that the dealer owes.
func (r *Replay) perform(out *Outcome, name string, move Move) error {
	seat, err := r.seatFor(name, move)
	if err != nil {
		return err
	}
	if err := r.apply(out, Action{At: r.now, Seat: seat, Move: move}); err != nil {
		return err
	}
	if int(seat) > len(r.names) {
		r.names = append(r.names, name)
	}
	for len(r.script.Stacked.Decks) > 0 {
		owed, ok := r.course.Game.Owed()
		if !ok {
			return r.missing(out)
		}
		drawn, err := r.script.Stacked.Draw(owed)
		if err != nil {
			return err
		}
		if err := r.apply(out, Action{At: r.now, Seat: Dealer, Move: owed.Move(drawn)}); err != nil {
			return fmt.Errorf("deal: %s", err.Error())
		}
	}
	return nil
}

// missing declares a player away after the clock has acted for them twice in a row, and then deals the owed cards.
func (r *Replay) missing(out *Outcome) error {
	seat, ok := r.course.Game.Presence().Unresponsive()
	if !ok || r.course.Game.View(Watcher).Phase == Finished {
		return nil
	}
	return r.perform(out, clockName, Missing{seat})
}

func (r *Replay) apply(out *Outcome, a Action) error {
	course, step, err := r.course.Apply(a)
	if err != nil {
		return err
	}
	r.course = course
	out.Steps = append(out.Steps, step)
	return nil
}

// seatFor returns the seat of the player who acts. A new player takes a seat with `NAME join` (notation, Scripts 3),
// and a house player with "house" and a level.
func (r *Replay) seatFor(name string, move Move) (Seat, error) {
	switch name {
	case dealerName:
		return Dealer, nil
	case clockName:
		return Clock, nil
	}
	if seat := r.Seat(name); seat != Watcher {
		return seat, nil
	}
	switch move.(type) {
	case Join, SitIn:
		return Seat(len(r.names) + 1), nil
	}
	return Watcher, Refuse("games.stranger", "name", name)
}
