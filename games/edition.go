package games

import (
	"errors"
	"strconv"
)

// An Edition of the rules is what a journal was played by. The Dealer says it
// in the first line, "rules 2", so that a journal is never folded by rules under
// which its lines mean something else. A journal without such a line is of the
// first.
type Edition struct{ N int }

func (e Edition) String() string { return "rules " + strconv.Itoa(e.N) }

// ErrEdition is a journal that was played by rules this program does not know.
var ErrEdition = errors.New("the rules it was played by are not known here")

// edited is for rules that are no longer those of the first edition.
type edited interface{ Edition() int }

// EditionOf is the edition of these rules. A game whose journals would fold to
// another state than they did before gets a method Edition() int with a new number.
func EditionOf(r Rules) Edition {
	if k, ok := r.(Kind); ok {
		r = k.Rules
	}
	if e, ok := r.(edited); ok {
		return Edition{e.Edition()}
	}
	return Edition{1}
}

func parseEdition(fields []string) (Move, bool) {
	if len(fields) != 2 || fields[0] != "rules" {
		return nil, false
	}
	n, err := strconv.Atoi(fields[1])
	e := Edition{n}
	return e, err == nil && n > 0 && e.String() == "rules "+fields[1]
}
