package games

import (
	"fmt"
	"slices"
	"strings"
)

// An Event is one thing that a step brought about, to be told at the table: News or
// Moved, or a type of its own where more is done with it than to say it. Nothing in an
// Event is secret: everybody may read it.
type Event interface {
	// Say is what is told of it; a silent phrase where it is not worth a sentence.
	Say() Phrase
	// CardsMoved tells whether cards lie otherwise since, or what a move costs has
	// changed, so that buttons which were drawn before speak of another table.
	CardsMoved() bool
}

// News is an Event that is no more than what is said of it. Moved is one after which
// cards lie otherwise.
func News(key string, args ...any) Event  { return told{key, args, false} }
func Moved(key string, args ...any) Event { return told{key, args, true} }

type told struct {
	key   string
	args  []any // as Say takes them
	moved bool
}

func (t told) Say() Phrase      { return Say(t.key, t.args...) }
func (t told) CardsMoved() bool { return t.moved }

// A Merger is an Event that can be told together with the one after it.
type Merger interface {
	Event
	// Merge is both as one event; not ok where each is told by itself.
	Merge(next Event) (both Event, ok bool)
}

// A Result is the Event with which a game ends whose results are compared with those
// of the games before it on the same server.
type Result interface {
	Event
	Compared()
}

// Tell is events as they are told: in order, with those that can be told together
// as one, and without those that are not worth a sentence.
func Tell(events []Event) (all []Event) {
	for _, e := range events {
		if last := len(all) - 1; last >= 0 {
			if m, ok := all[last].(Merger); ok {
				if both, ok := m.Merge(e); ok {
					all[last] = both
					continue
				}
			}
		}
		all = append(all, e)
	}
	return all
}

// A ClaimResult is what became of a claim, or of what stood for one.
type ClaimResult uint8

const (
	NoClaim ClaimResult = iota // the step was none
	Took                       // a set was taken
	Wrong                      // it was no set
	Called                     // a set was called and is to be named
	Swept                      // nobody saw one: all table cards were replaced
)

// A Tally counts something for a player's record.
type Tally struct {
	Seat  Seat
	Count Count
	N     int64
}

// Count names what is counted.
type Count string

// What is counted in every game.
const (
	Sets      Count = "sets"      // sets taken
	Penalties Count = "penalties" // wrong calls and claims
	Games     Count = "games"     // games played to their end
	Wins      Count = "wins"      // games won against at least one other player
	ByForfeit Count = "forfeits"  // of these wins, those by forfeit
	Solved    Count = "solved"    // solitaires won
	Hands     Count = "hands"     // hands played to their end, of games that have them
	Pots      Count = "pots"      // pots won or shared
	Fastest   Count = "fastest"   // of a game: milliseconds that its fastest set of theirs had lain open
	Streak    Count = "streak"    // of a game: most sets in a row, where others took some as well
)

// practice begins the names of what is counted where the house plays: on no board, but in
// one's own record.
const practice = "practice."

var Practised = []Count{Games, Wins, Sets, Hands}

// InPractice is the name of a count in that record; none: it is not kept there.
func (c Count) InPractice() Count {
	if slices.Contains(Practised, c) {
		return practice + c
	}
	return ""
}

// IsPractice tells whether a count is one of practice.
func (c Count) IsPractice() bool { return strings.HasPrefix(string(c), practice) }

// What daily deals count, when they are over. No other board knows of them.
const (
	DailySets  Count = "daily"       // sets taken
	DailyTime  Count = "daily.time"  // milliseconds until the last of them, with what slips cost
	DailyGames Count = "daily.games" // deals played
)

// Text is how a pot was shared, in plain facts.
func (p PotShare) Text(name func(Seat) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", p.Amount)
	for i, s := range p.Eligible {
		fmt.Fprintf(&b, " %s", name(s))
		if i < len(p.Sets) {
			fmt.Fprintf(&b, "=%d", p.Sets[i])
		}
	}
	fmt.Fprintf(&b, ", %s:", p.Won)
	for _, s := range p.Winners {
		fmt.Fprintf(&b, " %s", name(s))
	}
	if p.Odd > 0 {
		fmt.Fprintf(&b, ", %d each, %d odd to", p.Share, p.Odd)
		for _, s := range p.OddTo {
			fmt.Fprintf(&b, " %s", name(s))
		}
		fmt.Fprintf(&b, " (%s)", p.OddBy)
	}
	return b.String()
}

// Facts are what a step brought, one line each: its events, transfers and
// tallies.
func (s Step) Facts(name func(Seat) string) []string {
	facts := make([]string, 0, len(s.Events))
	for _, e := range s.Events {
		if p := e.Say(); !p.Silent() {
			facts = append(facts, p.Facts(name))
		} else {
			facts = append(facts, fmt.Sprint(e)) // it is not told, but it happened
		}
	}
	for _, t := range s.Transfers {
		facts = append(facts, fmt.Sprintf("%d chips from %s to %s", t.Amount, t.From.text(name), t.To.text(name)))
	}
	for _, t := range s.Tallies {
		facts = append(facts, fmt.Sprintf("count %s %s %+d", name(t.Seat), t.Count, t.N))
	}
	return facts
}

func (p Purse) text(name func(Seat) string) string {
	switch p {
	case Pot:
		return "the pot"
	case Bank:
		return "the house"
	}
	if p.IsBalance() {
		return "the balance of " + name(p.Owner())
	}
	return name(p.Owner())
}

// Facts are what a line brought about, or why it was refused.
func (o Outcome) Facts(name func(Seat) string) []string {
	if !o.Refused.Silent() {
		return []string{"refused: " + o.Refused.Facts(name)}
	}
	var facts []string
	for _, s := range o.Steps {
		facts = append(facts, s.Facts(name)...)
	}
	return facts
}
