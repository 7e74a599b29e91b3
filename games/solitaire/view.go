package solitaire

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// View returns the table as a seat sees it. All players see the same cards, so views differ only in their offers.
func (g *game) View(seat games.Seat) games.View {
	v := g.BaseView(name, seat, func(p player) int { return p.sets })
	v.Unit = "solitaire.sets"
	v.Headline = g.Seats.Headline(g.Phase, g.headline)
	v.Areas = []games.Area{
		{Name: "piles", Caption: games.Say("solitaire.area.piles"), Columns: 3, Cells: g.cells()},
	}
	v.Taken, v.TakenBy = slices.Clone(g.taken), g.takenBy
	v.Offers = g.offers(seat)
	if g.won() {
		for _, s := range g.movers() {
			v.Seats[s-1].Winner = true
		}
	}
	if g.Phase == games.Finished {
		if g.dealt() > 0 {
			v.Stars, v.MostStars = stars(g.sets()), len(starsFrom)
		}
		v.Highlights = g.highlights.Taken(g.Seats.IsHouse)
		if g.passedSets > 0 && g.sets() > 0 {
			missed := games.Say("solitaire.passed_by", "N", g.passedSets)
			v.Highlights = append(v.Highlights, games.Highlight{Phrase: missed, Label: missed})
		}
	}
	if g.Phase == games.Gathering {
		v.Sample = sample
	}
	return v
}

// starsFrom holds the numbers of sets that are needed for one, two and three stars. A sharp house player gets them in
// about 76, 47 and 4 out of 100 games (behaviour, Endings 3).
var starsFrom = [...]int{19, 24, allSets}

// stars returns how many stars a game with the given number of sets gets.
func stars(sets int) (n int) {
	for n < len(starsFrom) && sets >= starsFrom[n] {
		n++
	}
	return n
}

// sample is shown in the lobby: the tops of nine piles.
var sample = cards.ParseList("2SRD 1TGQ 3NPV 1SGD 2NRQ 3TPV 1NPD 3SGQ 2TRV")

// cells returns the piles. Players may look under the top of a pile at any time (Solitaire 4), so the view always shows
// the covered cards. With peek=false, it shows only how many cards are covered.
func (g *game) cells() []games.Cell {
	cells := make([]games.Cell, piles)
	for i := range g.board {
		p := &g.board[i]
		cells[i] = games.Cell{Label: label(i), Depth: p.depth}
		if p.depth == 0 {
			continue
		}
		cells[i].Kind, cells[i].Card, cells[i].New = games.Face, p.top(), g.fresh[i]
		if g.settings.peek {
			cells[i].Under = p.under()
		}
	}
	return cells
}

func (g *game) headline() games.Phrase {
	made := games.Say("solitaire.head.made", "N", g.sets())
	switch {
	case g.closed:
		return games.Say("solitaire.head.closed", "made", made)
	case g.Phase == games.Finished:
		return g.outcome(made)
	case g.Owes > 0:
		return games.Say("games.head.coming")
	case g.dealt() == rounds:
		return games.Say("solitaire.head.last_round", "n", rounds, "of", rounds, "made", made)
	case g.settings.mustClear:
		return games.Say("solitaire.head.clear", "n", g.dealt(), "of", rounds, "made", made)
	}
	return games.Say("solitaire.head.round", "n", g.dealt(), "of", rounds, "made", made)
}

// outcome returns the headline that says how the game ended and how many moves were taken back.
func (g *game) outcome(made games.Phrase) games.Phrase {
	left := games.Say("solitaire.head.left", "N", g.left())
	ended := games.Say("solitaire.head.not_won", "made", made, "left", left)
	if g.won() {
		ended = games.Say("solitaire.head.won", "made", made, "left", left)
	}
	var undone games.Phrase
	if g.undos > 0 {
		undone = games.Say("solitaire.head.undone", "N", g.undos)
	}
	return games.Sequence(ended, undone)
}

// offers returns the moves that are legal now: those of the viewer or, for a Watcher, those that anyone at the table
// may make. The offers do not reveal whether the tops contain a set: with must_clear=true, a deal is offered even if
// the game would refuse it because of a set.
func (g *game) offers(viewer games.Seat) []games.Offer {
	if g.Phase == games.Finished {
		return nil
	}
	o, tops := g.Seats.Offers(viewer), len(g.board.tops())
	move := func(words string, takes games.Takes, is bool) {
		o.Add(games.Offer{Words: words, Takes: takes}, func(s games.Seat) bool { return is && g.mayMove(s) == nil })
	}
	move("set", games.Three, tops >= 3)
	move("deal", games.Bare, g.Unseen.Len() > 0)
	move("move", games.Piles, tops > 0 && g.board.hasEmpty())
	move("undo", games.Bare, g.mayUndo() == nil)
	move("done", games.Bare, g.Unseen.Len() == 0)
	mayLook := func(s games.Seat) bool { return tops > 0 && g.mayLook(s) == nil }
	o.Add(games.Offer{Words: "look", Takes: games.Pile}, mayLook)
	o.AddForAll(g.Phase == games.Gathering, "start")
	return o.WithSeatOffers(g.MaxSeats, g.Phase == games.Gathering && !g.settings.oneMover)
}

// State returns the complete state for --json, with at least the fields that the specification lists (notation,
// Replaying 4).
func (g *game) State(name func(games.Seat) string) any {
	lie := make([][]cards.Card, piles)
	for i, p := range g.board {
		lie[i] = append([]cards.Card{}, p.cards[:p.depth]...)
	}
	return map[string]any{
		"phase": g.Phase, "piles": lie, "round": g.dealt(), "deck": g.Unseen.Len(), "owed": g.Owes,
		"sets": g.sets(), "left": g.left(), "undos": g.undos,
		"by":   games.PerSeat(&g.Seats, name, func(s games.Seat) (int, bool) { return g.Seats.Of(s).sets, true }),
		"gone": g.Seats.Names(name, g.Seats.HasLeft), "away": g.Seats.Names(name, g.Seats.IsAway),
		"over": g.Phase == games.Finished, "won": g.won(), "closed": g.closed,
	}
}
