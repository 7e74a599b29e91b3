package poker

import (
	"regexp"
	"strconv"
	"strings"

	"settable/games"
)

// SET Poker has these moves in addition to those that all games share.
type (
	// Check passes the turn without a bet.
	Check struct{}
	// Call matches the highest bet.
	Call struct{}
	// Drop folds.
	Drop struct{}
	// Show exposes the player's sets and makes all other players show theirs.
	Show struct{}
	Pass struct{}
	// Next begins the next hand.
	Next struct{}
	// Always makes the player pass all later showdown questions in advance. With Pass false, it makes the game ask the
	// player again.
	Always struct{ Pass bool }
	// Bet opens the betting of an interval with N chips.
	Bet struct{ N games.Chips }
	// Raise pays a call plus N more chips.
	Raise struct{ N games.Chips }
	// Buy buys in again for N chips. An N of 0 means a full stack.
	Buy struct{ N games.Chips }
	// BadAmount is a verb that takes an amount, followed by words that aren't a number of chips. The game always
	// refuses it and never guesses what the player meant.
	BadAmount struct{ Verb, Words string }
)

func (Check) String() string { return "check" }
func (Call) String() string  { return "call" }
func (Drop) String() string  { return "drop" }
func (Show) String() string  { return "show" }
func (Pass) String() string  { return "pass" }
func (Next) String() string  { return "next" }
func (a Always) String() string {
	if a.Pass {
		return "always pass"
	}
	return "always ask"
}
func (b Bet) String() string       { return "bet " + strconv.FormatInt(int64(b.N), 10) }
func (r Raise) String() string     { return "raise " + strconv.FormatInt(int64(r.N), 10) }
func (s BadAmount) String() string { return strings.TrimSpace(s.Verb + " " + s.Words) }
func (b Buy) String() string {
	if b.N == 0 {
		return "buy"
	}
	return "buy " + strconv.FormatInt(int64(b.N), 10)
}

var oneWordMoves = map[string]games.Move{
	"check": Check{}, "call": Call{}, "drop": Drop{}, "fold": Drop{}, "show": Show{}, "pass": Pass{},
	"next": Next{},
	"buy":  Buy{}, "bet": BadAmount{Verb: "bet"}, "raise": BadAmount{Verb: "raise"},
}

// Parse parses a move. It returns false if the words are only talk, such as "call me later", "check this out", "raise
// hell" or "bet 5 euros". An attempt at an amount counts as a move, however wrong it is: "bet 2.5" and "bet 2 chips"
// become a BadAmount, which the game refuses.
func (Rules) Parse(words string) (games.Move, bool) {
	m, fields := games.ParseMove(words, oneWordMoves)
	if m != nil {
		return m, true
	}
	if len(fields) == 2 && fields[0] == "always" {
		return Always{Pass: fields[1] == "pass"}, fields[1] == "pass" || fields[1] == "ask"
	}
	if len(fields) < 2 || !takesAmount(fields[0]) || !looksLikeAmount(fields[1:]) {
		return nil, false
	}
	verb, n := fields[0], parseAmount(fields[1])
	switch {
	case n == 0 || len(fields) > 2:
		return BadAmount{Verb: verb, Words: strings.Join(fields[1:], " ")}, true
	case verb == "bet":
		return Bet{n}, true
	case verb == "raise":
		return Raise{n}, true
	}
	return Buy{n}, true
}

func takesAmount(verb string) bool { return verb == "bet" || verb == "raise" || verb == "buy" }

// parseAmount parses a number of chips written in plain digits. It returns 0 if the word isn't one.
func parseAmount(word string) games.Chips {
	if word[0] == '0' || strings.Trim(word, "0123456789") != "" {
		return 0
	}
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil {
		return 0
	}
	return games.Chips(n)
}

// looksLikeAmount reports whether words are meant as an amount: one number, two numbers (because "1,000" is split into
// two words), a number of chips, or all.
func looksLikeAmount(words []string) bool {
	switch strings.Join(words[1:], " ") {
	case "":
		return words[0] == "all" || isNumber(words[0])
	case "chip", "chips":
		return isNumber(words[0])
	case "in":
		return words[0] == "all"
	}
	return len(words) == 2 && isNumber(words[0]) && isNumber(words[1])
}

// number matches digits with a sign or a decimal point, and numbers as programs write them, such as "1e3" and "0x2".
var number = regexp.MustCompile(`^[+-]*([0-9]*\.?[0-9]+|[0-9]+\.|[0-9]+e[0-9]+|0x[0-9a-f]+)$`)

func isNumber(word string) bool { return number.MatchString(word) }
