package games

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"settable/games/cards"
)

// An Event is a consequence of a step that players are told about. NewEvent and NewMovingEvent make most events. An
// event needs its own type only if the program uses more than its sentence. Events contain no secrets, because everyone
// may read them.
type Event interface {
	// Say returns the sentence for the table. It returns an empty phrase if the event needs no sentence.
	Say() Phrase
	// CardsMoved reports whether the event moved cards or changed the cost of a move, which makes older buttons
	// outdated.
	CardsMoved() bool
}

// NewEvent returns an Event that consists only of a sentence. NewMovingEvent returns an event that also moved cards, so
// its CardsMoved is true. Both take key and args as Say does.
func NewEvent(key string, args ...any) Event       { return plainEvent{key, args, false} }
func NewMovingEvent(key string, args ...any) Event { return plainEvent{key, args, true} }

type plainEvent struct {
	key   string
	args  []any // the arguments for Say
	moved bool
}

func (t plainEvent) Say() Phrase      { return Say(t.key, t.args...) }
func (t plainEvent) CardsMoved() bool { return t.moved }

// A Merger is an Event that can share a sentence with the event after it.
type Merger interface {
	Event
	// Merge returns both events as one. It returns false if they need separate sentences.
	Merge(next Event) (both Event, ok bool)
}

// A Result is an Event that ends a game whose results are compared with earlier games on the same server. The method
// Compared only marks the type.
type Result interface {
	Event
	Compared()
}

// MergeEvents returns the events in order and merges those that can share a sentence.
func MergeEvents(events []Event) (all []Event) {
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

// A ClaimResult is the result of a claim, or of a move that counts as a claim.
type ClaimResult uint8

const (
	NoClaim    ClaimResult = iota // the step wasn't a claim
	ClaimTaken                    // a set was taken
	ClaimWrong                    // the claimed cards weren't a set
	SetCalled                     // a player called set and must now name the cards
	TableSwept                    // no one saw a set, so all table cards were replaced
)

// A Tally adds N to one of the counts in a player's record.
type Tally struct {
	Seat  Seat
	Count Count
	N     int64
}

// A Count is the name of a number in a player's record.
type Count string

// These counts are common to several games.
const (
	Sets      Count = "sets"       // sets taken
	SetsAlone Count = "sets.alone" // sets taken while no other person was present, which don't count on leaderboards
	Penalties Count = "penalties"  // wrong calls and claims
	Games     Count = "games"      // games played to their end
	Wins      Count = "wins"       // games won against at least one other player
	ByForfeit Count = "forfeits"   // how many of Wins were by forfeit
	Solved    Count = "solved"     // solitaires won
	Hands     Count = "hands"      // hands played to their end, in games that consist of hands
	Voided    Count = "voided"     // hands that were voided
	Pots      Count = "pots"       // pots won or shared
	Fastest   Count = "fastest"    // how long the player's fastest set of a game had been open, in milliseconds
	Streak    Count = "streak"     // longest run of sets in a game in which others took sets too
)

// practice is the prefix of the counts for tables with house players. These counts appear in the player's own record
// but not on leaderboards.
const practice = "practice."

var PracticeCounts = []Count{Games, Wins, Sets, Hands}

// InPractice returns the name of a count for a table with house players. It returns "" if such tables don't keep the
// count.
func (c Count) InPractice() Count {
	if slices.Contains(PracticeCounts, c) {
		return practice + c
	}
	return ""
}

// IsPractice reports whether a count is for tables with house players.
func (c Count) IsPractice() bool { return strings.HasPrefix(string(c), practice) }

// These counts belong to finished daily deals and appear only on the leaderboards of daily deals.
const (
	DailySets  Count = "daily"       // sets taken
	DailyTime  Count = "daily.time"  // milliseconds until the last of these sets, including penalties
	DailyGames Count = "daily.games" // deals played
)

// Several games share these events. A game's own events are in its package.
type (
	// CardsLaid says that the dealer has laid cards that everyone can see.
	CardsLaid struct {
		Cards []cards.Card
		At    Labels
	}
	// SetTaken says that a seat has taken a set. After is how long the set's cards had been visible; zero means
	// unknown.
	SetTaken struct {
		Seat  Seat
		Cards []cards.Card
		At    Labels
		After time.Duration
	}
	// NotASet says that a seat has claimed cards that aren't a set. Cards and Why are empty if the cards are hidden
	// from some players.
	NotASet struct {
		Seat  Seat
		Cards []cards.Card
		At    Labels
		Why   Phrase
		Cost  Phrase // what the claim costs, as a separate sentence; empty if nothing
	}
)

// Began returns the event for a seat that has started the game.
func Began(s Seat) Event { return NewMovingEvent("games.began", "who", s) }

// Ended returns the event for a game that was played to its end or won by forfeit.
func Ended(winners []Seat, forfeit bool) Event {
	if forfeit {
		return eventAbout(winners, "games.ended", "games.ended_forfeit", "games.ended_shared")
	}
	return eventAbout(winners, "games.ended", "games.ended_won", "games.ended_shared")
}

// TableClosed returns the event for a table that was closed before the game ended, with the given seats in the lead.
func TableClosed(leaders ...Seat) Event {
	return eventAbout(leaders, "games.closed", "games.closed_ahead", "games.closed_together")
}

// eventAbout returns an event with one of three keys: for no seat, one seat or several seats.
func eventAbout(who []Seat, none, one, more string) Event {
	switch len(who) {
	case 0:
		return NewMovingEvent(none)
	case 1:
		return NewMovingEvent(one, "who", who[0])
	}
	return NewMovingEvent(more, "who", who)
}

// SeesNone returns the event for a seat that sees no set. The sentence says how many players agree so far, unless only
// one player was asked.
func SeesNone(s Seat, n, of int) Event {
	if of == 1 {
		return NewEvent("games.sees_none_alone", "who", s)
	}
	return NewEvent("games.sees_none", "who", s, "n", n, "of", of)
}

// Say returns an empty phrase, because everyone can see the cards in the picture.
func (CardsLaid) Say() Phrase { return Phrase{} }

// String lists the cards, for the expected output of scripts.
func (e CardsLaid) String() string {
	facts := []string{"dealt", strconv.Itoa(len(e.Cards))}
	for i, c := range e.Cards {
		if i < len(e.At) {
			facts = append(facts, e.At[i]+"="+c.String())
		} else {
			facts = append(facts, c.String())
		}
	}
	return strings.Join(facts, " ")
}

// Say names the labels. The phrase also has the cards as an argument, but only scripts show them.
func (e SetTaken) Say() Phrase {
	if e.After <= 0 {
		return Say("games.took", "who", e.Seat, "labels", e.At, "cards", e.Cards)
	}
	return Say("games.took_after", "who", e.Seat, "labels", e.At, "cards", e.Cards, "after", e.After)
}

// Say gives the reason, if everyone may know it, and the cost.
func (e NotASet) Say() Phrase {
	wrong := Say("games.wrong", "who", e.Seat, "labels", e.At)
	if !e.Why.Silent() {
		wrong = Say("games.wrong_because", "who", e.Seat, "labels", e.At, "cards", e.Cards, "why", e.Why)
	}
	return Sequence(wrong, e.Cost)
}

// CardsMoved is false only for a wrong claim, because a wrong claim leaves all cards where they were.
func (CardsLaid) CardsMoved() bool { return true }
func (SetTaken) CardsMoved() bool  { return true }
func (NotASet) CardsMoved() bool   { return false }

// Sequence combines several phrases into one. It leaves out empty phrases.
func Sequence(all ...Phrase) Phrase {
	var told Sentences
	for _, p := range all {
		if !p.Silent() {
			told = append(told, p)
		}
	}
	switch len(told) {
	case 0:
		return Phrase{}
	case 1:
		return told[0]
	}
	return Say("games.in_turn", "all", told)
}
