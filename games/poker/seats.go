package poker

import "settable/games"

// Join gives a player a seat and buys in for the next hand (Poker 13). A player who left during
// this hand and comes back before its end still has the stack from before.
func (t *turn) Join(seat games.Seat) error {
	if err := t.SitDown(seat, mostPlayers, &t.step); err != nil {
		return err
	}
	if !(t.playing() && t.Of(seat).dealt) {
		t.buyIn(seat, t.firstStack(seat))
	}
	return nil
}

func (g *game) firstStack(s games.Seat) games.Chips {
	if !g.Of(s).seen && int(s) <= len(g.settings.stacks) {
		return g.settings.stacks[s-1]
	}
	return g.settings.stack
}

func (t *turn) buyIn(s games.Seat, n games.Chips) {
	p := t.Of(s)
	p.seen = true
	p.chips += n
	p.took = 0
	t.step.Pay(games.Balance(s), games.Purse(s), n)
	switch {
	case n == 0:
	case t.Practice:
		t.step.Tell(games.News("poker.play_stack", "who", s, "chips", chips(n)))
	default:
		t.step.Tell(games.News("poker.bought", "who", s, "chips", chips(n)))
	}
}

// A lobby is a table before the start.
type lobby struct{ *turn }

// host prepares a table for house players by making all stacks play chips. A single player who has
// bought in gets those chips back. It refuses where several have bought in, because their game is for
// real chips.
func (t lobby) host() error {
	if err := t.mayHost(); err != nil {
		return err
	}
	if t.Practice {
		return nil
	}
	for _, s := range t.Roster.Seats() {
		if n := t.Of(s).chips; n > 0 {
			t.step.Pay(games.Purse(s), games.Balance(s), n)
			t.step.Tell(games.News("poker.back_before", "who", s, "chips", chips(n)))
		}
	}
	return nil
}

func (g *game) mayHost() error {
	if !g.Practice && g.Roster.Here() > 1 {
		return games.Refuse("poker.bought_in")
	}
	return nil
}

// buy buys in again, between hands (Poker 12) or while others play one.
func (t *turn) buy(s games.Seat, n games.Chips) error {
	if err := t.mayBuy(s); err != nil {
		return err
	}
	if n == 0 {
		n = t.settings.stack
	}
	if n < 1 || n > t.settings.stack {
		return games.Refuse("poker.buy_amounts", "most", t.settings.stack)
	}
	t.buyIn(s, n)
	return nil
}

func (g *game) mayBuy(s games.Seat) error {
	switch {
	case g.playing() && g.Of(s).dealt:
		return games.Refuse("poker.in_hand")
	case g.Of(s).chips > 0:
		return games.Refuse("poker.has_chips", "chips", chips(g.Of(s).chips))
	}
	return nil
}

// Leave gives up a seat: the player folds and keeps the stack (Poker 13).
func (t *turn) Leave(s games.Seat) error {
	if err := t.StandUp(s, &t.step); err != nil {
		return err
	}
	switch {
	case t.playing() && t.active(s):
		t.bets().drop(s)
		if t.phase == asking {
			t.shows().answered()
		} else {
			t.bets().goOn()
		}
	case t.playing() && t.Of(s).dealt: // after the hand
	default:
		t.cash(s)
	}
	if t.phase == between && t.Roster.Here() == 0 {
		t.shut()
	}
	return nil
}
