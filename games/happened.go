package games

import (
	"strconv"
	"strings"
	"time"

	"settable/games/cards"
)

// These are the events that several games share. An event that only one game knows is defined in its
// package.
type (
	// CardsLaid: the dealer has laid cards where everybody sees them.
	CardsLaid struct {
		Cards []cards.Card
		At    Labels
	}
	// SetTaken: a seat takes a set. After is how long its cards could be seen before; it is not told
	// where it is zero.
	SetTaken struct {
		Seat  Seat
		Cards []cards.Card
		At    Labels
		After time.Duration
	}
	// NotASet: a seat has claimed cards that are no set. Cards and Why are empty where not everybody
	// may see the cards.
	NotASet struct {
		Seat  Seat
		Cards []cards.Card
		At    Labels
		Why   Phrase
		Cost  Phrase // what the claim costs, as a sentence of its own; silent where it costs nothing
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

// TableClosed: the table was closed before the game had ended, with these seats in the lead.
func TableClosed(leaders ...Seat) Event {
	return toldOf(leaders, "games.closed", "games.closed_ahead", "games.closed_together")
}

// toldOf is one of three events: one about nobody, one about a single seat, one about several.
func toldOf(who []Seat, none, one, more string) Event {
	switch len(who) {
	case 0:
		return Moved(none)
	case 1:
		return Moved(one, "who", who[0])
	}
	return Moved(more, "who", who)
}

// SeesNone: a seat sees no set; n of the players who must agree have now said so. The numbers are not
// told where only one player is asked.
func SeesNone(s Seat, n, of int) Event {
	if of == 1 {
		return News("games.sees_none_alone", "who", s)
	}
	return News("games.sees_none", "who", s, "n", n, "of", of)
}

// Say is silent, because the picture shows the cards.
func (CardsLaid) Say() Phrase { return Phrase{} }

// String lists what was laid, for the expectations of scripts.
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

// Say names the labels. The cards are an argument only so that scripts can show them.
func (e SetTaken) Say() Phrase {
	if e.After <= 0 {
		return Say("games.took", "who", e.Seat, "labels", e.At, "cards", e.Cards)
	}
	return Say("games.took_after", "who", e.Seat, "labels", e.At, "cards", e.Cards, "after", e.After)
}

// Say tells the reason, where everybody may know it, and the cost.
func (e NotASet) Say() Phrase {
	wrong := Say("games.wrong", "who", e.Seat, "labels", e.At)
	if !e.Why.Silent() {
		wrong = Say("games.wrong_because", "who", e.Seat, "labels", e.At, "cards", e.Cards, "why", e.Why)
	}
	return InTurn(wrong, e.Cost)
}

// CardsMoved is false only of a wrong claim, after which the cards still lie where the buttons say.
func (CardsLaid) CardsMoved() bool { return true }
func (SetTaken) CardsMoved() bool  { return true }
func (NotASet) CardsMoved() bool   { return false }

// InTurn is one phrase that says several after one another and leaves out those that are silent.
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
