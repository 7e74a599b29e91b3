package poker

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"settable/games"
)

// The moves of SET Poker beside those that every game has.
type (
	// Check bets nothing.
	Check struct{}
	// Call pays what the others have paid.
	Call struct{}
	// Drop leaves the pot to the others.
	Drop struct{}
	// Show shows one's sets, so that all must.
	Show struct{}
	// Pass does not show.
	Pass struct{}
	// Next begins the next hand.
	Next struct{}
	// Bet opens the betting of an interval with N chips.
	Bet struct{ N games.Chips }
	// Raise pays a call and N chips more.
	Raise struct{ N games.Chips }
	// Buy buys in again for N chips; 0: for a full stack.
	Buy struct{ N games.Chips }
	// Slip is a verb with words that are no number of chips: it is always
	// refused, and never taken for what its player may have meant.
	Slip struct{ Verb, Words string }
)

func (Check) String() string   { return "check" }
func (Call) String() string    { return "call" }
func (Drop) String() string    { return "drop" }
func (Show) String() string    { return "show" }
func (Pass) String() string    { return "pass" }
func (Next) String() string    { return "next" }
func (b Bet) String() string   { return "bet " + strconv.FormatInt(int64(b.N), 10) }
func (r Raise) String() string { return "raise " + strconv.FormatInt(int64(r.N), 10) }
func (s Slip) String() string  { return strings.TrimSpace(s.Verb + " " + s.Words) }
func (b Buy) String() string {
	if b.N == 0 {
		return "buy"
	}
	return "buy " + strconv.FormatInt(int64(b.N), 10)
}

var bare = map[string]games.Move{
	"check": Check{}, "call": Call{}, "drop": Drop{}, "fold": Drop{}, "show": Show{}, "pass": Pass{},
	"next": Next{},
	"buy":  Buy{}, "bet": Slip{Verb: "bet"}, "raise": Slip{Verb: "raise"},
}

// Parse reads a move; false means it is just talk: "call me later", "check
// this out", "raise hell". An attempt at an amount is no talk, however wrong:
// "bet 2.5" is a Slip and gets a sentence.
func (Rules) Parse(words string) (games.Move, bool) {
	if m, ok := games.ParseCommon(words); ok {
		return m, true
	}
	fields := games.Fields(words)
	if fields == nil {
		fields = foreignFields(words)
	}
	if len(fields) == 1 {
		m, ok := bare[fields[0]]
		return m, ok
	}
	if len(fields) < 2 || len(fields) > 3 || !takesAmount(fields[0]) || !attempt(fields[1]) {
		return nil, false
	}
	verb, n := fields[0], amount(fields[1])
	switch {
	case n == 0 || len(fields) > 2:
		return Slip{Verb: verb, Words: strings.Join(fields[1:], " ")}, true
	case verb == "bet":
		return Bet{n}, true
	case verb == "raise":
		return Raise{n}, true
	}
	return Buy{n}, true
}

func takesAmount(verb string) bool { return verb == "bet" || verb == "raise" || verb == "buy" }

// amount is the number of chips a word says, in plain digits; 0: none.
func amount(word string) games.Chips {
	if word[0] == '0' || strings.Trim(word, "0123456789") != "" {
		return 0
	}
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil {
		return 0
	}
	return games.Chips(n)
}

// attempt tells whether a word is meant to be an amount: it has a digit of any
// script, or is "all".
func attempt(word string) bool {
	return word == "all" || strings.ContainsFunc(word, unicode.IsNumber)
}

// longestSlip is more than any attempt at an amount takes.
const longestSlip = 60

// foreignFields are the words of something short with characters beyond those
// a move is made of, for "bet ٣". Nil: it has invisible ones, so it is talk.
func foreignFields(words string) []string {
	if len(words) > longestSlip || !utf8.ValidString(words) {
		return nil
	}
	if strings.ContainsFunc(words, invisible) {
		return nil
	}
	lower := strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, words)
	return strings.FieldsFunc(lower, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' })
}

// invisible runes, and spaces that only look like one, are in no move.
func invisible(r rune) bool {
	return r != ' ' && r != '\t' && (unicode.IsSpace(r) || !unicode.IsGraphic(r))
}
