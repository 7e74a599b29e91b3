package games

import (
	"strconv"
	"strings"
	"time"

	"settable/games/cards"
)

// Events of several games. What only one game knows is an event of its own.
type (
	// SatDown: a player takes a seat.
	SatDown struct{ Seat Seat }
	// StoodUp: a player gives the seat up.
	StoodUp struct{ Seat Seat }
	// Began: a seat has started the game.
	Began struct{ Seat Seat }
	// Ended: the game was played to its end, or the others have forfeited it.
	Ended struct {
		Winners []Seat
		Forfeit bool
	}
	// TableClosed: it was not, and these were ahead.
	TableClosed struct{ Leaders []Seat }
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
	// SeesNone: a seat sees no set, as N of those who must agree do.
	SeesNone struct {
		Seat  Seat
		N, Of int
	}
)

func (e SatDown) Say() Phrase { return Say("games.joined", "who", e.Seat) }
func (e StoodUp) Say() Phrase { return Say("games.left", "who", e.Seat) }
func (e Began) Say() Phrase   { return Say("games.began", "who", e.Seat) }

// Say names the winners, if there are any.
func (e Ended) Say() Phrase {
	if e.Forfeit {
		return saySeats(e.Winners, "games.ended", "games.ended_forfeit", "games.ended_shared")
	}
	return saySeats(e.Winners, "games.ended", "games.ended_won", "games.ended_shared")
}

// Say names who was ahead, if somebody was.
func (e TableClosed) Say() Phrase {
	return saySeats(e.Leaders, "games.closed", "games.closed_ahead", "games.closed_together")
}

// saySeats is said of nobody, of one or of several.
func saySeats(who []Seat, none, one, more string) Phrase {
	switch len(who) {
	case 0:
		return Say(none)
	case 1:
		return Say(one, "who", who[0])
	}
	return Say(more, "who", who)
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

// Say counts those who have said so.
func (e SeesNone) Say() Phrase {
	return Say("games.sees_none", "who", e.Seat, "n", e.N, "of", e.Of)
}

// Buttons drawn before these speak of the same table still, or of another.
func (SatDown) CardsMoved() bool     { return false }
func (StoodUp) CardsMoved() bool     { return false }
func (Began) CardsMoved() bool       { return true }
func (Ended) CardsMoved() bool       { return true }
func (TableClosed) CardsMoved() bool { return true }
func (CardsLaid) CardsMoved() bool   { return true }
func (SetTaken) CardsMoved() bool    { return true }
func (NotASet) CardsMoved() bool     { return false }
func (SeesNone) CardsMoved() bool    { return false }

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
