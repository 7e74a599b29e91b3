package classic

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// Deal lays the cards that are owed: first on free places in label order (Classic 8), then after the last label.
func (t *turn) Deal(seat games.Seat, laid []cards.Card) error {
	if err := t.Lay(seat, laid); err != nil {
		return err
	}
	at := make([]int, 0, len(laid))
	for _, c := range laid {
		place := slices.Index(t.table, cards.Hidden)
		if place < 0 {
			place = len(t.table)
			t.table = append(t.table, cards.Hidden)
		}
		t.table[place] = c
		at = append(at, place)
	}
	if t.settings.few && t.Unseen.Len() <= len(cards.SETPack().Cards())-full {
		t.Unseen = cards.Bag{} // the deck is empty now
	}
	t.laid, t.next = t.at, games.Never
	t.changed()
	t.fresh = cards.BagOf(laid)
	t.Step.Tell(games.CardsLaid{Cards: slices.Clone(laid), At: labelsOf(at)})
	return nil
}

// changed ends what lasts until the table changes (Classic 4 and 5).
func (t *turn) changed() {
	t.fresh = cards.Bag{}
	t.NewTurn(t.at)
	for i := range t.Players {
		p := &t.Players[i]
		p.locked, p.none, p.spent = false, false, false
	}
}

// Tick does what is due: it ends a call that took too long, asks for the next card of a slow deal, or
// says none for those who haven't (Presence 6).
func (t *turn) Tick() error {
	switch {
	case t.caller != games.Watcher:
		t.callOver()
	case !t.next.IsZero():
		t.Owes, t.next = 1, games.Never
	default:
		for seat := range t.Attend() {
			if p := t.Of(seat); !p.none {
				p.none = true
				t.Misses(seat)
			}
		}
	}
	return nil
}

// settle brings about what follows from an action without anybody's move.
func (t *turn) settle() {
	if t.Phase != games.Playing {
		return
	}
	if t.all(isLocked) { // nobody stays locked out (Classic 4)
		for i := range t.Players {
			t.Players[i].locked = false
		}
		t.Step.Tell(games.News("classic.unlocked"))
	}
	if t.all(isSpent) { // everyone may call again (Classic 5)
		for i := range t.Players {
			t.Players[i].spent = false
		}
	}
	if t.Owes > 0 {
		return
	}
	defer t.ask()
	if t.caller != games.Watcher {
		t.next = games.Never // the call stops a slow deal, which starts again after it
		return
	}
	if t.Unseen.Len() == 0 {
		t.next = games.Never
		if !cards.HasSet(t.table) {
			// the end (Classic 9)
			t.won(t.leaders(t.Forfeited))
		}
		return
	}
	t.more()
	if t.settings.slow && t.Owes == 0 && len(t.table) < full && t.next.IsZero() {
		t.next = t.at.Add(t.settings.pace)
	}
}

// Waiting lists the present players who have not yet said whether they see a set, once another has said
// that they see none.
func (g *game) Waiting() (list []games.Seat) {
	n, _ := g.Agreed(saidNone)
	if n == 0 || g.Owes > 0 || g.caller != games.Watcher || g.Phase != games.Playing {
		return nil
	}
	for s := range g.Attend() {
		if !g.Of(s).none {
			list = append(list, s)
		}
	}
	return list
}

// ask sets the clock for the players who have not yet said whether they see a set. It runs from the
// first none on. A call stops it, and it starts again after the call.
func (t *turn) ask() {
	n, _ := t.Agreed(saidNone)
	switch {
	case n == 0 || t.Owes > 0 || t.caller != games.Watcher || t.settings.turn == 0 || t.Phase != games.Playing:
		t.asked = games.Never
	case t.asked.IsZero():
		t.asked = t.at.Add(t.settings.turn)
	}
}

// more owes three more cards if the table has no set or, with extra=agree, if all players have said none
// (Classic 7).
func (t *turn) more() {
	if len(t.table) < full || len(t.table) >= most {
		return
	}
	why := "classic.more"
	switch {
	case t.settings.agree && t.all(saidNone):
		why = "classic.more_agreed"
	case t.settings.agree || cards.HasSet(t.table):
		return
	}
	t.Owes = 3
	t.Step.Tell(games.Moved(why, "n", t.Owes))
}
