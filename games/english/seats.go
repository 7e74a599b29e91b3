package english

import (
	"slices"

	"settable/games"
)

// Join seats a player before the game starts. No one can join later, because only players present at the start get
// cards.
func (t *draft) Join(seat games.Seat) error {
	if t.phase != gathering && !t.seats.Roster.Sits(seat) {
		return games.Refuse("games.started_without_you")
	}
	return t.seats.SitDown(seat, mostPlayers, &t.step)
}

// changeOption changes whether the clock or the players turn starters. It refuses changes after the start.
func (t *draft) changeOption(seat games.Seat, c games.Choose) error {
	chosen, err := manual.Change(t.options, t.phase == gathering, seat, c, &t.step)
	if err != nil {
		return err
	}
	t.options, t.settings = chosen, options.Read(chosen)
	return nil
}

// Start deals the hands.
func (t *draft) Start(seat games.Seat) error {
	if t.phase != gathering {
		return games.ErrStarted
	}
	if err := t.seats.Roster.CanStart(seat, fewestPlayers); err != nil {
		return err
	}
	t.phase = dealing
	for _, s := range t.seats.Roster.Seats() {
		t.seats.Of(s).tookPart = true
	}
	t.step.Tell(games.Began(seat))
	t.continueGame()
	return nil
}

// Leave removes a player from the table. The player's complete sets still count. The hand and incomplete sets go back
// into the pack, so the remaining players can still complete these sets. The game ends if fewer than two players are
// left.
func (t *draft) Leave(s games.Seat) error {
	var untold games.Step // playerLeft reports the departure, together with the returned cards
	if err := t.seats.StandUp(s, &untold); err != nil {
		return err
	}
	t.step.Tell(playerLeft(s, t.returnCardsOf(s)))
	switch {
	case t.phase == gathering:
		return nil
	case t.seats.Roster.SeatedCount() < fewestPlayers:
		t.endWithTooFew(s)
		return nil
	}
	t.resumePlay()
	return nil
}

// endWithTooFew ends a game that has fewer than two players. The last player wins if the others have forfeited (Leaving
// 8); otherwise the players in the lead win.
func (t *draft) endWithTooFew(leaver games.Seat) {
	if last, won := t.seats.WonByForfeit(leaver, t.seats.Count(t.tookPart)); won {
		t.endGame([]games.Seat{last})
		return
	}
	t.endGame(t.leaders(t.seats.HasForfeited))
}

// tookPart reports whether the seat was dealt in.
func (g *game) tookPart(s games.Seat) bool { return g.seats.Of(s).tookPart }

// returnCardsOf puts the hand and the incomplete sets of a departing player into the pack, and returns the number of
// these cards.
func (t *draft) returnCardsOf(s games.Seat) int {
	p := t.seats.Of(s)
	list := p.hand.list()
	p.hand, p.choice = hand{}, ""
	for r, lying := range t.sets {
		if lying.owner == s && lying.incomplete() {
			list = append(list, lying.list()...)
			t.sets[r] = set{}
		}
	}
	if len(list) > 0 {
		t.returnCards(list)
		t.shuffle()
	}
	return len(list)
}

func (t *draft) endGame(winners []games.Seat) {
	t.clearChoices()
	t.phase, t.winners = finished, winners
	t.owed, t.turningStarter, t.drawQueue = 0, false, nil
	t.step.Tell(games.Ended(slices.Clone(winners), t.seats.Forfeit))
	t.seats.CountGame(t.seats.Where(t.tookPart), winners, &t.step)
}

// endByScore ends the game. The players with the most complete sets win (English 6).
func (t *draft) endByScore() { t.endGame(t.inLead()) }

// lastRanks decides what happens to the ranks that are left in hands when the pack is empty (English 5). A rank in a
// single hand is a complete set. A rank in several hands does not count, or with last_rank=majority goes to the player
// with the most of its cards.
func (t *draft) lastRanks(held []int) {
	for _, r := range held {
		holders, most := t.holders(r)
		switch {
		case len(holders) == 1:
			t.layHand(holders[0], r)
		case t.settings.majority && most != games.Watcher:
			t.gatherRank(most, r)
		default:
			t.tell(cardsDiscounted(r))
		}
	}
}

// End closes the table early, without a winner.
func (t *draft) End(seat games.Seat) error {
	if err := games.NeedDealer(seat); err != nil {
		return err
	}
	t.clearChoices()
	t.phase, t.closed = finished, true
	t.owed, t.turningStarter, t.drawQueue = 0, false, nil
	t.step.Tell(games.TableClosed(t.leaders(never)...))
	return nil
}

// Finish ends the game early. The players in the lead win if anyone has a set (Rights 11).
func (t *draft) Finish() {
	ahead := t.inLead()
	if len(ahead) == 0 {
		_ = t.End(games.Dealer) // the dealer may always close the table
		return
	}
	t.endGame(ahead)
}

// inLead returns the players who would win if the game ended now.
func (g *game) inLead() []games.Seat { return g.leaders(g.seats.HasForfeited) }

func never(games.Seat) bool { return false }

// leaders returns the seats with the most complete sets. It leaves out the seats for which but returns true. A player
// without a set never leads.
func (g *game) leaders(but func(games.Seat) bool) []games.Seat {
	return g.seats.Best(1, func(s games.Seat) int {
		if but(s) {
			return 0
		}
		return g.score(s)
	})
}
