package games

import (
	"strconv"
	"strings"
	"time"

	"settable/games/cards"
)

// Events of several games. What only one game knows is an event of its own.
type (
	// CardsLaid: the dealer has laid cards where everybody sees them.
	CardsLaid struct {
		Cards []cards.Card
		At    Labels
	}
	// SetTaken: a seat takes a set, so long after the deal; zero: that isn't told.
	SetTaken struct {
		Seat  Seat
		Cards []cards.Card
		At    Labels
		After time.Duration
	}
	// NotASet: a seat has claimed cards that are none. Where not everybody may see
	// them, Cards and Why are missing.
	NotASet struct {
		Seat  Seat
		Cards []cards.Card
		At    Labels
		Why   Phrase
		Cost  Phrase // a sentence of its own, or nothing
	}
)

// Began: a seat has started the game.
func Began(s Seat) Event { return Moved("games.began", "who", s) }

// Ended: the game was played to its end, or the others have forfeited it.
func Ended(winners []Seat, forfeit bool) Event {
	if forfeit {
		return toldOf(winners, "games.ended", "games.ended_forfeit", "games.ended_shared")
	}
	return toldOf(winners, "games.ended", "games.ended_won", "games.ended_shared")
}

// TableClosed: it was not, and these were ahead.
func TableClosed(leaders ...Seat) Event {
	return toldOf(leaders, "games.closed", "games.closed_ahead", "games.closed_together")
}

// toldOf is what is told of nobody, of one or of several.
func toldOf(who []Seat, none, one, more string) Event {
	switch len(who) {
	case 0:
		return Moved(none)
	case 1:
		return Moved(one, "who", who[0])
	}
	return Moved(more, "who", who)
}

// SeesNone: a seat sees no set, as n of those who must agree do. Who alone is asked is not counted.
func SeesNone(s Seat, n, of int) Event {
	if of == 1 {
		return News("games.sees_none_alone", "who", s)
	}
	return News("games.sees_none", "who", s, "n", n, "of", of)
}

// Say says nothing: the picture does.
func (CardsLaid) Say() Phrase { return Phrase{} }

// String is what was laid, for scripts.
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

// Say names the labels; the cards are for scripts.
func (e SetTaken) Say() Phrase {
	if e.After <= 0 {
		return Say("games.took", "who", e.Seat, "labels", e.At, "cards", e.Cards)
	}
	return Say("games.took_after", "who", e.Seat, "labels", e.At, "cards", e.Cards, "after", e.After)
}

// Say says why where everybody may know, and what it costs.
func (e NotASet) Say() Phrase {
	wrong := Say("games.wrong", "who", e.Seat, "labels", e.At)
	if !e.Why.Silent() {
		wrong = Say("games.wrong_because", "who", e.Seat, "labels", e.At, "cards", e.Cards, "why", e.Why)
	}
	return InTurn(wrong, e.Cost)
}

// Buttons drawn before these speak of the same table still, or of another.
func (CardsLaid) CardsMoved() bool { return true }
func (SetTaken) CardsMoved() bool  { return true }
func (NotASet) CardsMoved() bool   { return false }

// InTurn says one thing after the other, and nothing of what is silent.
func InTurn(all ...Phrase) Phrase {
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
