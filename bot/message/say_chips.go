package message

import (
	"fmt"
	"strings"

	"settable/games"
)

// sayChips puts the events of games with chips into words.
func sayChips(e games.OldEvent, name func(games.Seat) string) string {
	who := name(e.Seat)
	if e.Clock {
		who = "Time is up: " + who
	}
	switch e.Kind {
	case games.Bought:
		return fmt.Sprintf("%s buys in for %s.", who, Chips(e.Amount))
	case games.Cashed:
		return fmt.Sprintf("%s gets %s back to the balance.", who, Chips(e.Amount))
	case games.Hand:
		return fmt.Sprintf("**Hand %d**: %s deals.", e.N, who)
	case games.Dealt:
		if len(e.Labels) == 0 && len(e.Cards) == 1 { // a card of the centre; those with labels the picture tells
			words := e.Cards[0].Words()
			return strings.ToUpper(words[:1]) + words[1:] + ", new in the centre."
		}
	case games.Checked:
		return who + " checks."
	case games.Bets:
		return fmt.Sprintf("%s bets %d%s.", who, e.Amount, allIn(e))
	case games.Calls:
		return fmt.Sprintf("%s calls with %d%s.", who, e.Amount, allIn(e))
	case games.Raised:
		return fmt.Sprintf("%s raises by %d to %d%s.", who, e.By, e.Level, allIn(e))
	case games.Anted:
		if e.AllIn {
			return fmt.Sprintf("%s pays the ante with the last %s.", who, Chips(e.Amount))
		}
	case games.Drops:
		return who + " drops."
	case games.Returned:
		return fmt.Sprintf("%s comes back to %s: nobody could answer it.", Chips(e.Amount), who)
	case games.Asked:
		return "Does anyone wish to show? " + join(e.Seats, name) + ": `show` or `pass`."
	case games.Passed:
		return fmt.Sprintf("%s passes (%d of %d).", who, e.N, e.Of)
	case games.Showed:
		return who + " shows, so all hands are turned up."
	case games.Forced:
		return "No more cards come, so all hands are turned up."
	case games.Exposed:
		return fmt.Sprintf("%s has %s.", who, sets(e.N))
	case games.Won:
		return sayPot(e, name)
	case games.Voided:
		if e.Amount == 0 {
			return "This hand does not count: nobody wins it."
		}
		return fmt.Sprintf("This hand does not count: %s go back to those who paid them.", Chips(e.Amount))
	}
	return ""
}

// sayPot names every winner, share and odd chip of one pot.
func sayPot(e games.OldEvent, name func(games.Seat) string) string {
	p := e.Share
	pot := "the pot"
	if e.Of > 1 {
		pot = "the main pot"
		if e.N > 1 {
			pot = fmt.Sprintf("side pot %d", e.N-1)
		}
	}
	if len(p.Winners) == 1 {
		return fmt.Sprintf("**%s wins %s of %s**%s.", name(p.Winners[0]), pot, Chips(p.Amount), wonBy(*p))
	}
	text := fmt.Sprintf("**%s share %s of %s**: %d each", join(p.Winners, name), pot, Chips(p.Amount), p.Share)
	if p.Odd > 0 {
		text += fmt.Sprintf(", and %s to %s%s", odd(*p), join(p.OddTo, name), oddBy(p.OddBy))
	}
	return text + "."
}

func wonBy(p games.PotShare) string {
	switch p.Won {
	case games.MostSets:
		most := 0
		for _, n := range p.Sets {
			most = max(most, n)
		}
		return " with " + sets(most)
	case games.LastLeft:
		return ", the last one in"
	}
	return ""
}

func odd(p games.PotShare) string {
	if len(p.OddTo) > 1 {
		return "one odd chip each"
	}
	if p.Odd == 1 {
		return "the odd chip"
	}
	return fmt.Sprintf("the %d odd chips", p.Odd)
}

func oddBy(rule games.OddBy) string {
	switch rule {
	case games.FewestOdd:
		return ", who has the fewest chips"
	case games.LeftOdd:
		return ", the first left of the dealer of those with the fewest chips"
	case games.OneEachOdd:
		return ", in turn from the dealer's left"
	}
	return ""
}

func allIn(e games.OldEvent) string {
	if e.AllIn {
		return " and is all-in"
	}
	return ""
}

func sets(n int) string {
	switch n {
	case 0:
		return "no set"
	case 1:
		return "one set"
	}
	return fmt.Sprintf("%d sets", n)
}

// Chips counts chips.
func Chips(n games.Chips) string {
	if n == 1 {
		return "1 chip"
	}
	return fmt.Sprintf("%d chips", n)
}
